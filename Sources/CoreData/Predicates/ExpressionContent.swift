import Foundation
import ModelExpressions
import ObjectGraph

/// The expressions, predicates, and values that an expression consists of.
enum ExpressionParts {
    /// A combination of two collections. The raw value is its printed form.
    enum Combination: String {
        case union = "UNION"
        case intersection = "INTERSECT"
        case difference = "MINUS"
    }

    case constant(Any?)
    case evaluatedObject
    case variable(String)
    case keyPath(String, of: NSExpression)
    /// A function of the language, or a method of the operand.
    case function(String, operand: NSExpression?, [NSExpression])
    case aggregate([NSExpression])
    case subquery(NSExpression, String, NSPredicate)
    case conditional(NSPredicate, NSExpression, NSExpression)
    case sets(Combination, NSExpression, NSExpression)
    case anyKey
    case block((Any?, [Any], NSMutableDictionary?) -> Any, [NSExpression])
}

/// The reason why an expression has no value.
struct EvaluationError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// What an expression consists of, as a tree for stores, and as parts for programs.
final class ExpressionContent {
    /// The tree. Nil if a part has none.
    let tree: ModelExpression?
    private let given: ExpressionParts?

    /// Creates the content of a tree.
    init(tree: ModelExpression) {
        self.tree = tree
        given = nil
    }

    /// Creates the content of an expression that was made of parts.
    init(_ parts: ExpressionParts) {
        tree = parts.tree
        given = parts
    }

    /// The parts. Those of a tree are created at each use.
    var parts: ExpressionParts { given ?? tree?.programParts ?? .anyKey }

    /// The value for an object.
    ///
    /// - Throws: An error that says what cannot be evaluated.
    func value(of object: Any?, _ context: NSMutableDictionary?) throws -> Any? {
        switch given {
        case .constant(let constant): return constant
        case .evaluatedObject: return object
        default: break
        }
        if let tree {
            if tree == .evaluatedObject { return object }
            let variables = try (context as? [String: Any] ?? [:]).mapValues { try ConstantValue(argument: $0) }
            return try tree.evaluate(
                on: QueryValue(evaluated: object), in: (object as? ManagedObject)?.managedObjectContext,
                variables: variables
            ).programValue
        }
        func value(_ expression: NSExpression) throws -> Any? { try expression.content.value(of: object, context) }
        switch parts {
        case .constant(let constant): return constant
        case .evaluatedObject: return object
        case .variable(let name): return context?[name]
        case .aggregate(let members): return try members.map { try value($0) ?? NSNull() }
        case .sets(let combination, let left, let right):
            return try combination.value(of: value(left), value(right))
        case .block(let block, let arguments):
            return block(object, try arguments.map { try value($0) ?? NSNull() }, context)
        case .conditional(let predicate, let first, let second):
            let bindings = context as? [String: Any]
            return try value(predicate.evaluate(with: object, substitutionVariables: bindings) ? first : second)
        case .subquery(let collection, let variable, let predicate):
            return try Self.members(of: value(collection)).filter { member in
                var bindings = context as? [String: Any] ?? [:]
                bindings[variable] = member
                return predicate.evaluate(with: object, substitutionVariables: bindings)
            }
        case .function(let name, let operand, let arguments):
            // With their values as constants, the language evaluates the call.
            let constants = try arguments.map { NSExpression(forConstantValue: try value($0)) }
            let receiver = try operand.map { NSExpression(forConstantValue: try value($0)) }
            return try Self.value(.function(name, operand: receiver, constants), of: object, context)
        case .keyPath(let path, let operand):
            let base = NSExpression(forConstantValue: try value(operand))
            return try Self.value(.keyPath(path, of: base), of: object, context)
        case .anyKey: throw EvaluationError("an expression for any key has no value; use a key path")
        }
    }

    private static func value(
        _ parts: ExpressionParts, of object: Any?, _ context: NSMutableDictionary?
    ) throws -> Any? {
        guard parts.tree != nil else {
            throw EvaluationError("a block returned a value that functions cannot take; call them in the block")
        }
        return try ExpressionContent(parts).value(of: object, context)
    }

    /// The members of a collection; a single value is its only member.
    fileprivate static func members(of value: Any?) -> [Any] {
        switch value {
        case nil: []
        case let set as NSSet: set.allObjects
        case let set as NSOrderedSet: set.array
        case let array as NSArray: array.map { $0 }
        case let sequence as any Sequence where !(value is String): Array(erasing: sequence)
        case let value?: [value]
        }
    }
}

