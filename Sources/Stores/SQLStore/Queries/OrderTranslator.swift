import Foundation
import ModelExpressions
import StoreProtocol

/// Translates sort keys into terms of `ORDER BY`.
struct OrderTranslator {
    let paths: PathTranslator
    let dialect: any SQLDialect
    let place: SQLPlace
    /// Whether an index is faster than sorting all objects: only some are wanted, or only their numbers.
    var prefersIndex = false
    /// Whether the terms order groups, whose values must be those by which they are grouped.
    var ordersGroups = false

    /// Returns the terms; nil if SQL cannot express one of the keys.
    func terms(_ keys: [SortKey]) -> [SQLFragment]? {
        var terms: [SQLFragment] = []
        for key in keys {
            guard let compared = expressions(key) else { return nil }
            terms += compared.map { dialect.ordered($0, ascending: key.ascending) }
        }
        // Objects with equal keys are in the order of their numbers.
        return terms + [place.key]
    }

    /// Returns how to begin behind an object; nil if one of the keys has no index in its order.
    func continuation(_ keys: [SortKey]) -> SQLContinuation? {
        var continuation = SQLContinuation(key: place.key)
        for key in keys {
            // It decides alone, so keys behind it have no effect.
            if key.isIdentity {
                continuation.ascending = key.ascending
                return continuation
            }
            guard case .column(let column, let kind?)? = paths.operand(of: key.path.components[...], from: place),
                isIndexed(key, kind)
            else { return nil }
            continuation.values.append((column, key.ascending))
        }
        return continuation
    }

    /// Whether an index has the order of a key.
    private func isIndexed(_ key: SortKey, _ kind: SQLKind) -> Bool {
        prefersIndex && key.nilValue == nil && (kind != .text || key.comparison == .plain)
            && paths.isInOrderOfIndex(key.path, of: place, kind)
    }

    private func expressions(_ key: SortKey) -> [SQLFragment]? {
        if key.isIdentity { return [place.key] }
        guard case .column(let column, let kind?)? = paths.operand(of: key.path.components[...], from: place) else {
            return nil
        }
        guard let value = value(column, kind, insteadOfNil: key.nilValue) else { return nil }
        if isIndexed(key, kind) { return [value] }
        switch kind {
        case .whole, .uuid: return [value]
        case .real: return [dialect.rankOfNumber(value), value]
        case .date:
            let exact = [dialect.rankOfNumber(value), value]
            guard !ordersGroups, key.nilValue == nil, case .rounded(let rounded)? = paths.indexForm(of: column) else {
                return exact
            }
            return [rounded] + exact
        case .text: return dialect.collated(value, by: key.comparison).map { [$0] }
        // URIs ignore the comparison of strings.
        case .uri: return dialect.collated(value, by: .plain).map { [$0] }
        }
    }

    /// Returns a column with a constant instead of null; nil if the constant is of another kind.
    private func value(_ column: SQLFragment, _ kind: SQLKind, insteadOfNil constant: ConstantValue?) -> SQLFragment? {
        guard let constant else { return column }
        guard let value = kind.value(constant) else { return nil }
        return "COALESCE(\(column), \(bound: value))"
    }
}

extension SQLKind {
    /// Returns a constant as a column of this kind stores it; nil for a constant of another kind.
    fileprivate func value(_ constant: ConstantValue) -> SQLValue? {
        switch (self, SQLConstant(constant)) {
        case (.whole, .boolean(let flag)): .integer(flag ? 1 : 0)
        case (.whole, .integer(let number)): .integer(number)
        case (.real, .integer(let number)): Double(exactly: number).map(SQLValue.real)
        case (.real, .real(let number)): number.isNaN ? nil : .real(number)
        case (.date, .date(let date)): .real(date.timeIntervalSinceReferenceDate)
        case (.text, .string(let text)): .text(text)
        case (.uri, .uri(let address)): .text(address.absoluteString)
        case (.uuid, .uuid(let uuid)): .uuid(uuid)
        default: nil
        }
    }
}
