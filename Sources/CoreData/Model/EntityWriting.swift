import Foundation
import ModelExpressions
import ModelSchema
import ObjectGraph

// Converting descriptions to schemas.
extension NSEntityDescription {
    /// The entity as a value, without inherited properties.
    var schemaEntity: Entity {
        var entity = schema ?? Entity(name: "")
        entity.name = name ?? ""
        entity.isAbstract = isAbstract
        entity.parentName = superentity?.name
        entity.representedClassName = managedObjectClassName
        entity.renamingIdentifier = ownRenamingIdentifier
        entity.versionHashModifier = versionHashModifier
        entity.userInfo = UserInfo(userInfo)
        entity.uniquenessConstraints = uniquenessConstraints.map { constraint in
            UniquenessConstraint(constraint.compactMap { ($0 as? NSPropertyDescription)?.name ?? $0 as? String })
        }
        entity.attributes = declaredProperties.compactMap { ($0 as? NSAttributeDescription)?.schemaAttribute }
        entity.relationships = declaredProperties.compactMap {
            ($0 as? NSRelationshipDescription)?.schemaRelationship
        }
        entity.fetchedProperties = declaredProperties.compactMap {
            ($0 as? NSFetchedPropertyDescription)?.schemaFetchedProperty
        }
        return entity
    }

    /// The class from generated code, or the one with the class name; nil for `NSManagedObject` and for a class that is
    /// not found, for which `NSManagedObject` is used, after a message (rule MOD-10).
    var foundClass: NSManagedObject.Type? {
        if let managedObjectClass { return managedObjectClass }
        return ownClassName.flatMap(ClassDirectory.managedObjectClass)
    }

    /// The name of the class; nil for `NSManagedObject`.
    var ownClassName: String? {
        guard let name = managedObjectClassName, !name.isEmpty, name != "NSManagedObject" else { return nil }
        return name
    }
}

extension NSAttributeDescription {
    /// The attribute as a value.
    var schemaAttribute: Attribute {
        var attribute = schema ?? Attribute(name: name, type: attributeType.schemaType)
        attribute.name = name
        if attribute.type != attributeType.schemaType {
            attribute = Attribute(name: name, type: attributeType.schemaType)
        }
        attribute.isOptional = isOptional
        attribute.isTransient = isTransient
        attribute.renamingIdentifier = ownRenamingIdentifier
        attribute.versionHashModifier = versionHashModifier
        attribute.userInfo = UserInfo(userInfo)
        attribute.valueTransformerName = valueTransformerName
        attribute.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
        attribute.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
        attribute.allowsCloudEncryption = allowsCloudEncryption
        attribute.isIndexed = isIndexed
        attribute.isIndexedBySpotlight = isIndexedBySpotlight
        setDefault(of: &attribute)
        if let derived = self as? NSDerivedAttributeDescription {
            attribute.isDerived = true
            attribute.derivationExpression = derived.derivationExpression?.description
        }
        if self is NSCompositeAttributeDescription, attribute.compositeName == nil { attribute.compositeName = name }
        return attribute
    }

    private func setDefault(of attribute: inout Attribute) {
        attribute.defaultValueString = nil
        attribute.defaultDateTimeInterval = nil
        switch defaultValue {
        case nil: break
        case let value? where attributeType == .transformableAttributeType:
            attribute.defaultValueString = TransformableValues(attribute).data(of: value)?.base64EncodedString()
        case let data as Data: attribute.defaultValueString = data.base64EncodedString()
        case let date as Date: attribute.defaultDateTimeInterval = "\(date.timeIntervalSinceReferenceDate)"
        case let flag as Bool where attributeType == .booleanAttributeType:
            attribute.defaultValueString = flag ? "YES" : "NO"
        case let uuid as UUID: attribute.defaultValueString = uuid.uuidString
        case let url as URL: attribute.defaultValueString = url.absoluteString
        case let value?: attribute.defaultValueString = "\(value)"
        }
    }
}

extension NSRelationshipDescription {
    /// The relationship as a value.
    var schemaRelationship: Relationship {
        Relationship(
            name: name, isOptional: isOptional, isTransient: isTransient, isToMany: isToMany, minimumCount: minCount,
            maximumCount: maxCount, isOrdered: isOrdered, deleteRule: schemaDeleteRule,
            destinationName: destinationEntity?.name, inverseName: inverseRelationship?.name,
            inverseEntityName: inverseRelationship == nil ? nil : destinationEntity?.name,
            renamingIdentifier: ownRenamingIdentifier, versionHashModifier: versionHashModifier, isIndexed: isIndexed,
            userInfo: UserInfo(userInfo))
    }

