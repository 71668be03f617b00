import CompiledModels
import MappingModels
import ModelExpressions

/// Archives predicates and expressions.
///
/// Source: the predicates and expressions in public archives.
struct ArchivedExpressions {
    /// The forms that no public archive contains, as nouns.
    private(set) var unknownForms: [String] = []
    /// Whether expressions can call methods of values, as those of mapping models do.
    private let allowsMethodCalls: Bool

    init(allowsMethodCalls: Bool = false) { self.allowsMethodCalls = allowsMethodCalls }

    /// An expression that cannot be archived.
    struct UnsupportedExpressionError: Error {
        /// The kind of expression, as a noun.
        let form: String
    }

    mutating func predicate(_ predicate: ModelPredicate) throws(UnsupportedExpressionError) -> ArchivedObject {
        switch predicate {
        case .comparison(let comparison): return try self.comparison(comparison)
        case .and(let members): return try compound(1, members)
        case .or(let members): return try compound(2, members)
        case .not(let member):
            unknownForms.append("NOT")
            return try compound(0, [member])
        case .constant: throw UnsupportedExpressionError(form: "TRUEPREDICATE and FALSEPREDICATE")
        }
    }

    private mutating func compound(_ type: Int64, _ members: [ModelPredicate]) throws(UnsupportedExpressionError)
        -> ArchivedObject
    {
        var archived: [ArchivedMember] = []
        for member in members { archived.append(.object(try predicate(member))) }
        return ArchivedObject(
            .compoundPredicate,
            [(.compoundPredicateType, .integer(type)), (.subpredicates, .object(.list(.array, archived)))])
    }

    private mutating func comparison(_ comparison: ModelComparison) throws(UnsupportedExpressionError) -> ArchivedObject
    {
        guard comparison.modifier == .direct else {
            throw UnsupportedExpressionError(form: "\(comparison.modifier.rawValue)")
        }
        return ArchivedObject(
            .comparisonPredicate,
            [
                (.leftExpression, .object(try expression(comparison.left))),
                (.rightExpression, .object(try expression(comparison.right))),
                (.predicateOperator, .object(try archivedOperator(comparison))),
            ])
    }

    private mutating func archivedOperator(_ comparison: ModelComparison) throws(UnsupportedExpressionError)
        -> ArchivedObject
    {
        let options = Int64(comparison.options.rawValue)
        func ordering(_ number: Int64) -> ArchivedObject {
            ArchivedObject(
                .comparisonOperator,
                [
                    (.operatorType, .integer(number)), (.variant, .integer(number)), (.options, .integer(options)),
                    (.modifier, .integer(0)),
                ])
        }
        switch comparison.operator {
        case .lessThan: return ordering(0)
        case .lessThanOrEqualTo: return ordering(1)
        case .greaterThan: return ordering(2)
        case .greaterThanOrEqualTo: return ordering(3)
        case .equalTo, .notEqualTo:
            let isEqual = comparison.operator == .equalTo
            if !isEqual { unknownForms.append("!=") }
            return ArchivedObject(
                .equalityOperator,
                [
                    (.operatorType, .integer(isEqual ? 4 : 5)), (.negate, .boolean(!isEqual)),
                    (.options, .integer(options)), (.modifier, .integer(0)),
                ])
        case .like:
            return ArchivedObject(
                .likeOperator, [(.operatorType, .integer(7)), (.flags, .integer(options)), (.modifier, .integer(0))])
        case .contains:
            return ArchivedObject(.inOperator, [(.operatorType, .integer(99)), (.flags, .integer(options))])
        case .between, .in, .beginsWith, .endsWith, .matches:
            throw UnsupportedExpressionError(form: comparison.operator.rawValue)
        }
    }