extension ExpressionContent: CustomStringConvertible {
    var description: String {
        if let tree { return tree.description }
        return switch parts {
        case .constant(let value): value.map { "\($0)" } ?? "nil"
        case .keyPath(let path, let operand): "\(operand).\(path)"
        case .function(let name, let operand, let arguments):
            "\(operand.map { "\($0)." } ?? "")\(name)(\(arguments.map { "\($0)" }.joined(separator: ", ")))"
        case .aggregate(let members): "{\(members.map { "\($0)" }.joined(separator: ", "))}"
        case .subquery(let collection, let variable, let predicate):
            "SUBQUERY(\(collection), $\(variable), \(predicate))"
        case .conditional(let predicate, let first, let second): "TERNARY(\(predicate), \(first), \(second))"
        case .sets(let combination, let left, let right): "\(left) \(combination.rawValue) \(right)"
        case .block(_, let arguments): "BLOCK(\(arguments.map { "\($0)" }.joined(separator: ", ")))"
        case .evaluatedObject: "SELF"
        case .variable(let name): "$\(name)"
        case .anyKey: "ANYKEY"
        }
    }
}

extension ExpressionParts.Combination {
    /// The combination of two collections: a set, or an array if the first one has an order.
    fileprivate func value(of left: Any?, _ right: Any?) -> Any {
        let (first, second) = (ExpressionContent.members(of: left), ExpressionContent.members(of: right))
        func key(_ value: Any) -> AnyHashable? { value as? AnyHashable }
        let others = Set(second.compactMap(key))
        var seen: Set<AnyHashable> = []
        let members = (self == .union ? first + second : first).filter { member in
            guard let key = key(member), seen.insert(key).inserted else { return false }
            switch self {
            case .union: return true
            case .intersection: return others.contains(key)
            case .difference: return !others.contains(key)
            }
        }
        return left is NSArray || left is NSOrderedSet || left is [Any] ? members : NSSet(array: members)
    }
}

// MARK: - From parts to trees

extension ExpressionParts {
    private static let elementOfList = "objectFrom:withIndex:"
    private static let cast = "castObject:toType:"
    private static let keyPath = "valueForKeyPath:"
    /// The names of elements of lists that are no numbers.
    private static let positions: [(name: String, position: ElementPosition)] = [
        ("FIRST", .first), ("LAST", .last), ("SIZE", .size),
    ]

    /// Whether a call without an operand can have the name.
    static func isFunction(_ name: String) -> Bool {
        [elementOfList, cast, "randomn:", "noindex:"].contains(name) || ExpressionFunction(rawValue: name) != nil
    }

    /// The tree. Nil if the parts, or a part of them, have none.
    fileprivate var tree: ModelExpression? {
        switch self {
        case .constant(let value):
            guard let constant = try? ConstantValue(argument: value) else { return nil }
            return .constant(constant)
        case .evaluatedObject: return .evaluatedObject
        case .variable(let name): return .variable(name)
        case .keyPath(let path, let operand):
            guard let path = ModelKeyPath(text: path), let base = operand.tree else { return nil }
            return .keyPath(path, of: base)
        case .function(let name, let operand, let arguments):
            let trees = arguments.compactMap(\.tree)
            guard trees.count == arguments.count else { return nil }
            guard let operand else { return Self.call(name, trees) }
            guard let receiver = operand.tree else { return nil }
            let isKeyPath = name == Self.keyPath || name == "valueForKey:"
            if isKeyPath, case .constant(.string(let text))? = trees.first, let path = ModelKeyPath(text: text) {
                return .keyPath(path, of: receiver)
            }
            return .methodCall(receiver, selector: name, trees)
        case .aggregate(let members):
            let trees = members.compactMap(\.tree)
            return trees.count == members.count ? .aggregate(trees) : nil
        case .subquery(let collection, let variable, let predicate):
            guard let collection = collection.tree, let condition = predicate.modelPredicate else { return nil }
            return .subquery(collection, variable: variable, condition)
        case .conditional(let predicate, let first, let second):
            guard let condition = predicate.modelPredicate, let first = first.tree, let second = second.tree else {
                return nil
            }
            return .ternary(condition, first, second)
        case .sets, .anyKey, .block: return nil
        }
    }

