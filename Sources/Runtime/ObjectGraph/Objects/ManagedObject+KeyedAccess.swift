import Foundation

// String-keyed access, for code that knows its model only at run time.
extension ManagedObject {
    final func value(forKey key: String) -> Any? {
        if let relationship = entity.relationship(named: key), relationship.isToMany {
            return entity.represent(destinations(of: relationship), isOrdered: relationship.isOrdered)
        }
        return entity.represent(plainValue(forKey: key))
    }

    /// Does the same in Swift's types, whatever the model's representation.
    final func plainValue(forKey key: String) -> Any? {
        if let index = entity.attributeIndexes[key] {
            return entity.anyValue(of: value(at: index), for: entity.attributes[index])
        }
        if entity.fetchedProperty(named: key) != nil { return self[fetched: key] as [ManagedObject] }
        guard let relationship = entity.relationship(named: key) else { unknownKey(key) }
        if !relationship.isToMany { return destination(of: relationship) }
        let destinations = destinations(of: relationship)
        return relationship.isOrdered ? destinations : Set(destinations)
    }

    final func setValue(_ value: Any?, forKey key: String) {
        if let index = entity.attributeIndexes[key] {
            let attribute = entity.attributes[index]
            guard let converted = entity.attributeValue(from: value, for: attribute) else {
                endProgram("'\(entity.name).\(key)': \(AttributeValue.rejectionReason(of: value, for: attribute))")
            }
            setAttribute(converted, at: index)
            return
        }
        guard let relationship = entity.relationship(named: key) else { unknownKey(key) }
        setDestinations(destinations(from: value, of: relationship), of: relationship)
    }

    /// Returns the objects of a value for a relationship.
    ///
    /// - Precondition: It is an object or nil, or for a to-many relationship, a sequence of objects.
    final func destinations(from value: Any?, of relationship: RelationshipDescription) -> [ManagedObject] {
        guard let destinations = Self.destinations(from: value, isToMany: relationship.isToMany) else {
            endProgram("'\(entity.name).\(relationship.name)': \(Self.rejectionReason(of: value, for: relationship))")
        }
        return destinations
    }

    /// Describes why a relationship does not accept a value.
    static func rejectionReason(of value: Any?, for relationship: RelationshipDescription) -> String {
        let expected =
            relationship.isToMany ? "objects of \(relationship.destinationName)" : relationship.destinationName
        return "unacceptable type of value: expected \(expected), given \(value.map { "\(type(of: $0))" } ?? "nil")"
    }

    /// Returns the objects of a value; nil if it does not consist of objects.
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
        endProgram("the entity '\(entity.name)' has no property '\(key)'")
    }
}

extension Array where Element == Any {
    fileprivate init(erasing sequence: some Sequence) { self = sequence.map { $0 as Any } }
}

// Several properties at once, and values as a requested type.
extension ManagedObject {
    final func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues.sorted(by: { $0.key < $1.key }) { setValue(value, forKey: key) }
    }

    final func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(keys.map { ($0, value(forKey: $0) ?? entity.nothing) }, uniquingKeysWith: { first, _ in first })
    }

    final func objectIDs(forRelationshipNamed key: String) -> [ObjectID] {
        let relationship = relationshipDescription(key)
        guard leadsSomewhere(relationship) else { return [] }
        let layout = livingContext.layout
        return livingReferences(of: relationship).map { layout.objectID(for: $0) }
    }

    /// Returns the value of a property as a type that represents it without loss, such as `Int` for an Integer 16; nil
    /// for nil, and for a value that the type cannot represent.
    ///
    /// ```swift
    /// let universe = hero.value(forKey: "universe", as: Int32.self)  // nil for a value of another type
    /// ```
    ///
    /// - Precondition: The entity has the property.
    public final func value<Value>(forKey key: String, as type: Value.Type) -> Value? {
        plainValue(forKey: key).flatMap { LooseValue.value($0, as: type) }
    }
}

extension Dictionary where Key == String, Value == Any {
    /// The value of a property as a type that represents it without loss; nil if there is none.
    ///
    /// Use it for ``Fetchable/committedValues(forKeys:)``, ``Fetchable/changedValues()``, and fetched dictionaries,
    /// where an integer has the type of the model, such as `Int32` for an Integer 32, which you cannot cast to `Int`.
    /// `committed["universe", as: Int.self]` is an `Int`.
    public subscript<Result>(key: String, as type: Result.Type) -> Result? {
        self[key].flatMap { LooseValue.value($0, as: type) }
    }
}