    mutating func expression(_ expression: ModelExpression) throws(UnsupportedExpressionError) -> ArchivedObject {
        switch expression {
        case .evaluatedObject: return ArchivedObject(.selfExpression, [(.expressionType, .integer(1))])
        case .variable(let name):
            return ArchivedObject(
                .variableExpression, [(.expressionType, .integer(2)), (.variable, .string(name))])
        case .constant(let value):
            return ArchivedObject(
                .constantExpression, [(.expressionType, .integer(0)), (.constantValue, try constant(value))])
        case .keyPath(let path, let base): return try keyPath(path, of: base)
        case .function(let function, let arguments):
            return try self.function(function.rawValue, arguments, in: .mutableArray)
        case .methodCall(let receiver, let selector, let arguments) where allowsMethodCalls:
            let target = try self.expression(receiver)
            return try call(selector, of: target, arguments, in: .mutableArray)
        case .element, .aggregate, .unary, .binary, .methodCall, .subquery, .cast, .ternary:
            throw UnsupportedExpressionError(form: "the expression '\(expression.printed.format)'")
        }
    }

    /// A derivation, in which the count of a collection is a function.
    mutating func derivation(_ expression: ModelExpression) throws(UnsupportedExpressionError) -> ArchivedObject {
        guard case .keyPath(var path, of: .evaluatedObject) = expression,
            let index = path.components.firstIndex(where: { if case .collectionOperator = $0 { true } else { false } }),
            case .collectionOperator(let collectionOperator) = path.components[index]
        else { return try self.expression(expression) }
        guard collectionOperator == .count || collectionOperator == .sum else {
            throw UnsupportedExpressionError(form: collectionOperator.rawValue)
        }
        if collectionOperator == .sum { unknownForms.append("@sum") }
        path.components.remove(at: index)
        return try function(
            collectionOperator == .count ? "count:" : "sum:", [.keyPath(path, of: .evaluatedObject)], in: .array)
    }

    private mutating func keyPath(
        _ path: ModelKeyPath, of base: ModelExpression
    ) throws(UnsupportedExpressionError) -> ArchivedObject {
        let isOfVariable = if case .variable = base { true } else { false }
        if path.hasOperator { unknownForms.append("the operator in '\(path)'") }
        let specifier = ArchivedObject(
            .keyPathSpecifier, [(.expressionType, .integer(10)), (.keyPath, .string(path.description))])
        let selector = isOfVariable || path.components.count > 1 ? "valueForKeyPath:" : "valueForKey:"
        return ArchivedObject(
            .keyPathExpression,
            [
                (.expressionType, .integer(isOfVariable ? 4 : 3)), (.selectorName, .string(selector)),
                (.operand, .object(try expression(base))),
                (.arguments, .object(.list(.mutableArray, [.object(specifier)]))),
            ])
    }

    private mutating func function(
        _ selector: String, _ arguments: [ModelExpression], in list: ArchiveClass
    ) throws(UnsupportedExpressionError) -> ArchivedObject {
        if !["count:", "canonical:", "now"].contains(selector), selector != "sum:" {
            unknownForms.append("the function '\(selector)'")
        }
        let target = ArchivedObject(
            .constantExpression,
            [(.expressionType, .integer(0)), (.constantValueClassName, .string("_NSPredicateUtilities"))])
        return try call(selector, of: target, arguments, in: list)
    }

    /// A call of a method.
    mutating func call(
        _ selector: String, of target: ArchivedObject, _ arguments: [ModelExpression], in list: ArchiveClass
    ) throws(UnsupportedExpressionError) -> ArchivedObject {
        var archived: [ArchivedMember] = []
        for argument in arguments { archived.append(.object(try expression(argument))) }
        return ArchivedObject(
            .functionExpression,
            [
                (.expressionType, .integer(4)), (.selectorName, .string(selector)), (.operand, .object(target)),
                (.arguments, .object(.list(list, archived))),
            ])
    }

    private func constant(_ value: ConstantValue) throws(UnsupportedExpressionError) -> ArchivedMember {
        switch value {
        case .boolean(let value): .numberObject(.boolean(value))
        case .integer(let value): .numberObject(.integer(value))
        case .real(let value): .numberObject(.real(value))
        case .string(let text): .string(text)
        case .date(let seconds): .object(ArchivedObject(.date, [(.time, .real(seconds))]))
        case .null: throw UnsupportedExpressionError(form: "NULL")
        case .decimal, .data, .uuid, .url, .collection, .opaque:
            throw UnsupportedExpressionError(form: "a constant of another type")
        }
    }
}
