import Foundation
import ModelExpressions

// String-keyed access through more than one object, and collections that change a relationship.
extension ManagedObject {
    /// The value at the end of a path of names, such as `notebook.title` (rules OBJ-20 and OBJ-21).
    ///
    /// Nil on the way gives nil. Behind a to-many it is a collection of each destination's value: a `Set<AnyHashable>`
    /// without what is nil; behind an ordered one and a fetched property an `[Any]` with ``NullValue`` for what is nil.
    /// Members of a composite are named as well, and the operators `@count`, `@sum`, `@avg`, `@min` and `@max` may
    /// stand behind a to-many: `notes.@count`, `notes.@sum.rank`. So may `@unionOfObjects` and
    /// `@distinctUnionOfObjects`, which give the values of all members, and the same of arrays and sets, which give the
    /// members of these together: an `[Any]`; of distinct values behind an unordered to-many a `Set<AnyHashable>`.
    ///
    /// - Precondition: The names are those of properties.
    public final func value(forKeyPath keyPath: String) -> Any? { entity.represent(found(at: keyPath)) }

    private func found(at keyPath: String) -> KeyPathValue {
        let keys = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if keyPath.contains("@") {
            guard let place = keys.firstIndex(where: { UnionOperator(rawValue: $0) != nil }),
                let union = UnionOperator(rawValue: keys[place])
            else { return .plain(valueOfOperators(in: keyPath)) }
            let base = place == 0 ? self : found(at: keys[..<place].joined(separator: ".")).plain
            return .plain(
                base.flatMap {
                    union.values(of: $0) { Self.value(along: keys[(place + 1)...], of: $0, in: keyPath).plain }
                })
        }
        return Self.value(along: keys[...], of: self, in: keyPath)
    }

    private static func value(along keys: ArraySlice<String>, of base: Any, in keyPath: String) -> KeyPathValue {
        keys.reduce(.plain(base)) { value, key in
            switch value {
            case .plain(nil): .plain(nil)
            case .plain(let object as ManagedObject): object.found(forKey: key)
            case .plain(let base?): .plain(Self.value(forKey: key, of: base, in: keyPath))
            case .ordered(let members):
                .ordered(members.map { Self.value(forKey: key, of: $0, in: keyPath) ?? NullValue() })
            }
        }
    }

    private func found(forKey key: String) -> KeyPathValue {
        guard let relationship = entity.relationship(named: key), relationship.isOrdered else {
            return .plain(plainValue(forKey: key))
        }
        return .ordered(destinations(of: relationship))
    }

    private static func value(forKey key: String, of base: Any, in keyPath: String) -> Any? {
        switch base {
        case is NullValue: return nil
        case let object as ManagedObject: return object.plainValue(forKey: key)
        case let composite as [String: Any]: return composite[key]
        case let objects as Set<ManagedObject>:
            return Set(objects.compactMap { hashable(value(forKey: key, of: $0, in: keyPath)) })
        case let members as Set<AnyHashable>:
            return Set(members.compactMap { hashable(value(forKey: key, of: $0.base, in: keyPath)) })
        case let members as [Any]:
            return members.map { value(forKey: key, of: $0, in: keyPath) ?? NullValue() }
        default:
            preconditionFailure("'\(key)' in the key path '\(keyPath)' comes after a value that has no properties")
        }
    }

    /// Composites, which are not values of a set, become what Foundation makes of them.
    private static func hashable(_ value: Any?) -> AnyHashable? {
        if let composite = value as? [String: Any] { return composite.compactMapValues { hashable($0) } }
        return value as? AnyHashable
    }

    private func valueOfOperators(in keyPath: String) -> Any? {
        do {
            let evaluator = PredicateEvaluator(source: ManagedObjectSource(context: context), now: Date())
            let value = try evaluator.evaluate(ModelExpression(format: keyPath), on: .object(self))
            switch value {
            case .null: return nil
            case .integer(let number): return number
            case .real(let number): return number
            case .decimal(let number): return number
            case .string(let text): return text
            case .date(let date): return date
            case .boolean(let flag): return flag
            default: preconditionFailure("'\(keyPath)' is \(value.kind), which string-keyed access does not support")
            }
        } catch {
            preconditionFailure("the key path '\(keyPath)' of '\(entity.name)' cannot be followed: \(error)")
        }
    }

    /// A live view of a to-many relationship: changing it changes the relationship and keeps the inverse (rule OBJ-22).
    ///
    /// - Precondition: The entity has the relationship, and it is to-many.
    @_disfavoredOverload
    public final func mutableSetValue(forKey key: String) -> ToMany<ManagedObject> {
        let relationship = relationshipDescription(key)
        precondition(relationship.isToMany, "'\(entity.name).\(key)' is to-one; use setValue(_:forKey:)")
        return ToMany(owner: self, relationship: relationship)
    }

    /// A live view of an ordered to-many relationship: changing it changes the relationship and keeps the inverse
    /// (rule OBJ-22).
    ///
    /// - Precondition: The entity has the relationship, and it is to-many and ordered.
    @_disfavoredOverload
    public final func mutableOrderedSetValue(forKey key: String) -> OrderedToMany<ManagedObject> {
        let relationship = relationshipDescription(key)
        precondition(relationship.isOrdered, "'\(entity.name).\(key)' is not ordered; use mutableSetValue(forKey:)")
        return OrderedToMany(owner: self, relationship: relationship)
    }
}

/// What a key path finds.
enum KeyPathValue {
    /// A value, a set, or the array that a fetched property is.
    case plain(Any?)
    /// The destinations of an ordered relationship, or a value of each.
    case ordered([Any])

    /// As Swift's types.
    var plain: Any? {
        switch self {
        case .plain(let value): value
        case .ordered(let values): values
        }
    }
}