    private var schemaDeleteRule: DeleteRule {
        switch deleteRule {
        case .noActionDeleteRule: .noAction
        case .nullifyDeleteRule: .nullify
        case .cascadeDeleteRule: .cascade
        case .denyDeleteRule: .deny
        }
    }
}

extension NSFetchedPropertyDescription {
    /// The fetched property as a value.
    var schemaFetchedProperty: FetchedProperty {
        var property =
            schema ?? FetchedProperty(name: name, fetchRequest: FetchRequestTemplate(name: name, entityName: nil))
        property.name = name
        property.isOptional = isOptional
        property.userInfo = UserInfo(userInfo)
        if let fetchRequest {
            property.fetchRequest.entityName = fetchRequest.entityName
            let text = property.fetchRequest.predicateString
            property.fetchRequest.predicateString = fetchRequest.predicate.map { predicate in
                guard let tree = predicate.modelPredicate else {
                    endProgram(
                        "the fetch request of the fetched property '\(name)' has a block predicate; use a format")
                }
                // A predicate that is still that of the model keeps its text.
                if let text, (try? ModelPredicate(format: text)) == tree { return text }
                return tree.description
            }
            property.fetchRequest.take(settingsOf: fetchRequest)
        }
        return property
    }
}

extension FetchRequestTemplate {
    /// Takes the numbers and flags of a request. Those with Core Data's default values stay out of the model.
    fileprivate mutating func take(settingsOf request: NSFetchRequest<any NSFetchRequestResult>) {
        fetchLimit = request.fetchLimit
        fetchBatchSize = request.fetchBatchSize
        take(request.includesSubentities, by: true, \.includesSubentities)
        take(request.includesPropertyValues, by: true, \.includesPropertyValues)
        take(request.includesPendingChanges, by: true, \.includesPendingChanges)
        take(request.returnsObjectsAsFaults, by: true, \.returnsObjectsAsFaults)
        take(request.returnsDistinctResults, by: false, \.returnsDistinctResults)
    }

    private mutating func take(
        _ value: Bool, by standard: Bool, _ path: WritableKeyPath<FetchRequestTemplate, Bool?>
    ) {
        if value != self[keyPath: path] ?? standard { self[keyPath: path] = value }
    }
}

extension Composite {
    /// Returns the composites of the attributes of some entities, each once.
    static func all(of entities: [NSEntityDescription]) -> [Composite] {
        var seen: Set<String> = []
        return entities.flatMap(\.declaredProperties).compactMap { $0 as? NSAttributeDescription }
            .flatMap(Self.all)
            .filter { seen.insert($0.name).inserted }
    }

    /// Returns the composites of an attribute; empty if it has another type.
    static func all(of attribute: NSAttributeDescription) -> [Composite] {
        guard let attribute = attribute as? NSCompositeAttributeDescription else { return [] }
        let name = attribute.schemaAttribute.compositeName ?? attribute.name
        let inner = attribute.elements.flatMap(all)
        return [Composite(name: name, attributes: attribute.elements.map(\.schemaAttribute))] + inner
    }
}

extension UserInfo {
    init(_ dictionary: [AnyHashable: Any]?) {
        let texts = (dictionary ?? [:]).compactMap { key, value in (key.base as? String).map { ($0, "\(value)") } }
        self.init(entries: texts.sorted { $0.0 < $1.0 }.map { Entry(key: $0.0, value: $0.1) })
    }
}

extension ManagedObjectModel {
    /// Returns the model with the conditions of descriptions for the values of properties.
    func withValidation(of entities: [NSEntityDescription]) -> ManagedObjectModel {
        entities.reduce(self) { model, entity in
            entity.declaredProperties.reduce(model) { model, property in
                guard !property.validationConditions.isEmpty else { return model }
                return model.settingValidationConditions(
                    property.validationConditions.map { condition in
                        // Unsafe: a predicate does not change, and evaluates only on the queue of the object's context.
                        nonisolated(unsafe) let block = condition.predicate
                        return ValidationCondition(
                            condition.predicate.modelPredicate.map { .predicate($0) }
                                ?? .block { block.evaluate(with: $0) },
                            warning: condition.warning)
                    }, forProperty: property.name, ofEntityNamed: entity.name ?? "")
            }
        }
    }
}

extension NSPropertyDescription {
    /// The conditions for values, each with its warning.
    var validationConditions: [(predicate: NSPredicate, warning: String)] {
        validationPredicates.enumerated().map { place, predicate in
            (predicate, place < validationWarnings.count ? "\(validationWarnings[place])" : "")
        }
    }
}
