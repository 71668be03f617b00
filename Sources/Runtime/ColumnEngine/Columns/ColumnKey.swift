import Foundation
import ModelExpressions
import ModelSchema

/// A sort key that is an attribute of the objects themselves, compared by the words of its columns.
struct ColumnKey {
    let name: String
    let ascending: Bool
    /// The word of nil: 0, unless nil reads as a value.
    let nilCode: UInt64

    /// Nil for other keys, and for attributes whose values have no words or compare differently.
    init?(_ key: SortKey, of entity: EntityDescription) {
        guard !key.isIdentity, key.path.components.count == 1, case .key(let name) = key.path.components[0],
            let index = entity.attributeIndexes[name]
        else { return nil }
        switch (entity.attributeTypes[index], key.nilValue) {
        case (.boolean, nil), (.integer16, nil), (.integer32, nil), (.integer64, nil), (.float, nil), (.double, nil),
            (.date, nil), (.uuid, nil):
            nilCode = 0
        case (.string, nil) where key.comparison == .plain: nilCode = 0
        case (.boolean, .boolean(let flag)?): nilCode = SortCode.integer(flag ? 1 : 0)
        case (.integer16, .integer(let number)?), (.integer32, .integer(let number)?):
            nilCode = SortCode.integer(number)
        case (.float, .real(let number)?), (.double, .real(let number)?): nilCode = SortCode.real(number)
        default: return nil
        }
        self.name = name
        ascending = key.ascending
    }

    /// The word that decides the position of a row.
    @inline(__always)
    func code(_ column: Column, row: Int) -> UInt64 { code(stored: SortCode.code(column, row: row) ?? 0) }

    /// The word that decides the position of a row with a given word.
    @inline(__always)
    func code(stored: UInt64) -> UInt64 {
        let code = stored == 0 ? nilCode : stored
        return ascending ? code : ~code
    }

    /// The order of two rows with the same word.
    func compare(_ left: Column, _ leftRow: Int, _ right: Column, _ rightRow: Int) -> ComparisonResult {
        let result = SortCode.compare(left, leftRow, right, rightRow)
        return ascending ? result : ComparisonResult(rawValue: -result.rawValue) ?? result
    }

    /// The order of two rows.
    func order(_ left: Column, _ leftRow: Int, _ right: Column, _ rightRow: Int) -> ComparisonResult {
        let codes = (code(left, row: leftRow), code(right, row: rightRow))
        if codes.0 != codes.1 { return codes.0 < codes.1 ? .orderedAscending : .orderedDescending }
        return compare(left, leftRow, right, rightRow)
    }
}
