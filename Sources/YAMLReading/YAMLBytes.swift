/// The text of a YAML file, once it is known that parsing it cannot cost more than the limits say.
///
/// The library that parses it replaces aliases and compares whole nodes, both recursively, so what it is given has to
/// be bounded before. The counts are of characters, wherever they stand: where a text or a comment begins is the
/// parser's to know, and a limit must not depend on guessing the same. What stands like an alias in a text is counted only
/// where something before it stands like its anchor.
struct YAMLBytes {
    let text: String

    init(_ bytes: [UInt8], limits: YAMLLimits) throws(YAMLFailure) {
        guard bytes.count <= limits.sizeBytes else {
            throw Self.limit("the file is larger than \(limits.sizeBytes) bytes", at: YAMLPosition())
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw YAMLFailure(reason: .syntax, message: "the file is not UTF-8", position: YAMLPosition())
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

    /// The name that an anchor or an alias would have; nil where there is none.
    private static func name(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let name = bytes.prefix(while: \.isAnchorCharacter)
        return name.isEmpty ? nil : name
    }

    private static func limit(_ message: String, at position: YAMLPosition) -> YAMLFailure {
        YAMLFailure(
            reason: .limit, message: message, position: position,
            hint: "check the file: no real file of this kind comes near this limit")
    }
}

extension UInt8 {
    /// Whether the byte can be in the name of an anchor.
    fileprivate var isAnchorCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