    private static func call(_ name: String, _ arguments: [ModelExpression]) -> ModelExpression? {
        switch (name, arguments.count) {
        case ("noindex:", 1): return arguments[0]
        case ("randomn:", 1): return .function(.randomBelow, arguments)
        case (cast, 2):
            guard case .constant(.string(let type)) = arguments[1] else { return nil }
            return .cast(arguments[0], type: type)
        case (elementOfList, 2):
            guard case .constant(.string(let text)) = arguments[1] else {
                return .element(of: arguments[0], at: .index(arguments[1]))
            }
            return positions.first { $0.name == text }.map { .element(of: arguments[0], at: $0.position) }
        default: return ExpressionFunction(rawValue: name).map { .function($0, arguments) }
        }
    }

    /// The name and the arguments of an element of a list.
    fileprivate static func element(of list: ModelExpression, at position: ElementPosition) -> ExpressionParts {
        let index: NSExpression
        if case .index(let number) = position {
            index = NSExpression(tree: number)
        } else {
            index = NSExpression(forConstantValue: positions.first { $0.position == position }?.name)
        }
        return .function(elementOfList, operand: nil, [NSExpression(tree: list), index])
    }

    fileprivate static func cast(_ operand: ModelExpression, to type: String) -> ExpressionParts {
        .function(cast, operand: nil, [NSExpression(tree: operand), NSExpression(forConstantValue: type)])
    }
}

// MARK: - From trees to parts

extension ModelExpression {
    /// The parts of the expression, as programs see them: operators are functions.
    fileprivate var programParts: ExpressionParts {
        func call(_ function: ExpressionFunction, _ arguments: [ModelExpression]) -> ExpressionParts {
            .function(function.rawValue, operand: nil, arguments.map { NSExpression(tree: $0) })
        }
        switch self {
        case .constant(let value): return .constant(value.programValue)
        case .evaluatedObject: return .evaluatedObject
        case .variable(let name): return .variable(name)
        case .keyPath(let path, let base): return .keyPath(path.description, of: NSExpression(tree: base))
        case .element(let list, let position): return .element(of: list, at: position)
        case .aggregate(let members): return .aggregate(members.map { NSExpression(tree: $0) })
        case .unary(.negate, let operand): return call(.subtract, [.constant(.integer(0)), operand])
        case .unary(.complement, let operand): return call(.onesComplement, [operand])
        case .binary(let symbol, let left, let right): return call(symbol.function, [left, right])
        case .function(let function, let arguments): return call(function, arguments)
        case .methodCall(let receiver, let selector, let arguments):
            return .function(
                selector, operand: NSExpression(tree: receiver), arguments.map { NSExpression(tree: $0) })
        case .subquery(let collection, let variable, let predicate):
            return .subquery(NSExpression(tree: collection), variable, NSPredicate(tree: predicate))
        case .cast(let operand, let type): return .cast(operand, to: type)
        case .ternary(let predicate, let first, let second):
            return .conditional(NSPredicate(tree: predicate), NSExpression(tree: first), NSExpression(tree: second))
        }
    }
}

extension BinaryOperator {
    /// The function that does the same.
    fileprivate var function: ExpressionFunction {
        switch self {
        case .bitwiseOr: .bitwiseOr
        case .bitwiseXor: .bitwiseXor
        case .bitwiseAnd: .bitwiseAnd
        case .leftShift: .leftShift
        case .rightShift: .rightShift
        case .add: .add
        case .subtract: .subtract
        case .multiply: .multiply
        case .divide: .divide
        case .power: .raise
        }
    }
}

// MARK: - Values of programs

extension ConstantValue {
    /// The value as programs read it: numbers as `NSNumber`, strings, dates,
    /// and the like as Swift's, objects as their IDs.
    var programValue: Any? { QueryValue<ManagedObject>(self).programValue }
}

extension QueryValue<ManagedObject> {
    /// The value as programs read it: numbers as `NSNumber`, strings, dates, and the like as Swift's.
    var programValue: Any? {
        switch self {
        case .null: nil
        case .boolean(let flag): NSNumber(value: flag)
        case .integer(let number): NSNumber(value: number)
        case .real(let number): NSNumber(value: number)
        case .decimal(let number): NSDecimalNumber(decimal: number)
        case .string(let text): text
        case .date(let date): date
        case .binary(let data): data
        case .uuid(let uuid): uuid
        case .uri(let url): url
        case .object(let object): object
        case .objectID(let objectID): NSManagedObjectID(objectID)
        case .structure(let structure): structure.members.compactMapValues(\.programValue)
        case .many(let members): members.map { $0.programValue ?? NSNull() }
        case .opaque(let value): (value.value as? UnknownValue)?.value ?? value.value
        }
    }
}