// Values without the effects of setting them: no change is noted, no inverse is updated, no observer is notified.
extension ManagedObject {
    final func primitiveValue(forKey key: String) -> Any? {
        if entity.relationship(named: key) != nil { return value(forKey: key) }
        let index = attributeIndex(key)
        let value = hasPending ? pendingValues[index] : value(at: index)
        return entity.represent(entity.anyValue(of: value, for: entity.attributes[index]))
    }

    /// Returns the destinations of a to-many relationship as a collection that the caller can change. While a change is
    /// announced, this is always the same one, and the end of the change assigns its members.
    package final func primitiveCollection(
        of relationship: RelationshipDescription, making make: (Any?) -> AnyObject
    ) -> AnyObject {
        let index = relationship.index
        guard let change = details?.announcedChanges[index] else { return make(value(forKey: relationship.name)) }
        if let collection = change.collection { return collection }
        let collection = make(value(forKey: relationship.name))
        details?.announcedChanges[index]?.collection = collection
        return collection
    }

    final func setPrimitiveValue(_ value: Any?, forKey key: String) {
        // A commit has copied the values, and the end of the save replaces them.
        context?.completeSaveInProgress()
        if let relationship = entity.relationship(named: key) { return setOneSide(of: relationship, to: value) }
        let index = attributeIndex(key)
        guard let converted = entity.attributeValue(from: value, for: entity.attributes[index]) else {
            endProgram(
                "'\(entity.name).\(key)': \(AttributeValue.rejectionReason(of: value, for: entity.attributes[index]))")
        }
        if !hasPending, entity.isTransient(attribute: index) {
            ownDetails.transientValues[index] = converted
            flags.insert(.hasTransientValues)
        } else {
            setCommittedValue(converted, at: index)
        }
    }

    private func setOneSide(of relationship: RelationshipDescription, to value: Any?) {
        let objects = destinations(from: value, of: relationship)
        for object in objects { check(object, fits: relationship) }
        details?.announcedChanges[relationship.index]?.collection = nil
        let references = objects.map(\.reference)
        let links =
            relationship.isToMany
            ? Links.toMany(ReferenceList(relationship.isOrdered ? references : references.sorted()))
            : .toOne(references.first ?? .none)
        noteReading(of: relationship.index)
        flags.insert(.isOneSided)
        if hasPending {
            context?.changes.notePrimitiveLinks()
            pendingLinks[relationship.index] = links
        } else {
            changeCommittedLinks(at: relationship.index) { $0 = links }
        }
        details?.livingReferences = nil
        snapshotStamp = -1
    }
}

// Values for string-keyed access, in the types of the model's representation.
extension EntityDescription {
    /// Returns the value of an attribute for string-keyed access, before it is represented.
    func anyValue(of value: AttributeValue, for attribute: Attribute) -> Any? {
        if attribute.type == .transformable, let representation, case .binary(let data) = value {
            return representation.value(ofTransformable: data, attribute)
        }
        return value.anyValue(for: attribute, composites: composites)
    }

    /// Returns an earlier value of an attribute for string-keyed access; nil for null, and for an unknown attribute.
    package func representedValue(_ value: AttributeValue, ofAttributeNamed name: String) -> Any? {
        attribute(named: name).flatMap { represent(anyValue(of: value, for: $0)) }
    }

    /// Converts a value from string-keyed access to a stored value; nil if the attribute does not accept it.
    package func attributeValue(from value: Any?, for attribute: Attribute) -> AttributeValue? {
        if attribute.type == .transformable, let representation, let value, !LooseValue.isNothing(value) {
            return representation.data(ofTransformable: value, attribute).map(AttributeValue.binary)
        }
        return AttributeValue(value, for: attribute, composites: composites)
    }

    /// Represents a value for string-keyed access.
    func represent(_ value: Any?) -> Any? {
        guard let representation, let value else { return value }
        return representation.representation(of: value)
    }

    /// Represents the result of a key path for string-keyed access.
    func represent(_ found: KeyPathValue) -> Any? {
        guard let representation, case .ordered(let values) = found else { return represent(found.plain) }
        return representation.representation(ofOrderedValues: values)
    }

    /// The representation of nil where a value is required.
    var nothing: Any { representation?.representation(of: NullValue()) ?? NullValue() }

    /// Represents the destinations of a to-many relationship for string-keyed access.
    func represent(_ objects: [ManagedObject], isOrdered: Bool) -> Any {
        guard let representation else { return isOrdered ? objects : Set(objects) }
        return isOrdered
            ? representation.representation(ofOrdered: objects) : representation.representation(of: Set(objects))
    }
}
