import ModelSchema
import StructuredText

// The format itself: one initializer for each kind of element.

extension StructuredValue {
    init(_ model: Model) {
        var object = DumpObject()
        object.add("name", model.name)
        object.add("versionIdentifier", model.versionIdentifier.isEmpty ? nil : model.versionIdentifier)
        object.add("usedWithCloudKit", model.isUsedWithCloudKit)
        object.add("usedWithSwiftData", model.isUsedWithSwiftData)
        object.add("entities", model.entities.sorted { $0.name < $1.name }) { StructuredValue($0) }
        object.add("composites", model.composites.sorted { $0.name < $1.name }) { StructuredValue($0) }
        object.add("fetchRequests", model.fetchRequestTemplates.sorted { $0.name < $1.name }) { StructuredValue($0) }
        object.add("configurations", model.configurations.sorted { $0.name < $1.name }) { StructuredValue($0) }
        self = object.value
    }

    private init(_ entity: Entity) {
        var object = DumpObject()
        object.add("name", entity.name)
        object.add("representedClassName", entity.representedClassName)
        object.add("parent", entity.parentName)
        object.add("abstract", entity.isAbstract)
        object.add("codeGeneration", entity.codeGeneration?.rawValue)
        object.add("renamingIdentifier", entity.renamingIdentifier)
        object.add("versionHashModifier", entity.versionHashModifier)
        object.add("spotlightDisplayNameExpression", entity.spotlightDisplayNameExpression)
        object.add("syncable", entity.isSyncable)
        object.add("attributes", entity.attributes.sorted { $0.name < $1.name }) { StructuredValue($0) }
        object.add("relationships", entity.relationships.sorted { $0.name < $1.name }) { StructuredValue($0) }
        object.add("fetchedProperties", entity.fetchedProperties.sorted { $0.name < $1.name }) { StructuredValue($0) }
        object.add("indexes", entity.indexes.sorted { $0.name < $1.name }) { StructuredValue($0) }
        object.add("compoundIndexes", entity.compoundIndexes) { .array($0.map(StructuredValue.string)) }
        object.add("uniquenessConstraints", entity.uniquenessConstraints) {
            .array($0.propertyNames.map(StructuredValue.string))
        }
        object.add("userInfo", entity.userInfo.entries) { StructuredValue($0) }
        self = object.value
    }

    private init(_ attribute: Attribute) {
        var object = DumpObject()
        object.add("name", attribute.name)
        object.add("type", attribute.type.rawValue)
        object.add("optional", attribute.isOptional)
        object.add("transient", attribute.isTransient)
        object.add("derived", attribute.isDerived)
        object.add("derivationExpression", attribute.derivationExpression)
        object.add("usesScalarValueType", optional: attribute.usesScalarValueType)
        object.add("defaultValue", attribute.defaultValueString)
        object.add("defaultDateTimeInterval", attribute.defaultDateTimeInterval)
        object.add("minimumValue", attribute.minValueString)
        object.add("maximumValue", attribute.maxValueString)
        object.add("minimumDateTimeInterval", attribute.minDateTimeInterval)
        object.add("maximumDateTimeInterval", attribute.maxDateTimeInterval)
        object.add("regularExpression", attribute.regularExpressionString)
        object.add("valueTransformerName", attribute.valueTransformerName)
        object.add("customClassName", attribute.customClassName)
        object.add("composite", attribute.compositeName)
        object.add("allowsExternalBinaryDataStorage", attribute.allowsExternalBinaryDataStorage)
        object.add("allowsCloudEncryption", attribute.allowsCloudEncryption)
        object.add("indexed", attribute.isIndexed)
        object.add("indexedBySpotlight", attribute.isIndexedBySpotlight)
        object.add("storedInTruthFile", attribute.isStoredInTruthFile)
        object.add("preservesValueInHistoryOnDeletion", attribute.preservesValueInHistoryOnDeletion)
        object.add("renamingIdentifier", attribute.renamingIdentifier)
        object.add("versionHashModifier", attribute.versionHashModifier)
        object.add("syncable", attribute.isSyncable)
        object.add("userInfo", attribute.userInfo.entries) { StructuredValue($0) }
        self = object.value
    }

    private init(_ relationship: Relationship) {
        var object = DumpObject()
        object.add("name", relationship.name)
        object.add("destination", relationship.destinationName)
        object.add("inverse", relationship.inverseName)
        // Said only where it contradicts the destination, which a sound model never does.
        object.add(
            "inverseEntity",
            relationship.inverseEntityName == relationship.destinationName ? nil : relationship.inverseEntityName)
        object.add("optional", relationship.isOptional)
        object.add("transient", relationship.isTransient)
        object.add("toMany", relationship.isToMany)
        object.add("ordered", relationship.isOrdered)
        object.add("minimumCount", relationship.minimumCount)
        object.add("maximumCount", relationship.maximumCount, unless: relationship.isToMany ? 0 : 1)
        object.add("deleteRule", relationship.deleteRule.rawValue)
        object.add("indexed", relationship.isIndexed)
        object.add("renamingIdentifier", relationship.renamingIdentifier)
        object.add("versionHashModifier", relationship.versionHashModifier)
        object.add("syncable", relationship.isSyncable)
        object.add("userInfo", relationship.userInfo.entries) { StructuredValue($0) }
        self = object.value
    }

    private init(_ property: FetchedProperty) {
        var object = DumpObject()
        object.add("name", property.name)
        object.add("optional", property.isOptional)
        object.add("syncable", property.isSyncable)
        object.add("fetchRequest", StructuredValue(property.fetchRequest))
        object.add("userInfo", property.userInfo.entries) { StructuredValue($0) }
        self = object.value
    }

    private init(_ request: FetchRequestTemplate) {
        var object = DumpObject()
        object.add("name", request.name)
        object.add("entity", request.entityName)
        object.add("predicate", request.predicateString)
        object.add("resultType", request.resultType == .objects ? nil : "\(request.resultType)")
        object.add("fetchLimit", request.fetchLimit)
        object.add("fetchBatchSize", request.fetchBatchSize)
        object.add("includesSubentities", optional: request.includesSubentities)
        object.add("includesPropertyValues", optional: request.includesPropertyValues)
        object.add("includesPendingChanges", optional: request.includesPendingChanges)
        object.add("returnsObjectsAsFaults", optional: request.returnsObjectsAsFaults)
        object.add("returnsDistinctResults", optional: request.returnsDistinctResults)
        self = object.value
    }

    private init(_ index: FetchIndex) {
        var object = DumpObject()
        object.add("name", index.name)
        object.add("partialIndexPredicate", index.partialIndexPredicate)
        object.add("elements", index.elements) { element in
            var object = DumpObject()
            object.add("property", element.propertyName)
            object.add("expression", element.expression)
            object.add("expressionType", element.expressionType)
            object.add("kind", element.kind == .binary ? nil : element.kind.rawValue)
            object.add("order", element.order.rawValue)
            return object.value
        }
        self = object.value
    }

    private init(_ composite: Composite) {
        var object = DumpObject()
        object.add("name", composite.name)
        object.add("attributes", composite.attributes.sorted { $0.name < $1.name }) { StructuredValue($0) }
        self = object.value
    }

    private init(_ configuration: Configuration) {
        var object = DumpObject()
        object.add("name", configuration.name)
        object.add("usedWithCloudKit", configuration.isUsedWithCloudKit)
        object.add("entities", configuration.entityNames.sorted())
        self = object.value
    }

    private init(_ entry: UserInfo.Entry) {
        self = .members(.init("key", .string(entry.key)), .init("value", .string(entry.value)))
    }
}
