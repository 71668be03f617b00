import ColumnEngine
import JSONTokens

/// Reads one object after the other into columns.
struct ObjectColumnReader {
    /// By the index of the relationship; nil if the other side is stored.
    private var links: [LinkReader?]
    /// The unknown members of objects, by their numbers.
    private(set) var unknown: [Int64: UnknownMembers] = [:]
    private let format: EntityLayout
    private let properties: [EntityLayout.Property]
    private let entity: EntityDescription
    private let keys: JSONKeyTable
    /// The last object, from 1, with each key after the first 64, by the number of the key.
    private var lastObjects: [Int]
    private var objectCount = 0

    init(_ format: EntityLayout) {
        links = LinkReader.readers(of: format)
        self.format = format
        properties = format.properties
        entity = format.entity
        keys = format.keys
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
        // A bit for each of the first keys.
        var keysRead: UInt64 = 0
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
            if key < 64 {
                let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: key)
                guard keysRead & bit == 0 else { throw repeated(key, scanner) }
                keysRead |= bit
            } else {
                guard lastObjects[key] < objectCount else { throw repeated(key, scanner) }
                lastObjects[key] = objectCount
            }
            switch properties[key] {
            case .attribute(let attribute):
                try cells.columns[attribute].read(&scanner, row: row, attribute, of: cells)
            case .identity:
                number = try scanner.readInteger()
                guard number > 0 else { throw withoutNumber(scanner, at: start) }
            case .relationship(let relationship): try links[relationship]?.read(&scanner, row: rowCount)
            }
        }
        guard number > 0 else { throw withoutNumber(scanner, at: start) }
        guard number <= ObjectReference.maximumNumber else {
            throw scanner.error("the number \(number) is greater than \(ObjectReference.maximumNumber)", at: start)
        }
        if let others { unknown[number] = others }
        return number
    }

    /// The destinations of the objects.
    mutating func takeLinks() -> [LinkReader?] {
        for index in links.indices { links[index]?.appendNothing(upTo: objectCount) }
        return links
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
