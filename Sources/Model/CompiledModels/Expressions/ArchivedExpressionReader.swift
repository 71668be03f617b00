import MappingModels
package import ModelExpressions

/// Reads the archived expressions of a model.
///
/// Other expressions are nil: a block, a subquery, or a function of a program.
///
/// Source: the archived expressions of public stores; the selectors are those that Apple's documentation of
/// `NSExpression` lists.
struct ArchivedExpressionReader {
    /// The maximum depth of expressions; those that people write are no deeper than ten.
    static let maximumDepth = 50

    /// Whether expressions can call methods of values, as those of mapping models do.
    var allowsMethodCalls = false

    /// An expression; nil if the format language cannot represent it.
    func expression(_ archived: ArchivedValue?, depth: Int = 0) -> ModelExpression? {
        guard let archived, depth < Self.maximumDepth else { return nil }
        switch archived.className {
        case "NSConstantValueExpression":
            guard let value = archived[.constantValue] else { return .constant(.null) }
            return constant(value, depth: depth + 1).map(ModelExpression.constant)
        case "NSSelfExpression": return .evaluatedObject
        case "NSVariableExpression": return archived[.variable]?.text.map(ModelExpression.variable)
        case "NSKeyPathExpression", "NSFunctionExpression": return call(archived, depth: depth + 1)
        case "NSAggregateExpression": return aggregate(archived[.collection], depth: depth + 1)
        default: return nil
        }
    }

    /// A constant; nil for an object of a class without constants in the format language.
    func constant(_ value: ArchivedValue, depth: Int = 0) -> ConstantValue? {
        guard depth < Self.maximumDepth else { return nil }
        if let text = value.text { return .string(text) }
        if value.isBoolean { return value.boolean.map(ConstantValue.boolean) }
        if let integer = value.integer, !value.isReal { return .integer(integer) }
        if let real = value.real { return .real(real) }
        if let date = value.date { return .date(date) }
        if value.className == "NSNull" { return .null }
        if let decimal = ArchivedNumbers.decimal(value) { return .decimal(decimal) }
        if let uuid = ArchivedNumbers.uuid(value) { return .uuid(uuid) }
        guard let elements = value.elements else { return value.bytes.map(ConstantValue.data) }
        let members = elements.compactMap { constant($0, depth: depth + 1) }
        return members.count == elements.count ? .collection(members) : nil
    }

    /// A key path, which archives contain as a call of `valueForKeyPath:`, or a function of the language.
    private func call(_ archived: ArchivedValue, depth: Int) -> ModelExpression? {
        guard let selector = archived[.selectorName]?.text else { return nil }
        let arguments = archived[.arguments]?.elements ?? []
        if selector == "valueForKey:" || selector == "valueForKeyPath:" {
            guard let text = arguments.first?[.keyPath]?.text,
                let path = allowsMethodCalls ? ModelKeyPath(inMappingModel: text) : ModelKeyPath(text: text),
                let base = expression(archived[.operand], depth: depth)
            else { return nil }
            return .keyPath(path, of: base)
        }
        let operands = arguments.compactMap { expression($0, depth: depth) }
        guard operands.count == arguments.count else { return nil }
        // A function of the language is a call of a class that only the framework knows.
        guard archived[.operand]?[.constantValueClassName]?.text == "_NSPredicateUtilities" else {
            guard allowsMethodCalls, let receiver = expression(archived[.operand], depth: depth) else { return nil }
            return .methodCall(receiver, selector: selector, operands)
        }
        guard let function = ExpressionFunction(rawValue: selector), function.argumentCount == operands.count
        else { return nil }
        return .function(function, operands)
    }

    private func aggregate(_ collection: ArchivedValue?, depth: Int) -> ModelExpression? {
        guard let elements = collection?.elements else { return nil }
        let members = elements.compactMap { expression($0, depth: depth) }
        guard members.count == elements.count else { return nil }
        let constants = members.compactMap { if case .constant(let value) = $0 { value } else { nil } }
        return constants.count == members.count ? .constant(.collection(constants)) : .aggregate(members)
    }
}

extension ModelExpression {
    /// The expression in the form of derivations in model files, where the count and the sum of a collection are
    /// operators at the end of a path.
    package var asDerivation: ModelExpression {
        guard case .function(let function, let operands) = self, operands.count == 1,
            case .keyPath(var path, of: .evaluatedObject) = operands[0]
        else { return self }
        switch function {
        case .count: path.components.append(.collectionOperator(.count))
        case .sum: path.components.append(.collectionOperator(.sum))
        default: return self
        }
        return .keyPath(path)
    }
}
