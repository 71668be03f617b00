/// Why a text is not the date or the Base64 that it should be.
package struct MalformedText: Error, Hashable, Sendable {
    /// What is wrong: one clause, lower case, no full stop.
    package var message: String
    /// 0-based offset in bytes from the start of the text.
    package var offset: Int
}

extension MalformedText: CustomStringConvertible {
    /// The message and the place in the text.
    package var description: String { "\(message) (at byte \(offset) of the text)" }
}
