package import ModelSchema

extension Model {
    /// The part of the model that a running program needs, in an order that does not depend on the file.
    ///
    /// It does not include settings without a word in a schema text, which only editors and generators read, such as
    /// code generation, scalar types, and the flags of Spotlight, and indexes in the format used before Xcode 9. Named
    /// elements are sorted by name. The columns of indexes, the members of constraints, and user info keep their order,
    /// which can be significant.
    package var runtimePart: Model {
        var part = runtimeSettings
        part.entities = entities.sorted { $0.name < $1.name }.map(\.runtimePart)
        part.fetchRequestTemplates = fetchRequestTemplates.sorted { $0.name < $1.name }.map(\.runtimeSettings)
        part.configurations = configurations.sorted { $0.name < $1.name }.map { configuration in
            var part = configuration.runtimeSettings
            part.entityNames.sort()
            return part
        }
        part.composites = composites.sorted { $0.name < $1.name }.map {
            Composite(name: $0.name, attributes: $0.attributes.runtimePart)
        }
        return part
    }
}

extension NamedElement {
    /// The element with defaults for settings without a word in a schema text.
    fileprivate var runtimeSettings: Self {
        var part = self
        let usual = Self.usual(like: self)
        for field in Self.fields where field.setting.names.schemaWord == nil && !field.isAlwaysSaid {
            _ = field.write(&part, field.read(usual))
        }
        return part
    }
}

extension Entity {
    fileprivate var runtimePart: Entity {
        var part = runtimeSettings
        part.attributes = attributes.runtimePart
        part.relationships = relationships.sorted { $0.name < $1.name }.map(\.runtimePart)
        part.fetchedProperties = fetchedProperties.sorted { $0.name < $1.name }.map(\.runtimeSettings)
        part.indexes = indexes.sorted { $0.name < $1.name }.map(\.runtimeSettings)
        part.compoundIndexes = []
        return part
    }
}

extension [Attribute] {
    fileprivate var runtimePart: [Attribute] { sorted { $0.name < $1.name }.map(\.runtimeSettings) }
}

extension Relationship {
    fileprivate var runtimePart: Relationship {
        var part = runtimeSettings
        part.isOrdered = isToMany && isOrdered
        // An inverse entity has no effect without an inverse, and the default is the destination.
        part.inverseEntityName = inverseName == nil ? nil : inverseEntityName ?? destinationName
        return part
    }
}
