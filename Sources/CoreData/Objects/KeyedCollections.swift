public import Foundation
import ObjectGraph

// What Foundation's collections have of key-value coding on Apple's platforms: the values of their members for a key.

extension NSArray {
    /// Returns the value of each member for a key, in order, with `NSNull` for nil. A key with an operator, such as
    /// `@count`, is one of the array itself.
    ///
    /// - Precondition: The members are managed objects, dictionaries, or collections of these; or the key is `self`.
    public func value(forKey key: String) -> Any {
        if key.hasPrefix("@") { return KeyedMember.value(forKeyPath: key, of: self) ?? NSNull() }
        return map { KeyedMember.value(forKey: key, of: $0) ?? NSNull() }
    }

    /// Returns the value at a key path, such as `team.name` of each member, or `@sum.price` of all.
    ///
    /// - Precondition: The same as for `value(forKey:)`.
    public func value(forKeyPath keyPath: String) -> Any? { KeyedMember.value(forKeyPath: keyPath, of: self) }

    /// Sets the value of each member for a key.
    ///
    /// - Precondition: The members are managed objects.
    public func setValue(_ value: Any?, forKey key: String) {
        for member in self { KeyedMember.setValue(value, forKey: key, of: member) }
    }
}

extension NSSet {
    /// Returns the set of the members' values for a key, without nil values. A key with an operator, such as `@count`,
    /// is one of the set itself.
    ///
    /// - Precondition: The members are managed objects, dictionaries, or collections of these; or the key is `self`.
    public func value(forKey key: String) -> Any {
        if key.hasPrefix("@") { return KeyedMember.value(forKeyPath: key, of: self) ?? NSNull() }
        return NSSet(array: compactMap { KeyedMember.value(forKey: key, of: $0) })
    }

    /// Returns the value at a key path, such as `team.name` of each member, or `@sum.price` of all.
    ///
    /// - Precondition: The same as for `value(forKey:)`.
    public func value(forKeyPath keyPath: String) -> Any? { KeyedMember.value(forKeyPath: keyPath, of: self) }

    /// Sets the value of each member for a key.
    ///
    /// - Precondition: The members are managed objects.
    public func setValue(_ value: Any?, forKey key: String) {
        for member in self { KeyedMember.setValue(value, forKey: key, of: member) }
    }
}

extension NSOrderedSet {
    /// Returns the members' values for a key, each once and in order, with `NSNull` for nil. A key with an operator,
    /// such as `@count`, is one of the set itself.
    ///
    /// - Precondition: The members are managed objects, dictionaries, or collections of these; or the key is `self`.
    public func value(forKey key: String) -> Any {
        if key.hasPrefix("@") { return KeyedMember.value(forKeyPath: key, of: self) ?? NSNull() }
        return FoundationValues().representation(
            ofOrderedValues: array.map { KeyedMember.value(forKey: key, of: $0) ?? NSNull() })
    }

    /// Returns the value at a key path, such as `team.name` of each member, or `@sum.price` of all.
    ///
    /// - Precondition: The same as for `value(forKey:)`.
    public func value(forKeyPath keyPath: String) -> Any? { KeyedMember.value(forKeyPath: keyPath, of: self) }

    /// Sets the value of each member for a key.
    ///
    /// - Precondition: The members are managed objects.
    public func setValue(_ value: Any?, forKey key: String) {
        for member in array { KeyedMember.setValue(value, forKey: key, of: member) }
    }
}

/// What has values for keys: a member of a collection, or a collection.
private enum KeyedMember {
    static func value(forKey key: String, of member: Any) -> Any? {
        switch member {
        case let object as NSManagedObject: return object.value(forKey: key)
        case let members as NSArray: return members.value(forKey: key)
        case let members as NSSet: return members.value(forKey: key)
        case let members as NSOrderedSet: return members.value(forKey: key)
        case let members as NSDictionary: return members[key]
        case is NSNull: return nil
        default:
            if key == "self" { return member }
            endProgram("\(type(of: member)) has no value for the key '\(key)'")
        }
    }

    static func setValue(_ value: Any?, forKey key: String, of member: Any) {
        guard let object = member as? NSManagedObject else {
            endProgram("\(type(of: member)) has no value for the key '\(key)' that can be set")
        }
        object.setValue(value, forKey: key)
    }

    static func value(forKeyPath keyPath: String, of collection: Any) -> Any? {
        guard keyPath.contains("@") else {
            let keys = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            return keys.reduce(Optional(collection)) { base, key in base.flatMap { value(forKey: key, of: $0) } }
        }
        // Values without keys of their own, as in `@sum.self`.
        let path = keyPath.hasSuffix(".self") ? String(keyPath.dropLast(".self".count)) : keyPath
        return NSExpression(forKeyPath: path).expressionValue(with: collection, context: nil)
    }
}
