import ColumnEngine
import JSONTokens

/// Members of a JSON object that are unknown in the format or the model. They are kept unchanged.
struct UnknownMembers: Sendable {
    struct Member: Sendable {
        var name: String
        /// JSON on one line.
        var value: [UInt8]
    }

    /// In the order of the file.
    private(set) var members: [Member] = []
    /// The names of ``members``, because a file can have any number of them.
    private var names: Set<String> = []

    var isEmpty: Bool { members.isEmpty }

    /// Reads the value of an unknown key.
    ///
    /// - Parameter entity: The entity whose objects can have such keys; nil if there can be none.
    /// - Throws: `JSONError` for a duplicate key, and for a property that is not stored on this side.
    mutating func read(_ name: String, _ scanner: inout JSONScanner, of entity: EntityDescription?) throws {
        guard let entity, !entity.hasProperty(named: name) else {
            let owner = entity.map { "the entity '\($0.name)'" } ?? "a save"
            throw scanner.error("\(owner) has no stored property '\(name)'", at: scanner.keyOffset)
        }
        try read(name, &scanner)
    }

    /// Reads the value of an unknown key.
    mutating func read(_ name: String, _ scanner: inout JSONScanner) throws {
        guard names.insert(name).inserted else {
            throw scanner.error("duplicate key '\(name)'", at: scanner.keyOffset)
        }
        members.append(Member(name: name, value: try scanner.captureValue().onOneLine))
    }

    /// Writes the members, each with a separator before it.
    func write(to writer: inout JSONWriter, after separator: StaticString) {
        for member in members {
            writer.writeMember(member.name, after: separator)
            writer.writeRaw(member.value)
        }
    }
}

extension EntityDescription {
    /// Whether the entity has an own or inherited property with a name.
    func hasProperty(named name: String) -> Bool {
        attribute(named: name) != nil || relationship(named: name) != nil || fetchedProperty(named: name) != nil
    }
}

extension [UInt8] {
    /// JSON without line breaks, which only occur between tokens, so an object is on one line.
    var onOneLine: [UInt8] {
        guard contains(where: { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }) else { return self }
        return map { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn ? ASCII.space : $0 }
    }
}
