public import ModelSchema

extension Model {
    /// Adds an entity, in the order of the model editor.
    ///
    /// - Throws: ``EditError`` if an entity or a composite with this name exists.
    public mutating func add(_ entity: Entity) throws(EditError) {
        try checkIsFree(entity.name)
        entities.insert(entity, inOrder: \.name)
    }

    /// Adds a composite, in the order of the model editor.
    ///
    /// - Throws: ``EditError`` if an entity or a composite with this name exists.
    public mutating func add(_ composite: Composite) throws(EditError) {
        try checkIsFree(composite.name)
        composites.insert(composite, inOrder: \.name)
    }

    /// Adds an attribute to an entity or a composite, in the order of the model editor.
    ///
    /// - Throws: ``EditError`` if the entity or composite does not exist, a property with this name exists, the
    ///   default is not a value of the attribute's type, or the attribute's composite does not exist.
    public mutating func add(_ attribute: Attribute, to ownerName: String) throws(EditError) {
        let owner: AttributeOwner
        switch try self.owner(named: ownerName) {
        case .entity: owner = .entity(try indexForAdding(attribute.name, to: ownerName))
        case .composite(let index):
            guard !composites[index].attributes.contains(where: { $0.name == attribute.name }) else {
                throw EditError("attribute '\(ownerName)/\(attribute.name)' already exists")
            }
            owner = .composite(index)
        }
        try attribute.checkDefault(at: ElementPath(ownerName, attribute.name))
        if let name = attribute.compositeName { _ = try index(ofComposite: name) }
        self[keyPath: owner.attributes].insert(attribute, inOrder: \.name)
    }

    /// Adds a fetched property to an entity, in the order of the model editor.
    ///
    /// - Throws: ``EditError`` if the entity or the destination does not exist, or a property with this name exists.
    public mutating func add(_ property: FetchedProperty, to entityName: String) throws(EditError) {
        let index = try indexForAdding(property.name, to: entityName)
        if let name = property.fetchRequest.entityName { _ = try self.index(ofEntity: name) }
        entities[index].fetchedProperties.insert(property, inOrder: \.name)
    }

    /// Adds a relationship to an entity, and its inverse to the destination.
    ///
    /// ```swift
    /// try model.add(
    ///     Relationship(name: "author", isOptional: true, destinationName: "Author"), to: "Book",
    ///     inverse: Relationship(name: "books", isOptional: true, isToMany: true, destinationName: "Book"))
    /// ```
    ///
    /// - Parameters:
    ///   - relationship: The relationship. The method sets its inverse.
    ///   - entityName: The entity that declares it.
    ///   - inverse: The inverse relationship of the destination; nil for none.
    /// - Throws: ``EditError`` if an entity does not exist, or a property with this name exists.
    public mutating func add(
        _ relationship: Relationship, to entityName: String, inverse: Relationship?
    ) throws(EditError) {
        var model = self
        guard let destination = relationship.destinationName else {
            throw EditError("relationship '\(relationship.name)' has no destination")
        }
        let index = try model.indexForAdding(relationship.name, to: entityName)
        var forth = relationship
        forth.inverseName = inverse?.name
        forth.inverseEntityName = inverse == nil ? nil : destination
        model.entities[index].relationships.insert(forth, inOrder: \.name)
        if var back = inverse {
            let index = try model.indexForAdding(back.name, to: destination)
            back.destinationName = entityName
            back.inverseName = relationship.name
            back.inverseEntityName = entityName
            model.entities[index].relationships.insert(back, inOrder: \.name)
        } else {
            _ = try model.index(ofEntity: destination)
        }
        self = model
    }

    private func indexForAdding(_ name: String, to entityName: String) throws(EditError) -> Int {
        try Self.checkName(name)
        let index = try index(ofEntity: entityName)
        let entity = entities[index]
        let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
        guard !(names + entity.fetchedProperties.map(\.name)).contains(name) else {
            throw EditError("property '\(entityName)/\(name)' already exists")
        }
        return index
    }
}
