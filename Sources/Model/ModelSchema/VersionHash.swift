/// A version hash of the parts of an entity that a store depends on: 32 hexadecimal digits.
///
/// Two versions of an entity with equal hashes can read each other's data if their composites have the same members.
/// The hash includes names, types, optionality, transience, counts, order, destinations, inverses, hash modifiers, and
/// the parent's hash. Of a composite attribute, it includes the name of the composite, and it does not include
/// uniqueness constraints: stores compare these, and the members of composites, with those in their own copy of the
/// model. It does not include settings that only code or editors use: classes, defaults, bounds, delete rules, user
/// info, indexes, and renaming identifiers.
///
/// ```swift
/// let (old, new) = (ModelLookup(model).versionHashes, ModelLookup(newer).versionHashes)
/// let changed = new.keys.filter { old[$0] != new[$0] }.sorted()  // The entities that need a migration
/// ```
///
/// Source: the list of properties in Core Data's own version hashes. The digits differ from Apple's.
public struct VersionHash: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The 32 lowercase hexadecimal digits.
    public let description: String

    /// Creates a hash from its text in a store. The digits are unchecked, because an invalid hash equals no other.
    public init(_ description: String) { self.description = description }

    public init(from decoder: any Decoder) throws {
        description = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension ModelLookup {
    /// Returns the hash of an entity.
    public func versionHash(of entity: Entity) -> VersionHash {
        // From the root down, because each entity's hash includes its parent's.
        let lineage = ancestors(of: entity).reversed() + [entity]
        return lineage.reduce(nil) { $1.versionHash(afterParent: $0) } ?? entity.versionHash(afterParent: nil)
    }

    /// The hashes of all entities, by entity name.
    public var versionHashes: [String: VersionHash] {
        inherited { $1.versionHash(afterParent: $0) }
    }
}

extension Entity {
    fileprivate func versionHash(afterParent parent: VersionHash?) -> VersionHash {
        var text = CanonicalText()
        text.append("entity", self)
        for field in ["parent", parent?.description ?? "", ""] { text.append(field) }
        text.endLine()
        for attribute in attributes.sorted(by: { $0.name < $1.name }) { text.append("attribute", attribute) }
        for var relationship in relationships.sorted(by: { $0.name < $1.name }) {
            relationship.isOrdered = relationship.isToMany && relationship.isOrdered
            text.append("relationship", relationship)
        }
        return text.hash
    }
}

/// Fields with length prefixes, so that different lists of fields have different text.
private struct CanonicalText {
    private var bytes: [UInt8] = []

    /// Appends the kind of an element and its hashed settings, with consecutive flags as one field.
    mutating func append<Element: SettableElement>(_ kind: String, _ element: Element) {
        append(kind)
        var flags = ""
        for field in Element.settings.hashedFields {
            let value = field.read(element)
            if case .flag(let isSet) = value {
                flags += isSet ? "1" : "0"
                continue
            }
            if !flags.isEmpty { append(flags) }
            flags = ""
            switch value {
            // As in Core Data's hashes, which contain only the characters of a text.
            case .none, .text(""): append(nil)
            case .text(let text): append(text)
            default: append(value.description)
            }
        }
        if !flags.isEmpty { append(flags) }
        endLine()
    }

    mutating func append(_ field: String?) {
        guard let field else { return bytes.append(UInt8(ascii: "-")) }
        bytes.append(contentsOf: String(field.utf8.count).utf8)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(contentsOf: field.utf8)
    }

    mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

    /// FNV-1a with 128 bits, a published function that is short enough for apps without a library. It does not need to
    /// resist forgery, because it only detects mistakes.
    var hash: VersionHash {
        var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in bytes {
            state = (state ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
        }
        let digits = String(state, radix: 16)
        return VersionHash(String(repeating: "0", count: 32 - digits.count) + digits)
    }
}
