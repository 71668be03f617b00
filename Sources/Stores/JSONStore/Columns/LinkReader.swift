import ColumnEngine
import JSONTokens

/// Reads the destinations of one relationship of an entity's objects as numbers,
/// which are resolved when all objects are known.
struct LinkReader {
    let relationship: RelationshipDescription
    /// The destinations of all rows; 0 for an empty to-one relationship.
    private(set) var numbers: [Int64] = []
    /// The end of the numbers of each row; empty for a to-one relationship, which has one number per row.
    private var ends: [Int] = []

    init(_ relationship: RelationshipDescription) { self.relationship = relationship }

    /// Readers by the index of the relationship; nil if the other side is stored.
    static func readers(of format: EntityLayout) -> [LinkReader?] {
        let stored = Set(
            format.properties.compactMap { property -> Int? in
                guard case .relationship(let index) = property else { return nil }
                return index
            })
        return format.entity.relationships.map { relationship in
            stored.contains(relationship.index) ? LinkReader(relationship) : nil
        }
    }

    /// Reads the destinations of a row. Rows that were passed over have none.
    mutating func read(_ scanner: inout JSONScanner, row: Int) throws {
        appendNothing(upTo: row)
        guard relationship.isToMany else {
            if try scanner.readNull() { return numbers.append(0) }
            let offset = scanner.offset
            let number = try scanner.readInteger()
            guard number > 0 else {
                throw scanner.error(
                    "'\(relationship.name)' has a destination number that is not greater than 0", at: offset)
            }
            return numbers.append(number)
        }
        _ = try scanner.peek()
        let offset = scanner.offset
        let start = numbers.count
        try scanner.beginArray()
        while try scanner.nextElement() { numbers.append(try scanner.readInteger()) }
        ends.append(numbers.count)
        let row = numbers[start...]
        guard row.isStrictlyAscending || Set(row).count == row.count else {
            throw scanner.error("'\(relationship.name)' contains an object twice", at: offset)
        }
    }

    /// Adds rows without destinations, up to a total number of rows.
    mutating func appendNothing(upTo rowCount: Int) {
        if relationship.isToMany {
            ends.append(contentsOf: repeatElement(numbers.count, count: rowCount - ends.count))
        } else {
            numbers.append(contentsOf: repeatElement(0, count: rowCount - numbers.count))
        }
    }

    /// Adds the rows of another reader of the same relationship.
    mutating func append(_ other: LinkReader) {
        let start = numbers.count
        numbers += other.numbers
        ends += other.ends.lazy.map { start + $0 }
    }

    /// Whether the destinations are those of a column, in the same order.
    func hasNumbers(of column: LinkColumn) -> Bool {
        switch column {
        case .toOne(let destinations):
            !relationship.isToMany
                && numbers.elementsEqual(destinations.lazy.map { $0 == .none ? 0 : $0.number })
        case .toMany(let lists):
            relationship.isToMany && lists.count == ends.count
                && lists.indices.allSatisfy { numbers(ofRow: $0).elementsEqual(lists[$0].lazy.map(\.number)) }
        case .deferred: false
        }
    }

    /// The destinations of a row of a to-many relationship.
    func numbers(ofRow row: Int) -> ArraySlice<Int64> { numbers[(row == 0 ? 0 : ends[row - 1])..<ends[row]] }
}

extension Collection where Element: Comparable {
    var isStrictlyAscending: Bool { zip(self, dropFirst()).allSatisfy(<) }
}
