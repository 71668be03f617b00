import Foundation
public import ModelExpressions

extension PredicateEvaluator {
    /// Returns the value of an expression. Nil in a computation gives nil.
    @inlinable
    func value(of expression: ModelExpression, in scope: Scope) throws -> Value {
        switch expression {
        case .constant(let constant): return Value(constant)
        case .evaluatedObject: return scope.evaluated
        case .variable(let name):
            guard let value = scope.variables[name] else {
                throw QueryError.missingVariable(name, among: Array(scope.variables.keys))
            }
            return value
        case .keyPath(let path, let base): return try value(of: path, from: value(of: base, in: scope))
        case .element(let list, let position):
            return try element(at: position, of: value(of: list, in: scope), in: scope)
        case .aggregate(let members): return .many(try members.map { try value(of: $0, in: scope) })
        case .unary(let unaryOperator, let operand):
            return try apply(unaryOperator, to: value(of: operand, in: scope))
        case .binary(let binaryOperator, let left, let right):
            return try apply(binaryOperator, value(of: left, in: scope), value(of: right, in: scope))
        case .function(let function, let arguments):
            return try call(function, arguments.map { try value(of: $0, in: scope) })
        case .methodCall(let receiver, let selector, _):
            return try call(selector, on: value(of: receiver, in: scope))
        case .subquery(let collection, let variable, let predicate):
            return try members(of: value(of: collection, in: scope), variable: variable, predicate, in: scope)
        case .cast(let operand, let type): return try cast(value(of: operand, in: scope), to: type)
        case .ternary(let predicate, let first, let second):
            return try value(of: holds(predicate, in: scope) ? first : second, in: scope)
        }
    }

    /// Returns the members for which a predicate is true. A key without a prefix belongs to the outer object.
    @inlinable
    func members(
        of collection: Value, variable: String, _ predicate: ModelPredicate, in scope: Scope
    ) throws -> Value {
        guard case .many(let members) = collection else {
            if collection.isNull { return .many([]) }
            throw QueryError.notACollection("SUBQUERY", kind: collection.kind)
        }
        var inner = scope
        return .many(
            try members.filter { member in
                inner.variables[variable] = member
                return try holds(predicate, in: inner)
            })
    }

    @inlinable
    func element(at position: ElementPosition, of list: Value, in scope: Scope) throws -> Value {
        guard case .many(let members) = list else {
            if list.isNull { return .null }
            throw QueryError.notACollection("an index", kind: list.kind)
        }
        switch position {
        case .first: return members.first ?? .null
        case .last: return members.last ?? .null
        case .size: return .integer(Int64(members.count))
        case .index(let expression):
            let index = try value(of: expression, in: scope)
            guard let number = index.number?.whole else {
                throw QueryError.typeMismatch("an index", needs: "an integer", kind: index.kind)
            }
            guard number >= 0, number < Int64(members.count) else {
                throw QueryError(
                    code: .indexOutOfRange, message: "index \(number) is out of range 0..<\(members.count)")
            }
            return members[Int(number)]
        }
    }

    @inlinable
    func apply(_ unaryOperator: UnaryOperator, to operand: Value) throws -> Value {
        if operand.isNull { return .null }
        guard let number = operand.number else {
            throw QueryError.typeMismatch(unaryOperator.rawValue, needs: "a number", kind: operand.kind)
        }
        switch unaryOperator {
        case .negate: return Value(try QueryNumber.compute(.integer(0), .subtract, number))
        case .complement: return try call(.onesComplement, [operand])
        }
    }

    @inlinable
    func apply(_ binaryOperator: BinaryOperator, _ left: Value, _ right: Value) throws -> Value {
        if left.isNull || right.isNull { return .null }
        guard let leftNumber = left.number, let rightNumber = right.number else {
            throw QueryError.typeMismatch(
                binaryOperator.rawValue, needs: "numbers", kind: left.number == nil ? left.kind : right.kind)
        }
        return Value(try QueryNumber.compute(leftNumber, binaryOperator, rightNumber))
    }
}
