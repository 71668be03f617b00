public import ModelSchema

extension Model {
    /// Renames an entity, a composite, or a property. The method sets the renaming identifier of an element that has
    /// one, and updates everything in the model that refers to it by name: parents, destinations, inverses, attributes
    /// of a composite, indexes, constraints, configurations, fetches, and the keys in predicates and expressions.
    ///
    /// The class of an entity and strings in predicates do not change.
    ///
    /// - Throws: ``EditError`` if the element does not exist, if an element with the new name exists, or if a
    ///   predicate does not tell whether it means the element.
    public mutating func rename(_ path: ElementPath, to newName: String) throws(EditError) {
        try Self.checkName(newName)
        switch (try owner(named: path.entity), path.property) {
        case (.entity, let name?): try renameProperty(name, of: path.entity, to: newName)
        case (.entity, nil): try renameEntity(path.entity, to: newName)
        case (.composite(let index), let name?): try renameMember(name, ofCompositeAt: index, to: newName)
        case (.composite(let index), nil): try renameComposite(at: index, to: newName)
        }
    }

    private mutating func renameComposite(at index: Int, to newName: String) throws(EditError) {
        try checkIsFree(newName)
        let name = composites[index].name
        composites[index].name = newName
        for owner in entities.indices.map(AttributeOwner.entity) + composites.indices.map(AttributeOwner.composite) {
            for place in self[keyPath: owner.attributes].indices
            where self[keyPath: owner.attributes][place].compositeName == name {
                self[keyPath: owner.attributes][place].compositeName = newName
            }
        }
    }

    private mutating func renameMember(
        _ name: String, ofCompositeAt index: Int, to newName: String
    ) throws(EditError) {
        let composite = composites[index]
        guard let place = composite.attributes.firstIndex(where: { $0.name == name }) else {
            throw missingMember(name, of: composite)
        }
        guard !composite.attributes.contains(where: { $0.name == newName }) else {
            throw EditError("attribute '\(composite.name)/\(newName)' already exists")
        }
        let member = CompositeMember(composite: composite.name, name: name)
        try renameKey(.member(member), to: newName)
        let paths = PropertyPaths(of: self)
        for index in entities.indices {
            let entity = entities[index]
            entities[index].mapPropertyPaths { paths.renaming(member, to: newName, in: $0, of: entity) }
        }
        composites[index].attributes[place].name = newName
        composites[index].attributes[place].renamingIdentifier = Self.identifier(
            composite.attributes[place].renamingIdentifier, of: name, newName: newName)
    }

    private mutating func renameEntity(_ name: String, to newName: String) throws(EditError) {
        let index = try index(ofEntity: name)
        try checkIsFree(newName)
        entities[index].renamingIdentifier = Self.identifier(
            entities[index].renamingIdentifier, of: name, newName: newName)
        entities[index].name = newName
        func renamed(_ other: String?) -> String? { other == name ? newName : other }
        for index in entities.indices {
            entities[index].parentName = renamed(entities[index].parentName)
            for place in entities[index].relationships.indices {
                let relationship = entities[index].relationships[place]
                entities[index].relationships[place].destinationName = renamed(relationship.destinationName)
                entities[index].relationships[place].inverseEntityName = renamed(relationship.inverseEntityName)
            }
            for place in entities[index].fetchedProperties.indices {
                let request = entities[index].fetchedProperties[place].fetchRequest
                entities[index].fetchedProperties[place].fetchRequest.entityName = renamed(request.entityName)
            }
        }
        for index in configurations.indices {
            configurations[index].entityNames = configurations[index].entityNames.map { $0 == name ? newName : $0 }
        }
        for index in fetchRequestTemplates.indices {
            fetchRequestTemplates[index].entityName = renamed(fetchRequestTemplates[index].entityName)
        }
    }

    private mutating func renameProperty(
        _ name: String, of entityName: String, to newName: String
    ) throws(EditError) {
        let index = try index(ofEntity: entityName)
        let entity = entities[index]
        func exists(_ name: String) -> Bool {
            entity.attribute(named: name) != nil || entity.relationship(named: name) != nil
                || entity.fetchedProperties.contains { $0.name == name }
        }
        guard !exists(newName) else { throw EditError("property '\(entityName)/\(newName)' already exists") }
        guard exists(name) else { throw missingProperty(name, of: entity) }
        try renameKey(.property(entityName: entityName, name: name), to: newName)
        if let place = entity.attributes.firstIndex(where: { $0.name == name }) {
            entities[index].attributes[place].name = newName
            entities[index].attributes[place].renamingIdentifier = Self.identifier(
                entity.attributes[place].renamingIdentifier, of: name, newName: newName)
        } else if let place = entity.relationships.firstIndex(where: { $0.name == name }) {
            entities[index].relationships[place].name = newName
            entities[index].relationships[place].renamingIdentifier = Self.identifier(
                entity.relationships[place].renamingIdentifier, of: name, newName: newName)
            renameInverse(name, of: entityName, to: newName)
        } else if let place = entity.fetchedProperties.firstIndex(where: { $0.name == name }) {
            entities[index].fetchedProperties[place].name = newName
            return
        }
        let family = Set(ModelLookup(self).family(of: entities[index]).map(\.name))
        for index in entities.indices where family.contains(entities[index].name) {
            entities[index].mapPropertyPaths { path in
                // An index or a constraint can contain a path into a composite.
                if path.hasPrefix(name + ".") { return newName + path.dropFirst(name.count) }
                return path == name ? newName : path
            }
        }
    }

    private mutating func renameInverse(_ name: String, of entityName: String, to newName: String) {
        for index in entities.indices {
            for place in entities[index].relationships.indices {
                let relationship = entities[index].relationships[place]
                let owner = relationship.inverseEntityName ?? relationship.destinationName
                guard owner == entityName, relationship.inverseName == name else { continue }
                entities[index].relationships[place].inverseName = newName
            }
        }
    }

    /// The identifier that is the same in every version, so older versions still match.
    private static func identifier(_ identifier: String?, of name: String, newName: String) -> String? {
        let kept = identifier.flatMap { $0.isEmpty ? nil : $0 } ?? name
        return kept == newName ? nil : kept
    }
}

extension Entity {
    /// Replaces the paths of properties in the indexes and constraints.
    fileprivate mutating func mapPropertyPaths(_ renamed: (String) -> String) {
        for index in indexes.indices {
            for place in indexes[index].elements.indices {
                indexes[index].elements[place].propertyName = indexes[index].elements[place].propertyName.map(renamed)
            }
        }
        compoundIndexes = compoundIndexes.map { $0.map(renamed) }
        uniquenessConstraints = uniquenessConstraints.map { UniquenessConstraint($0.propertyNames.map(renamed)) }
    }
}
