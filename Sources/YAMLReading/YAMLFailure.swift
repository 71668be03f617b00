/// Why bytes are no YAML that is read.
package struct YAMLFailure: Error, Sendable, Hashable {
    /// What is wrong with the bytes.
    package enum Reason: Sendable, Hashable {
        case syntax, limit
    }

    /// What is wrong.
    package var reason: Reason
    /// The same in words: one clause, lower case, no full stop.
    package var message: String
    /// Where the parser stopped.
    package var position: YAMLPosition
    /// What to do about it.
    package var hint: String?
}
