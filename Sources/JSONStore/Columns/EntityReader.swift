import ObjectGraph

/// Reads the objects of one entity into columns.
final class EntityReader {
    let format: EntityFormat
    let ordinal: Int
    /// Of all rows, in the order of the file.
    private(set) var numbers: [Int64] = []
    /// By the index of the relationship; nil where the other side is stored.
    let links: [LinkReader?]
    /// Of each chunk, in the order of the attributes.
    private(set) var chunks: [[Column]] = []
    private let columns: [ColumnReader]
    private var chunkStart = 0

    init(_ format: EntityFormat, ordinal: Int) {
        self.format = format
        self.ordinal = ordinal
        columns = format.entity.attributes.indices.map { ColumnReader.reader(at: $0, of: format.entity) }
        let stored = Set(
            format.properties.compactMap { property -> Int? in
                guard case .relationship(let index) = property else { return nil }
                return index
            })
        links = format.entity.relationships.map { relationship in
            stored.contains(relationship.index) ? LinkReader(relationship) : nil
        }
    }

    var count: Int { numbers.count }

    func readObjects(_ scanner: inout JSONScanner) throws {
        try scanner.beginArray()
        while try scanner.nextElement() { try readObject(&scanner) }
        if numbers.count > chunkStart { endChunk() }
    }

    private func readObject(_ scanner: inout JSONScanner) throws {
        let row = numbers.count - chunkStart
        _ = try scanner.peek()
        let start = scanner.offset
        var number: Int64 = 0
        try scanner.beginObject()
        while let key = try scanner.nextKey(in: format.keys) {
            guard case .known(let index) = key else { throw unknown(key, scanner) }
            switch format.properties[index] {
            case .identity:
                guard number == 0 else { throw repeated(index, scanner) }
                number = try scanner.readInteger()
                guard number > 0 else { throw withoutNumber(scanner, at: start) }
            case .attribute(let attribute):
                guard columns[attribute].count == row else { throw repeated(index, scanner) }
                try columns[attribute].read(&scanner)
            case .relationship(let relationship):
                guard links[relationship]?.count == numbers.count else { throw repeated(index, scanner) }
                try links[relationship]?.read(&scanner)
            }
        }
        guard number > 0 else { throw withoutNumber(scanner, at: start) }
        guard number <= ObjectReference.greatestNumber else {
            throw scanner.failure("the number \(number) is above \(ObjectReference.greatestNumber)", at: start)
        }
        for column in columns where column.count == row { column.appendDefault() }
        for case let link? in links where link.count == numbers.count { link.appendNothing() }
        numbers.append(number)
        if row + 1 == GraphLoader.chunkCapacity { endChunk() }
    }

    private func endChunk() {
        chunks.append(columns.map { $0.takeColumn() })
        chunkStart = numbers.count
    }

    private func unknown(_ key: JSONKey, _ scanner: borrowing JSONScanner) -> JSONError {
        guard case .unknown(let name) = key else { return scanner.failure("an unknown key", at: scanner.keyOffset) }
        return scanner.failure(
            "the entity '\(format.entity.name)' stores no property '\(name)'", at: scanner.keyOffset)
    }

    private func repeated(_ index: Int, _ scanner: borrowing JSONScanner) -> JSONError {
        scanner.failure("the key '\(format.keys.keys[index])' is there twice", at: scanner.keyOffset)
    }

    private func withoutNumber(_ scanner: borrowing JSONScanner, at offset: Int) -> JSONError {
        scanner.failure("an object of '\(format.entity.name)' has no '\(format.keys.keys[0])' above 0", at: offset)
    }
}
