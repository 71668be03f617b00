/// An error that occurs if a text is not a valid date or Base64.
@usableFromInline
package struct MalformedTextError: Error, Hashable, Sendable {
    /// The problem: one clause, in lower case, without a full stop.
    @usableFromInline
    package var message: String
    /// 0-based offset in bytes from the start of the text.
    @usableFromInline
    package var offset: Int
}

extension MalformedTextError: CustomStringConvertible {
    /// The message and the position in the text.
    @usableFromInline
    package var description: String { "\(message) (at byte \(offset) of the text)" }
}
