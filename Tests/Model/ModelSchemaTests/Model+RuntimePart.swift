import ModelSchema

extension Model {
    /// The part of the model that a schema text contains: without the settings that only editors and generators read,
    /// such as code generation, scalar types, and the flags of Spotlight.
    var runtimePart: Model {
        var part = inSchemaTextOrder.runtimeSettings
        part.entities = part.entities.map { entity in
            var part = entity.runtimeSettings
            part.attributes = part.attributes.map(\.runtimeSettings)
            part.relationships = part.relationships.map(\.runtimeSettings)
            part.fetchedProperties = part.fetchedProperties.map(\.runtimeSettings)
            part.indexes = part.indexes.map(\.runtimeSettings)
            return part
        }
        part.fetchRequestTemplates = part.fetchRequestTemplates.map(\.runtimeSettings)
        part.configurations = part.configurations.map(\.runtimeSettings)
        part.composites = part.composites.map {
            Composite(name: $0.name, attributes: $0.attributes.map(\.runtimeSettings))
        }
        return part
    }
}

extension NamedElement {
    /// The element with defaults for settings without a word in a schema text.
    fileprivate var runtimeSettings: Self {
        var part = self
        let usual = Self.usual(like: self)
        for field in Self.fields where field.setting.names.schemaWord == nil && !field.isAlwaysWritten {
            _ = field.write(&part, field.read(usual))
        }
        return part
    }
}
