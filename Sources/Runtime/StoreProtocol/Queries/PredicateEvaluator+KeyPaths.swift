public import Foundation
public import ModelExpressions

extension PredicateEvaluator {
    /// Returns the value at the end of a path. After a to-many relationship, values are collections;
    /// after nil, they are nil.
    @inlinable
    package func value(of path: ModelKeyPath, from base: Value) throws -> Value {
        var current = base
        var pending: CollectionOperator?
        for component in path.components {
            switch component {
            case .key(let key): current = try value(forKey: key, of: current)
            case .collectionOperator(let next):
                if let operatorBefore = pending { current = try apply(operatorBefore, to: current) }
                pending = nil
                if next == .count {
                    current = try apply(next, to: current)
                } else {
                    // `items.@sum.price`: the rest of the path gives the values to sum up.
                    pending = next
                }
            }
        }
        return try pending.map { try apply($0, to: current) } ?? current
    }

    /// Returns the value of an expression of which only the members count, and not how often they occur.
    ///
    /// The number of ways to an object can grow with each step of a path through to-many relationships, so the next
    /// step follows only one of them.
    @inlinable
    func quantifiedValue(of expression: ModelExpression, in scope: Scope) throws -> Value {
        guard case .keyPath(let path, let base) = expression, path.components.count > 2, path.containsOnlyKeys else {
            return try value(of: expression, in: scope)
        }
        var current = try value(of: base, in: scope)
        for case .key(let key) in path.components {
            current = try value(forKey: key, of: withDistinctObjects(current))
        }
        return current
    }

    /// Returns a collection with each object once, at its first place. Other members stay.
    @inlinable
    func withDistinctObjects(_ value: Value) -> Value {
        guard case .many(let members) = value, members.count > 1 else { return value }
        var found: Set<ObjectID> = []
        return .many(
            members.filter { member in
                guard case .object(let subject) = member else { return true }
                return found.insert(source.objectID(of: subject)).inserted
            })
    }

    @inlinable
    func value(forKey key: String, of value: Value) throws -> Value {
        switch value {
        case .null: return .null
        case .object(let subject): return try source.value(forKey: key, of: subject)
        case .objectID(let objectID):
            return try source.subject(with: objectID).map { try source.value(forKey: key, of: $0) } ?? .null
        case .structure(let structure):
            if let member = structure.members[key] { return Value(member) }
            if structure.isOpen { return .null }
            throw QueryError.unknownKey(key, of: structure.name, among: Array(structure.members.keys))
        case .string(let text) where key == "length": return .integer(Int64(text.count))
        case .binary(let data) where key == "length": return .integer(Int64(data.count))
        case .many(let members):
            return .many(try members.flatMap { try self.value(forKey: key, of: $0).members })
        default: throw QueryError.keyPathThroughValue(key, kind: value.kind)
        }
    }

    @inlinable
    func apply(_ collectionOperator: CollectionOperator, to value: Value) throws -> Value {
        guard case .many(let members) = value else {
            if value.isNull { return .null }
            throw QueryError.notACollection(collectionOperator.rawValue, kind: value.kind)
        }
        switch collectionOperator {
        case .count: return .integer(Int64(members.count))
        case .sum: return try sum(of: members)
        case .average: return try average(of: members)
        case .minimum: return extreme(of: members, .orderedAscending)
        case .maximum: return extreme(of: members, .orderedDescending)
        case .unionOfObjects: return .many(members)
        case .distinctUnionOfObjects: return .many(distinct(members))
        }
    }
}
