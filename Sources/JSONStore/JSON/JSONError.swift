/// Why bytes are not the JSON that was asked for, and where.
///
/// Messages name characters of the syntax, never the text of a string: attribute values are private data.
package struct JSONError: Error, Hashable, Sendable {
    /// What kind of thing is wrong.
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

    /// What kind of thing is wrong, for code that reacts to it.
    package var code: Code
    /// What is wrong: one clause, lower case, no full stop.
    package var message: String
    /// What would have been right, as a noun phrase.
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
