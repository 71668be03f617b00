public import Foundation
package import ModelExpressions
import ObjectGraph

// API that Foundation lacks off Apple's platforms. A comparison is a block to Foundation, so that it can be evaluated
// and be part of compound predicates; stores are asked by its tree.
extension NSPredicate {
    /// The tree of the predicate; nil if a block is part of it.
    var modelPredicate: ModelPredicate? {
        switch self {
        case let predicate as FormatPredicate: return predicate.tree
        case let predicate as FormatCompound: return predicate.tree
        case let predicate as any ComparisonHolding: return predicate.content.tree.map { .comparison($0) }
        default: break
        }
        guard let compound = self as? NSCompoundPredicate else {
            // Foundation keeps to itself what `NSPredicate(value:)` was given;
            // but only predicates of one value are equal.
            return [true, false].first { isEqual(NSPredicate(value: $0)) }.map { .constant($0) }
        }
        let members = compound.subpredicates.map { predicate in (predicate as NSPredicate).modelPredicate }
        let known = members.compactMap { $0 }
        guard known.count == members.count else { return nil }
        switch compound.compoundPredicateType {
        case .and: return known.count == 1 ? known[0] : .and(known)
        case .or: return known.count == 1 ? known[0] : .or(known)
        case .not: return known.first.map(ModelPredicate.not)
        }
    }

    /// The tree, for uses without objects to evaluate.
    ///
    /// - Throws: An error if a block is part of the predicate.
    var treeOfStore: ModelPredicate {
        get throws {
            guard let modelPredicate else { throw NSError(unsupported: self) }
            return modelPredicate
        }
    }

    /// Returns the predicate with values for its variables (rule PRED-14). A variable without a value remains.
    ///
    /// A predicate of a block is unchanged: it receives variables when it is evaluated.
    public func withSubstitutionVariables(_ variables: [String: Any]) -> NSPredicate {
        guard let modelPredicate else { return self }
        return NSPredicate(tree: modelPredicate.substituting(variables.mapValues { ConstantValue(required: $0) }))
    }
}

extension NSError {
    /// The error for a predicate that a store cannot evaluate.
    convenience init(unsupported predicate: NSPredicate) {
        let kind = predicate is NSCompoundPredicate ? "subpredicate" : "predicate"
        self.init(
            code: NSCoreDataError,
            "Problem with \(kind) BLOCKPREDICATE: a store cannot evaluate a block; use a format, or fetch objects",
            ["predicate": predicate])
    }
}

extension ModelPredicate {
    /// Parses a format of a program, with arguments of any type. Extra arguments are ignored.
    package init(programFormat format: String, arguments: [Any?]) throws(FormatError) {
        try self.init(format: format, possibleArguments: FormatArgument.all(of: arguments), extraArguments: .ignored)
    }
}

extension ModelExpression {
    /// Parses a format of a program, with arguments of any type. Extra arguments are ignored.
    package init(programFormat format: String, arguments: [Any?]) throws(FormatError) {
        try self.init(format: format, possibleArguments: FormatArgument.all(of: arguments), extraArguments: .ignored)
    }
}

extension QueryValue<ManagedObject> {
    /// Creates a value to evaluate a predicate with: an object, a string, a number, a dictionary, a collection of
    /// these, …
    ///
    /// - Throws: The reason why predicates have no such value.
    init(evaluated value: Any?) throws {
        switch value {
        case let object as ManagedObject: self = .object(object)
        case let members as [String: Any]: self = .structure(QueryStructure(evaluated: members))
        case let members as NSDictionary: try self.init(evaluated: members as? [String: Any])
        case let members as [Any]: self = .many(try members.map { try QueryValue(evaluated: $0) })
        case let members as Set<AnyHashable>: self = .many(try members.map { try QueryValue(evaluated: $0.base) })
        case let members as NSArray: self = .many(try members.map { try QueryValue(evaluated: $0) })
        case let members as NSSet: self = .many(try members.map { try QueryValue(evaluated: $0) })
        case let members as NSOrderedSet: self = .many(try members.map { try QueryValue(evaluated: $0) })
        default: self.init(try ConstantValue(argument: value))
        }
    }
}

extension QueryStructure {
    /// Creates the value of a dictionary, whose members can be of any type.
    fileprivate init(evaluated members: [String: Any]) {
        self.init(name: "the dictionary", members: members.mapValues { ConstantValue(member: $0) }, isOpen: true)
    }
}

extension ConstantValue {
    /// Creates the value of a dictionary's member. A value of a type that predicates don't know can only be equal,
    /// because a predicate about other members doesn't depend on it.
    fileprivate init(member: Any) {
        if let members = member as? [String: Any] {
            self = .opaque(OpaqueValue(QueryStructure(evaluated: members)))
            return
        }
        do {
            self = try ConstantValue(argument: member)
        } catch {
            switch member {
            case is NSDictionary: self = .null
            case let members as any Sequence:
                self = .collection(Array<Any>(erasing: members).map { ConstantValue(member: $0) })
            default: self = .opaque(OpaqueValue(UnknownValue(value: member)))
            }
        }
    }
}

// Unchecked: only the evaluation of a predicate or an expression, on one thread, has it.
/// A value in a dictionary, of a type that predicates don't know.
struct UnknownValue: Hashable, @unchecked Sendable {
    let value: Any

    static func == (left: UnknownValue, right: UnknownValue) -> Bool {
        if let left = left.value as? AnyHashable, let right = right.value as? AnyHashable { return left == right }
        return (left.value as AnyObject) === (right.value as AnyObject)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(value as? AnyHashable) }
}
