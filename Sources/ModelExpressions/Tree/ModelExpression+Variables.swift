extension ModelExpression {
    /// The names of the variables that need a value before the expression can be evaluated.
    public var freeVariables: Set<String> {
        switch self {
        case .constant, .evaluatedObject:
            []
        case .variable(let name):
            [name]
        case .keyPath(_, let base), .unary(_, let base), .cast(let base, _):
            base.freeVariables
        case .element(let base, .index(let index)):
            base.freeVariables.union(index.freeVariables)
        case .element(let base, .first), .element(let base, .last), .element(let base, .size):
            base.freeVariables
        case .aggregate(let members), .function(_, let members):
            members.reduce(into: []) { $0.formUnion($1.freeVariables) }
        case .binary(_, let left, let right):
            left.freeVariables.union(right.freeVariables)
        case .methodCall(let receiver, _, let arguments):
            arguments.reduce(into: receiver.freeVariables) { $0.formUnion($1.freeVariables) }
        case .subquery(let collection, let variable, let predicate):
            collection.freeVariables.union(predicate.freeVariables.subtracting([variable]))
        case .ternary(let predicate, let first, let second):
            predicate.freeVariables.union(first.freeVariables).union(second.freeVariables)
        }
    }

    /// Returns the expression with values in the place of its free variables. A variable without a value stays.
    public func substituting(_ values: [String: ConstantValue]) -> ModelExpression {
        switch self {
        case .constant, .evaluatedObject:
            return self
        case .variable(let name):
            return values[name].map(ModelExpression.constant) ?? self
        case .keyPath(let path, let base):
            return .keyPath(path, of: base.substituting(values))
        case .unary(let unaryOperator, let operand):
            return .unary(unaryOperator, operand.substituting(values))
        case .cast(let operand, let type):
            return .cast(operand.substituting(values), type: type)
        case .element(let base, .index(let index)):
            return .element(of: base.substituting(values), at: .index(index.substituting(values)))
        case .element(let base, let position):
            return .element(of: base.substituting(values), at: position)
        case .aggregate(let members):
            return .aggregate(members.map { $0.substituting(values) })
        case .function(let function, let arguments):
            return .function(function, arguments.map { $0.substituting(values) })
        case .binary(let binaryOperator, let left, let right):
            return .binary(binaryOperator, left.substituting(values), right.substituting(values))
        case .methodCall(let receiver, let selector, let arguments):
            return .methodCall(
                receiver.substituting(values), selector: selector, arguments.map { $0.substituting(values) })
        case .subquery(let collection, let variable, let predicate):
            var inner = values
            inner[variable] = nil
            return .subquery(
                collection.substituting(values), variable: variable, predicate.substituting(inner))
        case .ternary(let predicate, let first, let second):
            return .ternary(
                predicate.substituting(values), first.substituting(values), second.substituting(values))
        }
    }
}
