package import ModelSchema

extension Model {
    /// What a running program needs of the model, in an order that does not depend on the file's.
    ///
    /// Left out is what only editors and generators read: the settings for which a schema text has no word, such as code
    /// generation, scalar types and the flags of Spotlight, and the form of indexes used before Xcode 9. Everything with a
    /// name is sorted by it; the columns of indexes, the members of constraints and user info keep their order, which may
    /// mean something.
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
    /// The element with what is usual in the place of the settings that a schema text has no word for.
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
        // What no inverse belongs to says nothing, and an inverse is the destination's where nothing else is said.
        part.inverseEntityName = inverseName == nil ? nil : inverseEntityName ?? destinationName
        return part
    }
}
