extension Model {
    /// The model in the order of a schema text, which does not depend on the order of the file.
    ///
    /// Named elements are sorted by name. The columns of indexes, the members of constraints, and user info keep their
    /// order, which can be significant. Indexes in the format used before Xcode 9 are left out, and settings without an
    /// effect have the same value in equal models.
    package var inSchemaTextOrder: Model {
        var ordered = self
        ordered.entities = entities.sorted { $0.name < $1.name }.map(\.inSchemaTextOrder)
        ordered.fetchRequestTemplates.sort { $0.name < $1.name }
        ordered.configurations.sort { $0.name < $1.name }
        for index in ordered.configurations.indices { ordered.configurations[index].entityNames.sort() }
        ordered.composites.sort { $0.name < $1.name }
        for index in ordered.composites.indices { ordered.composites[index].attributes.sort { $0.name < $1.name } }
        return ordered
    }
}

extension Entity {
    fileprivate var inSchemaTextOrder: Entity {
        var ordered = self
        ordered.attributes.sort { $0.name < $1.name }
        ordered.relationships = relationships.sorted { $0.name < $1.name }.map(\.inSchemaText)
        ordered.fetchedProperties.sort { $0.name < $1.name }
        ordered.indexes.sort { $0.name < $1.name }
        ordered.compoundIndexes = []
        return ordered
    }
}

extension Relationship {
    fileprivate var inSchemaText: Relationship {
        var part = self
        part.isOrdered = isToMany && isOrdered
        // An inverse entity has no effect without an inverse, and the default is the destination.
        part.inverseEntityName = inverseName == nil ? nil : inverseEntityName ?? destinationName
        return part
    }
}
