import Foundation
import ModelExpressions

// String-keyed access through several objects, and collections that change a relationship.
extension ManagedObject {
    final func value(forKeyPath keyPath: String) -> Any? { entity.represent(found(at: keyPath)) }

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
        case let members as [Any]: return members.map { value(forKey: key, of: $0, in: keyPath) ?? NullValue() }
        default:
            endProgram("'\(key)' in the key path '\(keyPath)' comes after a value that has no properties")
        }
    }

    /// Converts composites and arrays of values, which are not values of a set, to those of hashable values.
    private static func hashable(_ value: Any?) -> AnyHashable? {
        if let composite = value as? [String: Any] { return composite.compactMapValues { hashable($0) } }
        if let value = value as? AnyHashable { return value }
        return (value as? [Any])?.map { hashable($0) ?? AnyHashable(NullValue()) }
    }

    private func valueOfOperators(in keyPath: String) -> Any? {
        do {
            let evaluator = PredicateEvaluator(source: ManagedObjectSource(context: context), now: Date())
            let value = try StoreCancellation.ignoringCancellation {
                try evaluator.evaluate(ModelExpression(format: keyPath), on: .object(self))
            }
            switch value {
            case .null: return nil
            case .integer(let number): return number
            case .real(let number): return number
            case .decimal(let number): return number
            case .string(let text): return text
            case .date(let date): return date
            case .boolean(let flag): return flag
            default: endProgram("'\(keyPath)' is \(value.kind), which string-keyed access does not support")
            }
        } catch {
            endProgram("the key path '\(keyPath)' of '\(entity.name)' cannot be followed: \(error)")
        }
    }

    final func mutableSetValue(forKey key: String) -> ToMany<ManagedObject> {
        let relationship = relationshipDescription(key)
        require(relationship.isToMany, "'\(entity.name).\(key)' is to-one; use setValue(_:forKey:)")
        return ToMany(owner: self, relationship: relationship)
    }

    final func mutableOrderedSetValue(forKey key: String) -> OrderedToMany<ManagedObject> {
        let relationship = relationshipDescription(key)
        require(relationship.isOrdered, "'\(entity.name).\(key)' is not ordered; use mutableSetValue(forKey:)")
        return OrderedToMany(owner: self, relationship: relationship)
    }
}

/// The result of a key path.
enum KeyPathValue {
    /// A value, a set, or the array of a fetched property.
    case plain(Any?)
    /// The destinations of an ordered relationship, or a value for each.
    case ordered([Any])

    /// The value in Swift's types.
    var plain: Any? {
        switch self {
        case .plain(let value): value
        case .ordered(let values): values
        }
    }
}

/// An operator in a key path that gives the values of all members of a collection; the raw value is its spelling.
enum UnionOperator: String {
    case objects = "@unionOfObjects"
    case distinctObjects = "@distinctUnionOfObjects"
    case arrays = "@unionOfArrays"
    case distinctArrays = "@distinctUnionOfArrays"
    case distinctSets = "@distinctUnionOfSets"

    private var isDistinct: Bool { self == .distinctObjects || self == .distinctArrays || self == .distinctSets }
    private var joinsCollections: Bool { self == .arrays || self == .distinctArrays || self == .distinctSets }

    /// Returns the values of all members, without nil values.
    ///
    /// - Parameters:
    ///   - collection: A set or an array from string-keyed access.
    ///   - value: Returns the value of a member.
    func values(of collection: Any, _ value: (Any) -> Any?) -> Any {
        var values = Self.members(of: collection).compactMap(value)
        if joinsCollections { values = values.flatMap(Self.members) }
        values.removeAll { $0 is NullValue }
        guard isDistinct else { return values }
        var seen: Set<AnyHashable> = []
        let distinct = values.filter { value in (value as? AnyHashable).map { seen.insert($0).inserted } ?? true }
        return collection is Set<AnyHashable> || collection is Set<ManagedObject> ? seen : distinct
    }

    private static func members(of value: Any) -> [Any] {
        switch value {
        case let objects as Set<ManagedObject>: objects.sorted { $0.objectID < $1.objectID }
        case let members as Set<AnyHashable>: members.map(\.base)
        case let members as [Any]: members
        default: [value]
        }
    }
}
