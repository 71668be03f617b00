import ColumnEngine
import JSONTokens

/// The form of one entity's objects: their keys and the order of these.
struct EntityLayout: Sendable {
    enum Property: Sendable {
        case identity
        /// The index among the entity's attributes.
        case attribute(Int)
        /// The index among the entity's relationships.
        case relationship(Int)
    }

    let entity: EntityDescription
    /// The properties in the order of ``keys``.
    let properties: [Property]
    let keys: JSONKeyTable
    /// The root of the entity's family, among whose objects a number is unique.
    let rootName: String

    /// The folder of large binary values.
    let external: ExternalData
    /// The values of attributes with missing keys, in the order of the entity's attributes: the default values of the
    /// model that a file was written with, which can differ from those of a later version.
    let absentValues: [AttributeValue]

    init(_ entity: EntityDescription, external: ExternalData, absentValues: [AttributeValue]? = nil) {
        self.entity = entity
        self.absentValues = absentValues ?? entity.defaultValues
        self.external = external
        rootName = entity.rootName
        var properties: [Property] = [.identity]
        // No property can have the name `$id`.
        let hasPropertyID = entity.attribute(named: "id") != nil || entity.relationship(named: "id") != nil
        var keys = [hasPropertyID ? "$id" : "id"]
        for (index, attribute) in entity.attributes.enumerated() where !attribute.isTransient {
            properties.append(.attribute(index))
            keys.append(attribute.name)
        }
        for (index, relationship) in entity.relationships.enumerated()
        where relationship.isStored && !relationship.schema.isTransient {
            properties.append(.relationship(index))
            keys.append(relationship.name)
        }
        self.properties = properties
        self.keys = JSONKeyTable(keys)
    }

    /// The formats of a model's entities that have objects, by entity name.
    ///
    /// - Parameter absentValues: By the entity's name; those of the model if there are none.
    static func all(
        of model: ManagedObjectModel, external: ExternalData, absentValues: [String: [AttributeValue]] = [:]
    ) -> [EntityLayout] {
        model.entities.filter { !$0.isAbstract }.map { entity in
            EntityLayout(entity, external: external, absentValues: absentValues[entity.name])
        }
    }
}
