import ModelExpressions

// Paths of the object that an expression is asked about, put in other words.
extension ModelExpression {
    /// The expression with others in the place of the paths of its object, and of the object itself.
    ///
    /// What is inside of a subquery is about its members, and stays.
    ///
    /// - Parameters:
    ///   - isInFunction: Whether the expression is what a function over many values is given.
    ///   - functionReplacement: What takes the place of a function that is given a path alone; nil for the function of what takes
    ///     the place of the path.
    ///   - replacement: What takes the place of a path; the path of the object itself is empty.
    func replacingPaths(
        isInFunction: Bool = false,
        functions functionReplacement: (ExpressionFunction, _ path: ModelKeyPath) -> ModelExpression? = { _, _ in nil },
        _ replacement: (_ path: ModelKeyPath, _ isInFunction: Bool) -> ModelExpression
    ) -> ModelExpression {
        func replaced(_ expression: ModelExpression) -> ModelExpression {
            expression.replacingPaths(isInFunction: isInFunction, functions: functionReplacement, replacement)
        }
        switch self {
        case .constant, .variable: return self
        case .evaluatedObject: return replacement(ModelKeyPath([]), isInFunction)
        case .keyPath(let path, of: .evaluatedObject): return replacement(path, isInFunction)
        case .keyPath(let path, let base): return .keyPath(path, of: replaced(base))
        case .element(let base, .index(let index)): return .element(of: replaced(base), at: .index(replaced(index)))
        case .element(let base, let position): return .element(of: replaced(base), at: position)
        case .aggregate(let members): return .aggregate(members.map(replaced))
        case .unary(let symbol, let operand): return .unary(symbol, replaced(operand))
        case .cast(let operand, let type): return .cast(replaced(operand), type: type)
        case .binary(let symbol, let left, let right): return .binary(symbol, replaced(left), replaced(right))
        case .function(let function, let operands):
            if operands.count == 1, let path = operands[0].pathOfObject,
                let replacement = functionReplacement(function, path)
            {
                return replacement
            }
            let isOfMany = isInFunction || function.isOfMany
            return .function(
                function,
                operands.map {
                    $0.replacingPaths(isInFunction: isOfMany, functions: functionReplacement, replacement)
                })
        case .methodCall(let receiver, let selector, let arguments):
            return .methodCall(replaced(receiver), selector: selector, arguments.map(replaced))
        case .subquery(let collection, let variable, let predicate):
            return .subquery(replaced(collection), variable: variable, predicate)
        case .ternary(let predicate, let first, let second):
            return .ternary(
                predicate.replacingPaths(functions: functionReplacement, replacement), replaced(first), replaced(second)
            )
        }
    }

    /// The path, where the expression is nothing else: empty for the object itself.
    private var pathOfObject: ModelKeyPath? {
        switch self {
        case .evaluatedObject: ModelKeyPath([])
        case .keyPath(let path, of: .evaluatedObject): path
        default: nil
        }
    }

    /// Whether the expression is of many objects at once.
    var isOfMany: Bool {
        switch self {
        case .function(let function, let operands): function.isOfMany || operands.contains(where: \.isOfMany)
        case .binary(_, let left, let right): left.isOfMany || right.isOfMany
        case .unary(_, let operand), .cast(let operand, _): operand.isOfMany
        default: false
        }
    }
}

extension ModelPredicate {
    /// The predicate with others in the place of the paths of its object.
    func replacingPaths(
        functions: (ExpressionFunction, ModelKeyPath) -> ModelExpression? = { _, _ in nil },
        _ replacement: (ModelKeyPath, Bool) -> ModelExpression
    ) -> ModelPredicate {
        switch self {
        case .constant: return self
        case .comparison(var comparison):
            comparison.left = comparison.left.replacingPaths(functions: functions, replacement)
            comparison.right = comparison.right.replacingPaths(functions: functions, replacement)
            return .comparison(comparison)
        case .not(let operand): return .not(operand.replacingPaths(functions: functions, replacement))
        case .and(let members): return .and(members.map { $0.replacingPaths(functions: functions, replacement) })
        case .or(let members): return .or(members.map { $0.replacingPaths(functions: functions, replacement) })
        }
    }
}

extension ExpressionFunction {
    /// Whether the function makes one value of many.
    var isOfMany: Bool {
        switch self {
        case .sum, .count, .minimum, .maximum, .average, .median, .mode, .standardDeviation: true
        default: false
        }
    }
}
