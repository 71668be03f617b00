/// A text is not a schema.
package struct SchemaTextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    package var line: Int
    /// What is wrong with it: one clause, lower case, no full stop.
    package var message: String

    package var description: String { "line \(line): \(message)" }
}
