public import ModelSchema

extension Model {
    /// Adds an entity, in the order of the model editor.
    ///
    /// - Throws: ``EditFailure`` if an entity with this name exists.
    public mutating func add(_ entity: Entity) throws(EditFailure) {
        guard self.entity(named: entity.name) == nil else {
            throw EditFailure("entity '\(entity.name)' already exists")
        }
        entities.insert(entity, inOrder: \.name)
    }

    /// Adds an attribute to an entity, in the order of the model editor.
    ///
    /// - Throws: ``EditFailure`` if the entity does not exist, a property with this name exists, or the default is not a
    ///   value of the attribute's type.
    public mutating func add(_ attribute: Attribute, to entityName: String) throws(EditFailure) {
        let index = try indexForAdding(attribute.name, to: entityName)
        try attribute.checkDefault(at: ElementPath(entityName, attribute.name))
        entities[index].attributes.insert(attribute, inOrder: \.name)
    }

    /// Adds a relationship to an entity, and its inverse to the destination.
    ///
    /// - Parameters:
    ///   - relationship: The relationship. The method sets its inverse.
    ///   - entityName: The entity that declares it.
    ///   - inverse: The inverse relationship of the destination; nil for none.
    /// - Throws: ``EditFailure`` if an entity does not exist, or a property with this name exists.
    public mutating func add(
        _ relationship: Relationship, to entityName: String, inverse: Relationship?
    ) throws(EditFailure) {
        var model = self
        guard let destination = relationship.destinationName else {
            throw EditFailure("relationship '\(relationship.name)' has no destination")
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

    private func indexForAdding(_ name: String, to entityName: String) throws(EditFailure) -> Int {
        let index = try index(ofEntity: entityName)
        let entity = entities[index]
        let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
        guard !(names + entity.fetchedProperties.map(\.name)).contains(name) else {
            throw EditFailure("property '\(entityName)/\(name)' already exists")
        }
        return index
    }
}
