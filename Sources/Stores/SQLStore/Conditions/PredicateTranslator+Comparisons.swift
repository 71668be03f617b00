import Foundation
package import ModelExpressions
import StoreProtocol

extension PredicateTranslator {
    /// Returns whether an operator holds between two values. If the left value is nil, only `==` and `!=` can be true.
    func compare(
        _ left: SQLOperand, _ comparisonOperator: ComparisonOperator, _ right: SQLOperand, _ options: ComparisonOptions
    ) -> SQLCondition {
        switch comparisonOperator {
        case .equalTo:
            return areEqual(left, right, options)
        case .notEqualTo:
            return areEqual(left, right, options).negated
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
            return order(left, comparisonOperator, right, options)
        case .between:
            guard case .constant(.many(let bounds)) = right, bounds.count == 2 else { return .unknown }
            return .all([
                order(left, .greaterThanOrEqualTo, .constant(bounds[0]), options),
                order(left, .lessThanOrEqualTo, .constant(bounds[1]), options),
            ])
        case .in:
            return contains(right, left, options)
        case .contains:
            return contains(left, right, options)
        case .beginsWith, .endsWith, .like, .matches:
            return textTest(left, comparisonOperator, right, options)
        }
    }

    // MARK: Equality

    func areEqual(_ left: SQLOperand, _ right: SQLOperand, _ options: ComparisonOptions) -> SQLCondition {
        switch (left, right) {
        case (.constant(let left), .constant(let right)):
            // The caller has already compared two constants that are not nil.
            if left.isNil || right.isNil { return left.isNil && right.isNil ? .always : .never }
            return .unknown
        case (.constant, _):
            return areEqual(right, left, options)
        case (.column(let column, let kind), .constant(let constant)):
            if constant.isNil { return SQLCondition(definite: "\(column) IS NULL") }
            return kind.flatMap { equality(column, $0, constant, options) } ?? .unknown
        case (.column(let first, let kind?), .column(let second, let otherKind?)):
            return areEqual(first, kind, second, otherKind, options)
        case (.object(let key, let entity), .constant(let constant)):
            return isObject(key, entity, constant)
        case (.object(let first, let entity), .object(let second, let other)):
            if entity.rootName == other.rootName {
                return SQLCondition(definite: "\(first) IS NOT DISTINCT FROM \(second)")
            }
            return SQLCondition(definite: "(\(first) IS NULL AND \(second) IS NULL)")
        case (.count(let members, let isNilWithoutOwner), .constant(let constant)):
            return isCount(members, isNilWithoutOwner, .equalTo, constant)
        default:
            return .unknown
        }
    }

    private func isObject(_ key: SQLFragment, _ entity: EntityDescription, _ constant: SQLConstant) -> SQLCondition {
        if constant.isNil { return SQLCondition(definite: "\(key) IS NULL") }
        guard let number = self.key(constant, of: entity) else { return .never }
        return SQLCondition("\(key) = \(bound: .integer(number))")
    }

    /// Returns the key of an object of an entity's hierarchy in this store; nil if the value is not such an object.
    func key(_ constant: SQLConstant, of entity: EntityDescription) -> Int64? {
        guard case .objectID(let objectID) = constant, objectID.storeIdentifier == context.storeIdentifier,
            context.model.entitiesByName[objectID.entityName]?.rootName == entity.rootName
        else { return nil }
        return objectID.number
    }

    /// Returns nil if SQL cannot express the comparison.
    private func equality(
        _ column: SQLFragment, _ kind: SQLKind, _ constant: SQLConstant, _ options: ComparisonOptions
    ) -> SQLCondition? {
        guard let values = kind.valuesEqual(to: constant, options) else {
            guard case .text = kind, case .string(let text) = constant else { return nil }
            return narrowed(column, .equalTo, text, options)
        }
        return isOne(of: values, column, options)
    }

