import ColumnEngine
import JSONTokens

/// Reads one object after the other into columns.
struct ObjectColumnReader {
    /// By the index of the relationship; nil if the other side is stored.
    private(set) var links: [LinkReader?]
    /// The unknown members of objects, by their numbers.
    private(set) var unknown: [Int64: UnknownMembers] = [:]
    private let format: EntityLayout
    private let properties: [EntityLayout.Property]
    private let entity: EntityDescription
    private let keys: JSONKeyTable
    private let storedLinks: [Int]
    /// The last object with each key, from 1, by the number of the key.
    private var lastObjects: [Int]
    private var objectCount = 0

    init(_ format: EntityLayout) {
        let links = LinkReader.readers(of: format)
        self.links = links
        self.format = format
        properties = format.properties
        entity = format.entity
        keys = format.keys
        storedLinks = links.indices.filter { links[$0] != nil }
        lastObjects = Array(repeating: 0, count: format.properties.count)
    }

    /// Reads an object, with its attributes into a row of a chunk.
    ///
    /// - Returns: Its number.
    mutating func read(_ scanner: inout JSONScanner, into cells: ChunkCells, row: Int) throws -> Int64 {
        _ = try scanner.peek()
        let start = scanner.offset
        var number: Int64 = 0
        let rowCount = objectCount
        objectCount += 1
        var others: UnknownMembers?
        try scanner.beginObject()
        while true {
            var key = scanner.nextWrittenKey(in: keys)
            if key < 0 {
                if key == JSONScanner.NoKey.objectEnded { break }
                guard let other = try scanner.nextKey(in: keys) else { break }
                switch other {
                case .known(let index): key = index
                case .unknown(let name):
                    try read(name, &scanner, into: &others)
                    continue
                }
            }
            guard lastObjects[key] < objectCount else { throw repeated(key, scanner) }
            lastObjects[key] = objectCount
            switch properties[key] {
            case .attribute(let attribute):
                try cells.columns[attribute].read(&scanner, row: row, attribute, of: format)
            case .identity:
                number = try scanner.readInteger()
                guard number > 0 else { throw withoutNumber(scanner, at: start) }
            case .relationship(let relationship): try links[relationship]?.read(&scanner)
            }
        }
        guard number > 0 else { throw withoutNumber(scanner, at: start) }
        guard number <= ObjectReference.maximumNumber else {
            throw scanner.error("the number \(number) is greater than \(ObjectReference.maximumNumber)", at: start)
        }
        for index in storedLinks where links[index]?.count == rowCount { links[index]?.appendNothing() }
        if let others { unknown[number] = others }
        return number
    }

    @inline(never)
    private func read(_ name: String, _ scanner: inout JSONScanner, into others: inout UnknownMembers?) throws {
        // Without a copy for each of them.
        if others == nil { others = UnknownMembers() }
        try others?.read(name, &scanner, of: entity)
    }

    private func repeated(_ index: Int, _ scanner: borrowing JSONScanner) -> JSONError {
        scanner.error("duplicate key '\(format.keys.keys[index])'", at: scanner.keyOffset)
    }

    private func withoutNumber(_ scanner: borrowing JSONScanner, at offset: Int) -> JSONError {
        scanner.error(
            "an object of '\(format.entity.name)' has no '\(format.keys.keys[0])' greater than 0", at: offset)
    }
}
