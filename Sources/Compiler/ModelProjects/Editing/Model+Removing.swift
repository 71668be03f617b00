public import ModelSchema

extension Model {
    /// Removes an entity, a composite, an attribute, a fetched property, or a relationship with its inverse.
    ///
    /// - Throws: ``EditError`` if the element does not exist, or another part of the model refers to it.
    public mutating func remove(_ path: ElementPath) throws(EditError) {
        switch try owner(named: path.entity) {
        case .entity(let index): try remove(path, ofEntityAt: index)
        case .composite(let index): try remove(path, ofCompositeAt: index)
        }
    }

    private mutating func remove(_ path: ElementPath, ofCompositeAt index: Int) throws(EditError) {
        let composite = composites[index]
        guard let name = path.property else {
            let uses = { (owner: String, attributes: [Attribute]) in
                attributes.filter { $0.compositeName == composite.name }.map { "\(owner)/\($0.name)" }
            }
            let places =
                entities.flatMap { uses($0.name, $0.attributes) } + composites.flatMap { uses($0.name, $0.attributes) }
            guard places.isEmpty else { throw Self.referred(to: composite.name, by: places) }
            composites.remove(at: index)
            return
        }
        guard composite.attributes.contains(where: { $0.name == name }) else {
            throw missingMember(name, of: composite)
        }
        let member = CompositeMember(composite: composite.name, name: name)
        let paths = PropertyPaths(of: self)
        let places = entities.flatMap { entity in
            entity.places { paths.containsMember(member, in: $0, of: entity) }
        }
        guard places.isEmpty else { throw Self.referred(to: "\(composite.name)/\(name)", by: places) }
        composites[index].attributes.removeAll { $0.name == name }
    }

    private mutating func remove(_ path: ElementPath, ofEntityAt index: Int) throws(EditError) {
        guard let name = path.property else {
            try checkForReferences(toEntity: path.entity)
            entities.remove(at: index)
            for index in configurations.indices {
                configurations[index].entityNames.removeAll { $0 == path.entity }
            }
            return
        }
        let entity = entities[index]
        try checkForReferences(toProperty: name, of: entity)
        if entity.attribute(named: name) != nil {
            entities[index].attributes.removeAll { $0.name == name }
        } else if let relationship = entity.relationship(named: name) {
            entities[index].relationships.removeAll { $0.name == name }
            let owner = relationship.inverseEntityName ?? relationship.destinationName
            for index in entities.indices where entities[index].name == owner {
                entities[index].relationships.removeAll {
                    $0.name == relationship.inverseName && $0.inverseName == name
                }
            }
        } else if entity.fetchedProperties.contains(where: { $0.name == name }) {
            entities[index].fetchedProperties.removeAll { $0.name == name }
        } else {
            throw missingProperty(name, of: entity)
        }
    }

    private func checkForReferences(toEntity name: String) throws(EditError) {
        var places = entities.filter { $0.parentName == name }.map(\.name)
        for entity in entities where entity.name != name {
            places += entity.relationships.filter { $0.destinationName == name }.map { "\(entity.name)/\($0.name)" }
            places += entity.fetchedProperties.filter { $0.fetchRequest.entityName == name }
                .map { "\(entity.name)/\($0.name)" }
        }
        places += fetchRequestTemplates.filter { $0.entityName == name }.map(\.name)
        guard places.isEmpty else { throw Self.referred(to: name, by: places) }
    }

    private func checkForReferences(toProperty name: String, of entity: Entity) throws(EditError) {
        var places: [String] = []
        for member in ModelLookup(self).family(of: entity) {
            places += member.places { $0 == name || $0.hasPrefix(name + ".") }
        }
        guard places.isEmpty else { throw Self.referred(to: "\(entity.name)/\(name)", by: places) }
    }

    private static func referred(to name: String, by places: [String]) -> EditError {
        EditError("'\(name)' is in use by \(places.prefix(5).joined(separator: ", ")); change that first")
    }
}

extension Entity {
    /// The indexes and constraints that contain a path of a property, for messages.
    fileprivate func places(of isMeant: (String) -> Bool) -> [String] {
        indexes.filter { $0.elements.contains { $0.propertyName.map(isMeant) ?? false } }
            .map { "index '\(name)/\($0.name)'" }
            + compoundIndexes.filter { $0.contains(where: isMeant) }.map { _ in "an index of '\(name)'" }
            + uniquenessConstraints.filter { $0.propertyNames.contains(where: isMeant) }
            .map { _ in "a constraint of '\(name)'" }
    }
}