    /// Returns whether a column has one of several values, in the form in which indexes have it.
    func isOne(of values: [SQLValue], _ column: SQLFragment, _ options: ComparisonOptions) -> SQLCondition {
        if values.isEmpty { return .never }
        switch paths.indexForm(of: column) {
        case nil: return isMember(column, of: values)
        case .canonical(let canonical):
            let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
            // The database may know other characters than the evaluator,
            // so it finds the forms of those beyond ASCII itself.
            let forms = Set(texts.map(\.canonicallyComposed))
            guard forms.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { return isMember(column, of: values) }
            let isEquivalent = isMember(canonical, of: forms.sorted().map(SQLValue.text))
            return options == .normalized ? .all([isEquivalent, isMember(column, of: values)]) : isEquivalent
        case .rounded:
            let seconds = values.compactMap { if case .real(let seconds) = $0 { seconds } else { nil } }
            guard let least = seconds.min(), let greatest = seconds.max() else { return .never }
            return .all([
                narrowed(column, .greaterThanOrEqualTo, to: least), narrowed(column, .lessThanOrEqualTo, to: greatest),
                isMember(column, of: values),
            ])
        }
    }

    private func isMember(_ column: SQLFragment, of values: [SQLValue]) -> SQLCondition {
        values.count > 1
            ? SQLCondition(dialect.isMember(column, of: values))
            : values.first.map { SQLCondition("\(column) = \(bound: $0)") } ?? .never
    }

    private func areEqual(
        _ left: SQLFragment, _ kind: SQLKind, _ right: SQLFragment, _ other: SQLKind, _ options: ComparisonOptions
    ) -> SQLCondition {
        let areNil: SQLFragment = "(\(left) IS NULL AND \(right) IS NULL)"
        if kind.isNumber, other.isNumber {
            return SQLCondition("(\(numberComparison(left, kind, .equalTo, right, other)) OR \(areNil))")
        }
        guard kind == other else { return SQLCondition(definite: areNil) }
        switch kind {
        case .date: return SQLCondition("((\(left) = \(right) AND \(dialect.isNumber(left))) OR \(areNil))")
        case .text, .uri:
            let options = kind == .uri ? [] : options
            return SQLCondition(
                ifSaid: dialect.comparison(left, .equalTo, right, options).map { "(\($0) OR \(areNil))" })
        case .uuid: return SQLCondition("(\(left) = \(right) OR \(areNil))")
        case .whole, .real: return .unknown
        }
    }

    // MARK: Counts

    /// Compares the number of objects. To find out whether there are any, the condition does not count them.
    func isCount(
        _ members: SQLMembers, _ isNilWithoutOwner: Bool, _ comparisonOperator: ComparisonOperator,
        _ constant: SQLConstant
    ) -> SQLCondition {
        let isOwned: SQLFragment = "\(members.owner.key) IS NOT NULL"
        if constant.isNil {
            guard comparisonOperator == .equalTo, isNilWithoutOwner else { return .never }
            return SQLCondition(definite: "\(members.owner.key) IS NULL")
        }
        guard let test = SQLKind.whole.test(comparisonOperator, constant) else { return .unknown }
        let compared: SQLCondition
        switch test {
        case .never:
            return .never
        case .anyValue:
            compared = .always
        case .compared(let sign, .integer(let number)):
            let any: SQLFragment = "EXISTS (SELECT 1 \(members.selection(where: [members.isOfOwner])))"
            switch (sign, number) {
            case (">", 0), (">=", 1): compared = SQLCondition(definite: any)
            case ("=", 0), ("<", 1), ("<=", 0): compared = SQLCondition(definite: "NOT \(any)")
            default:
                compared = SQLCondition(definite: "\(members.count) \(name: sign) \(bound: .integer(number))")
            }
        case .compared:
            return .unknown
        }
        return isNilWithoutOwner ? .all([SQLCondition(definite: isOwned), compared]) : compared
    }
}

extension QueryValue {
    var isNil: Bool {
        if case .null = self { true } else { false }
    }
}

extension ComparisonOperator {
    /// The operator with its sides exchanged.
    var mirrored: ComparisonOperator {
        switch self {
        case .lessThan: .greaterThan
        case .lessThanOrEqualTo: .greaterThanOrEqualTo
        case .greaterThan: .lessThan
        case .greaterThanOrEqualTo: .lessThanOrEqualTo
        default: self
        }
    }

    /// An operator of equality or order in SQL.
    package var sign: String { self == .equalTo ? "=" : rawValue }
}
