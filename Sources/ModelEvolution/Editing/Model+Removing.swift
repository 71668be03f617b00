public import ModelSchema

extension Model {
    /// Removes an entity, an attribute, or a relationship with its inverse.
    ///
    /// - Throws: ``EditFailure`` if the element does not exist, or another part of the model refers to it.
    public mutating func remove(_ path: ElementPath) throws(EditFailure) {
        let index = try index(ofEntity: path.entity)
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
        } else {
            throw missingProperty(name, of: entity)
        }
    }

    private func checkForReferences(toEntity name: String) throws(EditFailure) {
        var places = entities.filter { $0.parentName == name }.map(\.name)
        for entity in entities where entity.name != name {
            places += entity.relationships.filter { $0.destinationName == name }.map { "\(entity.name)/\($0.name)" }
            places += entity.fetchedProperties.filter { $0.fetchRequest.entityName == name }
                .map { "\(entity.name)/\($0.name)" }
        }
        places += fetchRequestTemplates.filter { $0.entityName == name }.map(\.name)
        guard places.isEmpty else { throw Self.referred(to: name, by: places) }
    }

    private func checkForReferences(toProperty name: String, of entity: Entity) throws(EditFailure) {
        var places: [String] = []
        for member in ModelLookup(self).family(of: entity) {
            places += member.indexes.filter { $0.elements.contains { $0.propertyName == name } }
                .map { "index '\(member.name)/\($0.name)'" }
            places += member.compoundIndexes.filter { $0.contains(name) }.map { _ in "an index of '\(member.name)'" }
            places += member.uniquenessConstraints
                .filter { $0.propertyNames.contains { $0 == name || $0.hasPrefix(name + ".") } }
                .map { _ in "a constraint of '\(member.name)'" }
        }
        guard places.isEmpty else { throw Self.referred(to: "\(entity.name)/\(name)", by: places) }
    }

    private static func referred(to name: String, by places: [String]) -> EditFailure {
        EditFailure("'\(name)' is in use by \(places.prefix(5).joined(separator: ", ")); change that first")
    }
}
