import Foundation
import ModelExpressions
import ModelSchema

/// Converts the entities of a schema to descriptions.
struct EntityReading {
    private let schema: Model

    init(_ schema: Model) { self.schema = schema }

    /// Returns the entities in the schema's order, linked with one another.
    func descriptions(classes: [String: NSManagedObject.Type]) -> [NSEntityDescription] {
        let entities = schema.entities.map { description(of: $0, class: classes[$0.name]) }
        let named = Dictionary(entities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
        for (entity, description) in zip(schema.entities, entities) {
            guard let parent = entity.parentName.flatMap({ named[$0] }) else { continue }
            parent.subentities += [description]
        }
        for (entity, description) in zip(schema.entities, entities) { link(entity, description, in: named) }
        return entities
    }

    private func description(
        of entity: Entity, class managedObjectClass: NSManagedObject.Type?
    ) -> NSEntityDescription {
        let description = NSEntityDescription()
        description.name = entity.name
        description.managedObjectClass = managedObjectClass
        description.managedObjectClassName =
            managedObjectClass.map { NSStringFromClass($0) } ?? entity.className ?? "NSManagedObject"
        description.isAbstract = entity.isAbstract
        description.userInfo = Self.userInfo(entity.userInfo)
        description.versionHashModifier = entity.versionHashModifier
        description.ownRenamingIdentifier = entity.renamingIdentifier
        description.uniquenessConstraints = entity.uniquenessConstraints.map { $0.propertyNames.map { $0 as Any } }
        description.schema = entity
        let attributes = entity.attributes.map(attribute)
        let relationships = entity.relationships.map(relationship)
        description.properties = attributes + relationships + entity.fetchedProperties.map(fetchedProperty)
        return description
    }

    private func link(_ entity: Entity, _ description: NSEntityDescription, in named: [String: NSEntityDescription]) {
        for relationship in entity.relationships {
            guard
                let link = description.declaredProperties.first(where: { $0.name == relationship.name })
                    as? NSRelationshipDescription,
                let destination = relationship.destinationName.flatMap({ named[$0] })
            else { continue }
            link.destinationEntity = destination
            link.inverseRelationship = relationship.inverseName.flatMap { destination.relationshipsByName[$0] }
        }
    }

    private func attribute(_ attribute: Attribute) -> NSAttributeDescription {
        let description =
            if attribute.type == .composite {
                NSCompositeAttributeDescription()
            } else if attribute.isDerived {
                NSDerivedAttributeDescription()
            } else {
                NSAttributeDescription()
            }
        take(attribute.name, attribute.isOptional, attribute.isTransient, attribute.userInfo, into: description)
        description.versionHashModifier = attribute.versionHashModifier
        description.ownRenamingIdentifier = attribute.renamingIdentifier
        description.attributeType = NSAttributeType(attribute.type)
        description.defaultValue = attribute.defaultValue.map(Self.value)
        description.valueTransformerName = attribute.valueTransformerName
        description.allowsExternalBinaryDataStorage = attribute.allowsExternalBinaryDataStorage
        description.preservesValueInHistoryOnDeletion = attribute.preservesValueInHistoryOnDeletion
        description.allowsCloudEncryption = attribute.allowsCloudEncryption
        description.isIndexed = attribute.isIndexed
        description.isIndexedBySpotlight = attribute.isIndexedBySpotlight
        description.schema = attribute
        if let custom = attribute.customClassName { description.attributeValueClassName = custom }
        if let composite = description as? NSCompositeAttributeDescription {
            composite.elements =
                schema.composites.first { $0.name == attribute.compositeName }?.attributes.map(self.attribute) ?? []
        }
        if let derived = description as? NSDerivedAttributeDescription, let format = attribute.derivationExpression {
            derived.derivationExpression = NSExpression(format: format)
        }
        return description
    }

    private func relationship(_ relationship: Relationship) -> NSRelationshipDescription {
        let description = NSRelationshipDescription()
        take(
            relationship.name, relationship.isOptional, relationship.isTransient, relationship.userInfo,
            into: description)
        description.versionHashModifier = relationship.versionHashModifier
        description.ownRenamingIdentifier = relationship.renamingIdentifier
        description.isIndexed = relationship.isIndexed
        description.minCount = relationship.minimumCount
        description.maxCount = relationship.isToMany ? relationship.maximumCount : 1
        description.isOrdered = relationship.isToMany && relationship.isOrdered
        description.deleteRule =
            switch relationship.deleteRule {
            case .noAction: .noActionDeleteRule
            case .nullify: .nullifyDeleteRule
            case .cascade: .cascadeDeleteRule
            case .deny: .denyDeleteRule
            }
        return description
    }

    private func fetchedProperty(_ property: FetchedProperty) -> NSFetchedPropertyDescription {
        let description = NSFetchedPropertyDescription()
        take(property.name, property.isOptional, false, property.userInfo, into: description)
        description.schema = property
        // An invalid predicate is reported when the property is fetched.
        let format = property.fetchRequest.predicateString ?? ""
        if format.isEmpty || (try? ModelPredicate(format: format)) != nil {
            // By its name, because the entity would retain itself.
            description.fetchRequest = NSFetchRequest(property.fetchRequest, entity: nil)
        }
        return description
    }

    private func take(
        _ name: String, _ isOptional: Bool, _ isTransient: Bool, _ userInfo: UserInfo,
        into description: NSPropertyDescription
    ) {
        description.name = name
        description.isOptional = isOptional
        description.isTransient = isTransient
        description.userInfo = Self.userInfo(userInfo)
    }

    private static func userInfo(_ userInfo: UserInfo) -> [AnyHashable: Any] {
        Dictionary(userInfo.entries.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    private static func value(_ value: AttributeDefault) -> Any {
        switch value {
        case .integer(let number): NSNumber(value: number)
        case .double(let number): NSNumber(value: number)
        case .decimal(let text): NSDecimalNumber(string: text)
        case .string(let text): text
        case .boolean(let flag): NSNumber(value: flag)
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        case .uuid(let text): UUID(uuidString: text) as Any
        case .uri(let text): URL(string: text) as Any
        }
    }
}
