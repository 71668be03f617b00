/// An error that occurs if bytes are not the expected JSON, with its position.
///
/// Messages contain characters of the syntax, but never the text of a string, because attribute values are private
/// data.
@usableFromInline
package struct JSONError: Error, Hashable, Sendable {
    /// The kinds of problems.
    @usableFromInline
    package enum Code: String, Hashable, Sendable {
        case byteOrderMark
        case unexpectedEnd
        case unexpectedCharacter
        case trailingContent
        case tooDeep
        case invalidUTF8
        case controlCharacter
        case invalidEscape
        case loneSurrogate
        case invalidNumber
        case numberOutOfRange
        /// The JSON is well formed, but a different kind of value was expected.
        case wrongKind
        /// A string is not the expected date or Base64 text.
        case malformedText
        /// The JSON is well formed, but its reader cannot accept its contents.
        case unacceptable
    }

    /// The kind of problem, for programs.
    package var code: Code
    /// The problem: one clause, in lower case, without a full stop.
    package var message: String
    /// The expected text, as a noun phrase.
    package var expected: String?
    /// The offset in bytes from the start of the scanned bytes.
    package var offset: Int
    /// The line, from 1. LF, CR, and CR LF each end one line.
    package var line: Int
    /// The column, from 1, in characters (`Character`, not bytes).
    package var column: Int
}

extension JSONError: CustomStringConvertible {
    /// `line 3, column 7: unexpected '}', expected a value`.
    @usableFromInline
    package var description: String {
        "line \(line), column \(column): \(message)" + (expected.map { ", expected \($0)" } ?? "")
    }
}
