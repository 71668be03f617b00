/// The text of a YAML file that does not exceed the limits.
///
/// The parser replaces aliases and compares nodes recursively, so the input must be limited before parsing. The counts
/// include all characters, even in strings and comments, because only the parser knows where these begin, and a limit
/// must not depend on guessing. An asterisk in a string counts as an alias only if the same name follows an ampersand
/// before it.
struct YAMLBytes {
    let text: String

    init(_ bytes: [UInt8], limits: YAMLLimits) throws(YAMLError) {
        guard bytes.count <= limits.sizeBytes else {
            throw Self.limit("the file is larger than \(limits.sizeBytes) bytes", at: YAMLPosition())
        }
        // Editors of Windows write a byte order mark, which the parser takes for contents.
        let bytes = bytes.starts(with: Self.byteOrderMark) ? Array(bytes.dropFirst(Self.byteOrderMark.count)) : bytes
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw YAMLError(reason: .syntax, message: "the file is not UTF-8", position: YAMLPosition())
        }
        self.text = text
        var position = YAMLPosition()
        var brackets = 0
        var anchors: Set<ArraySlice<UInt8>> = []
        var aliases = 0
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { brackets += 1 }
            if byte == UInt8(ascii: "&"), let name = Self.name(in: bytes[(index + 1)...]) { anchors.insert(name) }
            if byte == UInt8(ascii: "*"), !anchors.isEmpty, let name = Self.name(in: bytes[(index + 1)...]),
                anchors.contains(name)
            {
                aliases += 1
            }
            guard brackets <= limits.bracketCount else {
                throw Self.limit("the file has more than \(limits.bracketCount) opening brackets", at: position)
            }
            guard aliases <= limits.aliasCount else {
                throw Self.limit("the file has more than \(limits.aliasCount) aliases", at: position)
            }
            if byte == UInt8(ascii: "\n") {
                position = YAMLPosition(line: position.line + 1, column: 1)
            } else if byte & 0xC0 != 0x80 {
                position.column += 1
            }
        }
    }

    private static let byteOrderMark = Array("\u{FEFF}".utf8)

    /// Returns the name of a possible anchor or alias; nil if there is none.
    private static func name(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let name = bytes.prefix(while: \.isAnchorCharacter)
        return name.isEmpty ? nil : name
    }

    private static func limit(_ message: String, at position: YAMLPosition) -> YAMLError {
        YAMLError(
            reason: .limit, message: message, position: position,
            hint: "check the file: no real file of this kind comes near this limit")
    }
}

extension UInt8 {
    /// Whether the name of an anchor can contain the byte.
    fileprivate var isAnchorCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// The limits for a YAML file, which is not trusted.
package struct YAMLLimits: Sendable, Hashable {
    /// The maximum size of the file.
    package var sizeBytes: Int
    /// The maximum number of lists and maps in brackets.
    package var bracketCount: Int
    /// The maximum number of alias marks. A YAML bomb needs many.
    package var aliasCount: Int

    /// Creates limits.
    package init(sizeBytes: Int, bracketCount: Int, aliasCount: Int) {
        self.sizeBytes = sizeBytes
        self.bracketCount = bracketCount
        self.aliasCount = aliasCount
    }
}
