// String-keyed access, for code that knows its model only at run time.
extension ManagedObject {
    /// The value of a property: of an attribute as its accessor has it or nil, of a to-one the object or nil, of a
    /// to-many a `Set<ManagedObject>`, of an ordered to-many and of a fetched property a `[ManagedObject]` (rules OBJ-17
    /// and OBJ-19).
    ///
    /// - Precondition: The entity has the property (rule OBJ-18).
    public final func value(forKey key: String) -> Any? {
        if let relationship = entity.relationship(named: key), relationship.isToMany {
            return entity.represent(destinations(of: relationship), isOrdered: relationship.isOrdered)
        }
        return entity.represent(plainValue(forKey: key))
    }

    /// The same as Swift's types, whatever the model's representation.
    final func plainValue(forKey key: String) -> Any? {
        if let index = entity.attributeIndexes[key] {
            return entity.anyValue(of: value(at: index), for: entity.attributes[index])
        }
        if entity.fetchedProperty(named: key) != nil {
            let objects: [ManagedObject] = self[fetched: key]
            return objects
        }
        guard let relationship = entity.relationship(named: key) else { unknownKey(key) }
        if !relationship.isToMany { return destination(of: relationship) }
        let destinations = destinations(of: relationship)
        return relationship.isOrdered ? destinations : Set(destinations)
    }

    /// Sets a property: an attribute to a value of its type or nil, a to-one to an object or nil, a to-many to any
    /// sequence of objects.
    ///
    /// What JSON and Foundation's classes give is taken where it loses nothing (rule OBJ-17): a number for an attribute
    /// of any number type that holds it, 0 and 1 for a Boolean, text of any type for a String, `NSNull` for nil.
    /// ``validateValue(_:forKey:)`` throws for what is not taken, so a program can look at a value first.
    ///
    /// - Precondition: The entity has the property, and the value is of its type (rule OBJ-23).
    public final func setValue(_ value: Any?, forKey key: String) {
        if let index = entity.attributeIndexes[key] {
            let attribute = entity.attributes[index]
            guard let converted = entity.attributeValue(from: value, for: attribute) else {
                preconditionFailure("'\(entity.name).\(key)': \(AttributeValue.refusal(of: value, for: attribute))")
            }
            setAttribute(converted, at: index)
            return
        }
        guard let relationship = entity.relationship(named: key) else { unknownKey(key) }
        setDestinations(destinations(from: value, of: relationship), of: relationship)
    }

    /// The objects that a value of a relationship stands for.
    ///
    /// - Precondition: It is an object or nil, of a to-many a sequence of objects.
    final func destinations(from value: Any?, of relationship: RelationshipDescription) -> [ManagedObject] {
        guard let destinations = Self.destinations(from: value, isToMany: relationship.isToMany) else {
            preconditionFailure("'\(entity.name).\(relationship.name)': \(Self.refusal(of: value, for: relationship))")
        }
        return destinations
    }

    /// Why a value is none of a relationship's.
    static func refusal(of value: Any?, for relationship: RelationshipDescription) -> String {
        let expected =
            relationship.isToMany ? "objects of \(relationship.destinationName)" : relationship.destinationName
        return "unacceptable type of value: expected \(expected), given \(value.map { "\(type(of: $0))" } ?? "nil")"
    }

    /// Nil for a value that does not stand for objects.
    static func destinations(from value: Any?, isToMany: Bool) -> [ManagedObject]? {
        guard let value, !LooseValue.isNothing(value) else { return [] }
        guard isToMany else { return (value as? ManagedObject).map { [$0] } }
        return (value as? any Sequence).flatMap { sequence in
            let members = Array<Any>(erasing: sequence)
            let objects = members.compactMap { $0 as? ManagedObject }
            return objects.count == members.count ? objects : nil
        }
    }

    private func unknownKey(_ key: String) -> Never {
        preconditionFailure("the entity '\(entity.name)' has no property '\(key)'")
    }
}

extension Array where Element == Any {
    fileprivate init(erasing sequence: some Sequence) { self = sequence.map { $0 as Any } }
}
