import ColumnEngine
import JSONTokens

/// Reads one object of a file or a journal: its number, and the values of some properties.
struct ObjectReader {
    enum Source {
        case file, insertion, update
    }

    let format: EntityLayout
    let source: Source
    /// Whether a relationship can contain an object twice, as in a salvaged store.
    var takesRepetitions = false

    func read(_ scanner: inout JSONScanner) throws -> StoredChanges.Object {
        _ = try scanner.peek()
        var object = StoredChanges.Object(format: format, number: 0, values: [], offset: scanner.offset)
        var keysRead: Set<Int> = []
        try scanner.beginObject()
        while let key = try scanner.nextKey(in: format.keys) {
            guard case .known(let index) = key else {
                guard case .unknown(let name) = key else { continue }
                try object.unknown.read(name, &scanner, of: source == .file ? format.entity : nil)
                continue
            }
            guard keysRead.insert(index).inserted else {
                throw scanner.error("duplicate key '\(format.keys.keys[index])'", at: scanner.keyOffset)
            }
            switch format.properties[index] {
            case .identity: object.number = try scanner.readInteger()
            case .attribute(let attribute):
                let value = try AttributeReader.read(
                    &scanner, format.entity.attributes[attribute], of: format.entity, format.external)
                object.values.append((index, .attribute(value)))
            case .relationship(let relationship):
                let destinations = try readDestinations(&scanner, format.entity.relationships[relationship])
                object.values.append((index, destinations))
            }
        }
        guard object.number > 0 else {
            throw scanner.error(
                "an object of '\(format.entity.name)' has no '\(format.keys.keys[0])' greater than 0", at: object.offset
            )
        }
        guard object.number <= ObjectReference.maximumNumber else {
            throw scanner.error(
                "the number \(object.number) is greater than \(ObjectReference.maximumNumber)", at: object.offset)
        }
        return object
    }

    private func readDestinations(
        _ scanner: inout JSONScanner, _ relationship: RelationshipDescription
    ) throws -> StoredChanges.Value {
        _ = try scanner.peek()
        let offset = scanner.offset
        var numbers: [Int64] = []
        if source == .update, relationship.isToMany, try scanner.peek() == .object {
            return .changedDestinations(try LinkChange(&scanner), offset: offset)
        }
        if relationship.isToMany {
            try scanner.readArray { numbers.append(try $0.readInteger()) }
        } else if try !scanner.readNull() {
            numbers.append(try scanner.readInteger())
        }
        guard takesRepetitions || Set(numbers).count == numbers.count else {
            throw scanner.error("'\(relationship.name)' contains an object twice", at: offset)
        }
        return .destinations(numbers, offset: offset)
    }
}
