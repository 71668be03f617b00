import ModelDiagnostics
import ModelSchema

extension ExpressionCheck {
    /// Returns the type of an expression, and reports the problems inside it.
    mutating func type(of expression: ModelExpression) -> ExpressionType {
        switch expression {
        case .constant(let value): return ExpressionType(of: value)
        case .evaluatedObject: return .object(entityName: entity.name)
        case .variable(let name): return type(ofVariable: name)
        case .keyPath(let path, let base): return type(of: path, from: type(of: base), text: expression)
        case .element(let list, let position): return type(ofElement: position, in: list)
        case .aggregate(let members): return .collection(.common(types(of: members)))
        case .unary(let unaryOperator, let operand):
            let type = type(of: operand)
            expect(.number, type, by: unaryOperator.rawValue)
            return type
        case .binary(let binaryOperator, let left, let right): return type(of: binaryOperator, left, right)
        case .function(let function, let arguments): return type(of: function, types(of: arguments), arguments)
        case .methodCall(let receiver, _, let arguments):
            _ = types(of: [receiver] + arguments)
            return .unknown
        case .subquery(let collection, let variable, let predicate):
            return type(ofSubquery: collection, variable: variable, predicate)
        case .cast(let operand, let type):
            _ = self.type(of: operand)
            return CastConstant.type(named: type)
        case .ternary(let predicate, let first, let second):
            visit(predicate)
            return .common(types(of: [first, second]))
        }
    }

    private mutating func types(of expressions: [ModelExpression]) -> [ExpressionType] {
        var types: [ExpressionType] = []
        for expression in expressions { types.append(type(of: expression)) }
        return types
    }

    private mutating func type(ofElement position: ElementPosition, in list: ModelExpression) -> ExpressionType {
        let listType = type(of: list)
        switch position {
        case .first, .last: return listType.element
        case .size: return .attribute(.integer64)
        case .index(let index):
            expect(.number, type(of: index), by: "an index")
            return listType.element
        }
    }

    private mutating func type(
        of binaryOperator: BinaryOperator, _ left: ModelExpression, _ right: ModelExpression
    ) -> ExpressionType {
        let leftType = type(of: left)
        let rightType = type(of: right)
        infer(left, as: rightType)
        infer(right, as: leftType)
        expect(.number, leftType, by: binaryOperator.rawValue)
        expect(.number, rightType, by: binaryOperator.rawValue)
        return .common([leftType, rightType])
    }

    private mutating func type(
        ofSubquery collection: ModelExpression, variable: String, _ predicate: ModelPredicate
    ) -> ExpressionType {
        let type = type(of: collection)
        if !type.isCollection, type != .unknown {
            add(.notACollection("SUBQUERY", on: collection.description, at: anchor))
        }
        let outer = bound[variable]
        bound[variable] = type.element
        visit(predicate)
        bound[variable] = outer
        return .collection(type.element)
    }

    /// Reports a type that is known but does not belong to a family.
    mutating func expect(_ family: ExpressionType.Family, _ type: ExpressionType, by what: String) {
        if let found = type.family, found != family {
            add(.operandMismatch(what, expects: family, type, at: anchor))
        }
    }

    // MARK: Functions

    private mutating func type(
        of function: ExpressionFunction, _ types: [ExpressionType], _ arguments: [ModelExpression]
    ) -> ExpressionType {
        let name = function.rawValue
        switch function {
        case .count:
            expectCollection(types, arguments, by: name)
            return .attribute(.integer64)
        case .sum, .minimum, .maximum, .mode:
            expectCollection(types, arguments, by: name)
            return types.first?.element ?? .unknown
        case .average, .median, .standardDeviation:
            expectCollection(types, arguments, by: name)
            for type in types { expect(.number, type, by: name) }
            return .attribute(.double)
        case .uppercase, .lowercase, .canonical:
            for type in types { expect(.string, type, by: name) }
            return .attribute(.string)
        case .length:
            for type in types { expect(.string, type, by: name) }
            return .attribute(.integer64)
        case .now: return .attribute(.date)
        case .add, .subtract, .multiply, .divide, .modulus, .absolute:
            for type in types { expect(.number, type, by: name) }
            return .common(types)
        case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift, .onesComplement, .randomBelow:
            for type in types { expect(.number, type, by: name) }
            return .attribute(.integer64)
        case .raise, .squareRoot, .logarithm, .naturalLogarithm, .exponential, .ceiling, .floor, .truncate, .random:
            for type in types { expect(.number, type, by: name) }
            return .attribute(.double)
        }
    }

    private mutating func expectCollection(_ types: [ExpressionType], _ arguments: [ModelExpression], by what: String) {
        for (type, argument) in zip(types, arguments) where !type.isCollection && type != .unknown {
            add(.notACollection(what, on: argument.description, at: anchor))
        }
    }
}
