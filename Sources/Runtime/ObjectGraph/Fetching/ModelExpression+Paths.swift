import ModelExpressions

// Replacing the paths of the object that an expression is evaluated with.
extension ModelExpression {
    /// Returns the expression with others in place of the paths of its object, and of the object itself.
    ///
    /// The predicate of a subquery concerns its members, and stays.
    ///
    /// - Parameters:
    ///   - isInFunction: Whether the expression is the argument of a function over many values.
    ///   - functionReplacement: Returns the replacement for a function of a path; nil for the function of the path's
    ///     replacement.
    ///   - replacement: Returns the replacement for a path. The path of the object itself is empty.
    func replacingPaths(
        isInFunction: Bool = false,
        functions functionReplacement: (ExpressionFunction, _ path: ModelKeyPath) -> ModelExpression? = { _, _ in nil },
        _ replacement: (_ path: ModelKeyPath, _ isInFunction: Bool) -> ModelExpression
    ) -> ModelExpression {
        var isInFunction = isInFunction
        switch self {
        case .evaluatedObject: return replacement(ModelKeyPath([]), isInFunction)
        case .keyPath(let path, of: .evaluatedObject): return replacement(path, isInFunction)
        case .function(let function, let operands):
            if operands.count == 1, let path = operands[0].pathOfObject,
                let replacement = functionReplacement(function, path)
            {
                return replacement
            }
            isInFunction = isInFunction || function.isAggregate
        case .subquery(let collection, let variable, let predicate):
            let replaced = collection.replacingPaths(
                isInFunction: isInFunction, functions: functionReplacement, replacement)
            return .subquery(replaced, variable: variable, predicate)
        default: break
        }
        return mapping {
            $0.replacingPaths(isInFunction: isInFunction, functions: functionReplacement, replacement)
        } condition: {
            $0.replacingPaths(functions: functionReplacement, replacement)
        }
    }

    /// The path, if the expression is only a path: empty for the object itself.
    private var pathOfObject: ModelKeyPath? {
        switch self {
        case .evaluatedObject: ModelKeyPath([])
        case .keyPath(let path, of: .evaluatedObject): path
        default: nil
        }
    }

    /// Whether the expression has one value for many objects.
    var isAggregate: Bool {
        switch self {
        case .function(let function, let operands): function.isAggregate || operands.contains(where: \.isAggregate)
        case .binary(_, let left, let right): left.isAggregate || right.isAggregate
        case .unary(_, let operand), .cast(let operand, _): operand.isAggregate
        default: false
        }
    }
}

extension ModelPredicate {
    /// Returns the predicate with others in place of the paths of its object.
    func replacingPaths(
        functions: (ExpressionFunction, ModelKeyPath) -> ModelExpression? = { _, _ in nil },
        _ replacement: (ModelKeyPath, Bool) -> ModelExpression
    ) -> ModelPredicate {
        mapping { $0.replacingPaths(functions: functions, replacement) }
    }
}
