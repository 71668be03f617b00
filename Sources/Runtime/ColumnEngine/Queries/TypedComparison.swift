import Foundation
import ModelExpressions

/// A comparison of an entity's own attribute with a constant, as a loop over a typed column.
struct TypedComparison {
    let apply: (RowContents, RowChunk, inout RowSelection) throws -> Void

    /// Nil for comparisons without a loop of their own.
    init?(
        _ comparison: ModelComparison, of entity: EntityDescription, with evaluator: PredicateEvaluator<GraphSource>
    ) {
        guard comparison.modifier == .direct, let keys = comparison.left.ownKeys, keys.count == 1,
            let index = entity.attributeIndexes[keys[0]], case .constant(let constant) = comparison.right
        else { return nil }
        let whenNil = comparison.operator == .notEqualTo ? constant != .null : false
        if constant == .null {
            guard comparison.operator == .equalTo || comparison.operator == .notEqualTo else { return nil }
            let wantsNil = comparison.operator == .equalTo
            apply = { contents, _, rows in rows.keepNil(contents.columns[index], wantsNil) }
            return
        }
        switch entity.attributes[index].type {
        case .integer16, .integer32, .integer64, .boolean:
            guard let test = IntegerTest(comparison.operator, constant) else { return nil }
            apply = { contents, _, rows in rows.keep(contents.columns[index], whenNil: whenNil, test) }
        case .double, .float, .date:
            let isDate = entity.attributes[index].type == .date
            guard let test = RealTest(comparison.operator, constant, isDate: isDate) else { return nil }
            apply = { contents, _, rows in rows.keep(contents.columns[index], whenNil: whenNil, test) }
        case .string:
            guard let test = StringTest(comparison, constant, evaluator.patterns) else { return nil }
            apply = { contents, chunk, rows in
                guard case .string(let values) = contents.columns[index] else { return }
                let words = test.usesWords ? chunk.textWords(ofAttribute: index) : nil
                try test.keep(&rows, values, words, whenNil: whenNil)
            }
        case .uuid:
            guard let wanted = Self.uuids(constant),
                [.equalTo, .notEqualTo, .in].contains(comparison.operator),
                wanted.isCollection == (comparison.operator == .in)
            else { return nil }
            let isWanted = comparison.operator != .notEqualTo
            apply = { contents, _, rows in
                guard case .uuid(let values) = contents.columns[index] else { return }
                rows.keep(values, whenNil: whenNil) { wanted.values.contains($0) == isWanted }
            }
        default: return nil
        }
    }

    private static func uuids(_ constant: ConstantValue) -> (values: Set<UUID>, isCollection: Bool)? {
        switch constant {
        case .uuid(let text): return UUID(text: text).map { ([$0], false) }
        case .collection(let members):
            var values: Set<UUID> = []
            for member in members {
                guard case .uuid(let text) = member, let value = UUID(text: text) else { return nil }
                values.insert(value)
            }
            return (values, true)
        default: return nil
        }
    }
}

extension RowSelection {
    fileprivate mutating func keepNil(_ column: Column, _ wantsNil: Bool) {
        func keepAll<Value>(_ values: ColumnValues<Value>) { keep { values.isMissing(at: $0) == wantsNil } }
        switch column {
        case .boolean(let values): keepAll(values)
        case .integer16(let values): keepAll(values)
        case .integer32(let values): keepAll(values)
        case .integer64(let values): keepAll(values)
        case .float(let values): keepAll(values)
        case .double(let values): keepAll(values)
        case .decimal(let values): keepAll(values)
        case .string(let values): keep { values.isNil(at: $0) == wantsNil }
        case .date(let values): keepAll(values)
        case .binary(let values): keepAll(values)
        case .uuid(let values): keepAll(values)
        case .uri(let values): keepAll(values)
        case .values(let values): keep { values[$0].isNull == wantsNil }
        }
    }

    fileprivate mutating func keep(_ column: Column, whenNil: Bool, _ test: IntegerTest) {
        switch test {
        case .within(let range, let isWanted):
            let (lower, upper) = (range.lowerBound, range.upperBound)
            keepIntegers(column, whenNil: whenNil) { (lower <= $0 && $0 <= upper) == isWanted }
        case .oneOf(let set): keepIntegers(column, whenNil: whenNil) { set.contains($0) }
        case .never(let answer): keepIntegers(column, whenNil: whenNil) { _ in answer }
        }
    }

    @inline(__always)
    private mutating func keepIntegers(_ column: Column, whenNil: Bool, _ test: (Int64) -> Bool) {
        switch column {
        case .boolean(let values): keep(values, whenNil: whenNil) { test($0 ? 1 : 0) }
        case .integer16(let values): keep(values, whenNil: whenNil) { test(Int64($0)) }
        case .integer32(let values): keep(values, whenNil: whenNil) { test(Int64($0)) }
        case .integer64(let values): keep(values, whenNil: whenNil, where: test)
        default: break
        }
    }

    fileprivate mutating func keep(_ column: Column, whenNil: Bool, _ test: RealTest) {
        let (lower, upper, isWanted) = (test.lower, test.upper, test.isWanted)
        switch column {
        case .double(let values): keep(values, whenNil: whenNil) { (lower <= $0 && $0 <= upper) == isWanted }
        case .float(let values):
            keep(values, whenNil: whenNil) { (lower <= Double($0) && Double($0) <= upper) == isWanted }
        case .date(let values):
            keep(values, whenNil: whenNil) {
                let value = $0.timeIntervalSinceReferenceDate
                return (lower <= value && value <= upper) == isWanted
            }
        default: break
        }
    }
}
