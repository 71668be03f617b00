import Foundation
import ModelExpressions
import StoreProtocol

// Compares strings with functions that call the evaluator's comparison.
extension PredicateTranslator {
    /// Returns whether a string begins with, ends with, or matches another. False for values that are not strings.
    func textTest(
        _ left: SQLOperand, _ comparisonOperator: ComparisonOperator, _ right: SQLOperand, _ options: ComparisonOptions
    ) -> SQLCondition {
        switch (text(left), text(right)) {
        case (.none, _), (_, .none):
            return .unknown
        case (.other, _), (_, .other):
            return .never
        case (.column(let column), .constant(let constant)):
            if comparisonOperator == .matches, !isPattern(constant, options) { return .unknown }
            return narrowed(column, comparisonOperator, constant, options)
        case (let left, let right):
            // A pattern from a column may be invalid; only the evaluator reports that.
            guard comparisonOperator != .matches, let left = left.fragment, let right = right.fragment else {
                return .unknown
            }
            return SQLCondition(ifSaid: dialect.comparison(left, comparisonOperator, right, options))
        }
    }

    /// A side of a string comparison.
    private enum Text {
        case none
        case other
        case constant(String)
        case column(SQLFragment)

        var fragment: SQLFragment? {
            switch self {
            case .none, .other: nil
            case .constant(let text): "\(bound: .text(text))"
            case .column(let column): column
            }
        }
    }

    private func text(_ operand: SQLOperand) -> Text {
        switch operand {
        case .constant(.string(let text)): .constant(text)
        case .constant: .other
        case .column(let column, .text): .column(column)
        // A transformable may contain a string.
        case .column(_, nil): .none
        case .column, .object, .count, .members: .other
        }
    }

    private func isPattern(_ pattern: String, _ options: ComparisonOptions) -> Bool {
        (try? TextPatterns().matches("", pattern, options: options)) != nil
    }

    /// Compares a column with a string, after a range of bytes that an index can find.
    func narrowed(
        _ column: SQLFragment, _ comparisonOperator: ComparisonOperator, _ text: String, _ options: ComparisonOptions
    ) -> SQLCondition {
        // A canonical form has the same prefix.
        var term = column
        if case .canonical(let canonical)? = paths.indexForm(of: column) { term = canonical }
        let compared = SQLCondition(
            ifSaid: dialect.comparison(column, comparisonOperator, "\(bound: .text(text))", options))
        guard options.isEmpty || options == .normalized else { return compared }
        let prefix: String
        switch comparisonOperator {
        case .equalTo, .beginsWith: prefix = StablePrefix.of(text)
        case .like: prefix = StablePrefix.of(text, isPattern: true)
        default: return compared
        }
        guard let end = StablePrefix.end(of: prefix) else { return compared }
        return .all([
            SQLCondition("\(term) >= \(bound: .text(prefix)) AND \(term) < \(bound: .text(end))"), compared,
        ])
    }

    // MARK: Membership

    /// Returns whether a collection contains a value, or a string a substring. Nothing contains nil.
    func contains(_ container: SQLOperand, _ value: SQLOperand, _ options: ComparisonOptions) -> SQLCondition {
        if case .constant(let constant) = value, constant.isNil { return .never }
        switch container {
        case .constant(.many(let members)):
            return isOne(of: members, value, options)
        case .members(let members):
            let isEqual = SQLCondition.all([areEqual(members.element, value, options), exists(value)])
            return any(of: members, isEqual, .never, isSelective: isConstant(value))
        case .constant, .column, .object, .count:
            return textTest(container, .contains, value, options)
        }
    }

    private func isConstant(_ operand: SQLOperand) -> Bool {
        if case .constant = operand { true } else { false }
    }

    private func exists(_ value: SQLOperand) -> SQLCondition {
        switch value {
        case .constant: .always
        case .column(let text, _), .object(let text, _): SQLCondition(definite: "\(text) IS NOT NULL")
        case .members, .count: .unknown
        }
    }

    private func isOne(of members: [SQLConstant], _ value: SQLOperand, _ options: ComparisonOptions) -> SQLCondition {
        switch value {
        case .object(let key, let entity):
            let keys = members.compactMap { self.key($0, of: entity) }
            return keys.isEmpty ? .never : SQLCondition(dialect.isMember(key, of: keys.map(SQLValue.integer)))
        case .column(let column, let kind?):
            var values: [SQLValue] = []
            var conditions: [SQLCondition] = []
            for member in members where !member.isNil {
                if let equal = kind.valuesEqual(to: member, options) {
                    values += equal
                } else {
                    conditions.append(areEqual(value, .constant(member), options))
                }
            }
            return .any([isOne(of: values, column, options)] + conditions)
        case .count:
            return .any(members.filter { !$0.isNil }.map { areEqual(value, .constant($0), options) })
        case .constant, .column, .members:
            return .unknown
        }
    }
}
