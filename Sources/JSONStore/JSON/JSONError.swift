/// An error that occurs if bytes are not the expected JSON, with its place.
///
/// Messages name characters of the syntax, never the text of a string: attribute values are private data.
package struct JSONError: Error, Hashable, Sendable {
    /// The kinds of problems.
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
        /// The JSON is well formed and another kind of value was asked for.
        case wrongKind
        /// A string is not the date or the Base64 text that was asked for.
        case malformedText
        /// The JSON is well formed and its reader cannot accept what it says.
        case unacceptable
    }

    /// The kind of problem, for programs.
    package var code: Code
    /// The problem: one clause, in lower case, without a full stop.
    package var message: String
    /// The expected text, as a noun phrase.
    package var expected: String?
    /// 0-based offset in bytes from the start of the scanned bytes.
    package var offset: Int
    /// 1-based. LF, CR and CR LF each end one line.
    package var line: Int
    /// 1-based, in characters as a reader counts them (`Character`, not bytes).
    package var column: Int
}

extension JSONError: CustomStringConvertible {
    /// `line 3, column 7: unexpected '}', expected a value`.
    package var description: String {
        "line \(line), column \(column): \(message)" + (expected.map { ", expected \($0)" } ?? "")
    }
}
