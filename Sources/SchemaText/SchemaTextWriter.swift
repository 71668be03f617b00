package import ModelSchema

/// Writes the part of a model that a running program needs as text: one line for the model, an entity or a property.
///
/// Generated code holds the model in this form, since a compiler reads one string literal far faster than the calls
/// that would build the same model.
package struct SchemaTextWriter {
    private var lines: [String] = []

    /// The lines of a model's ``ModelSchema/Model/runtimePart``, without line ends. A function of the model: equal
    /// models give equal lines, whatever the order of their entities and properties.
    package static func lines(of model: Model) -> [String] {
        var writer = SchemaTextWriter()
        writer.write(model.runtimePart)
        return writer.lines
    }

    private mutating func write(_ model: Model) {
        var line = SchemaLine(.model)
        line.add(model.name)
        line.add(.version, model.versionIdentifier.isEmpty ? nil : model.versionIdentifier)
        line.add(.cloudKit, model.isUsedWithCloudKit)
        lines.append(line.text)
        for entity in model.entities { write(entity) }
        for composite in model.composites {
            var line = SchemaLine(.composite)
            line.add(composite.name)
            lines.append(line.text)
            for attribute in composite.attributes { write(attribute) }
        }
        for configuration in model.configurations {
            var line = SchemaLine(.configuration)
            line.add(configuration.name)
            line.add(.cloudKit, configuration.isUsedWithCloudKit)
            for name in configuration.entityNames { line.add(.of, name) }
            lines.append(line.text)
        }
        for request in model.fetchRequestTemplates {
            var line = SchemaLine(.request)
            line.add(request.name)
            Self.add(request, to: &line)
            lines.append(line.text)
        }
    }

    private mutating func write(_ entity: Entity) {
        var line = SchemaLine(.entity)
        line.add(entity.name)
        line.add(.class, entity.representedClassName)
        line.add(.abstract, entity.isAbstract)
        line.add(.parent, entity.parentName)
        line.add(.renamed, entity.renamingIdentifier)
        line.add(.hash, entity.versionHashModifier)
        line.add(entity.userInfo)
        lines.append(line.text)
        for attribute in entity.attributes { write(attribute) }
        for relationship in entity.relationships { write(relationship) }
        for property in entity.fetchedProperties { write(property) }
        for index in entity.indexes { write(index) }
        for constraint in entity.uniquenessConstraints {
            var line = SchemaLine(.unique, indent: 1)
            for name in constraint.propertyNames { line.add(name) }
            lines.append(line.text)
        }
    }

    private mutating func write(_ attribute: Attribute) {
        var line = SchemaLine(.attribute, indent: 1)
        line.add(attribute.name)
        line.add(attribute.type.schemaWord)
        line.add(.optional, attribute.isOptional)
        line.add(.transient, attribute.isTransient)
        line.add(.derived, attribute.isDerived)
        line.add(.expression, attribute.derivationExpression)
        line.add(.default, attribute.defaultValueString)
        line.add(.date, attribute.defaultDateTimeInterval)
        line.add(.min, attribute.minValueString)
        line.add(.max, attribute.maxValueString)
        line.add(.minDate, attribute.minDateTimeInterval)
        line.add(.maxDate, attribute.maxDateTimeInterval)
        line.add(.pattern, attribute.regularExpressionString)
        line.add(.transformer, attribute.valueTransformerName)
        line.add(.class, attribute.customClassName)
        line.add(.of, attribute.compositeName)
        line.add(.external, attribute.allowsExternalBinaryDataStorage)
        line.add(.preserved, attribute.preservesValueInHistoryOnDeletion)
        line.add(.renamed, attribute.renamingIdentifier)
        line.add(.hash, attribute.versionHashModifier)
        line.add(attribute.userInfo)
        lines.append(line.text)
    }

    private mutating func write(_ relationship: Relationship) {
        var line = SchemaLine(.relationship, indent: 1)
        line.add(relationship.name)
        line.add(.optional, relationship.isOptional)
        line.add(.transient, relationship.isTransient)
        line.add(.many, relationship.isToMany)
        line.add(.ordered, relationship.isOrdered)
        line.add(.min, relationship.minimumCount == 0 ? nil : String(relationship.minimumCount))
        let usualMaximum = relationship.isToMany ? 0 : 1
        line.add(.max, relationship.maximumCount == usualMaximum ? nil : String(relationship.maximumCount))
        line.add(.to, relationship.destinationName)
        line.add(.inverse, relationship.inverseName)
        let isUsual = relationship.inverseName == nil || relationship.inverseEntityName == relationship.destinationName
        line.add(.inverseEntity, isUsual ? nil : relationship.inverseEntityName)
        line.add(.delete, relationship.deleteRule == .nullify ? nil : relationship.deleteRule.schemaWord)
        line.add(.renamed, relationship.renamingIdentifier)
        line.add(.hash, relationship.versionHashModifier)
        line.add(relationship.userInfo)
        lines.append(line.text)
    }

    private mutating func write(_ property: FetchedProperty) {
        var line = SchemaLine(.fetched, indent: 1)
        line.add(property.name)
        line.add(.optional, property.isOptional)
        line.add(.name, property.fetchRequest.name)
        Self.add(property.fetchRequest, to: &line)
        line.add(property.userInfo)
        lines.append(line.text)
    }

    private static func add(_ request: FetchRequestTemplate, to line: inout SchemaLine) {
        line.add(.of, request.entityName)
        line.add(.predicate, request.predicateString)
        line.add(.result, request.resultType == .objects ? nil : request.resultType.schemaWord)
        line.add(.limit, request.fetchLimit == 0 ? nil : String(request.fetchLimit))
        line.add(.batch, request.fetchBatchSize == 0 ? nil : String(request.fetchBatchSize))
        line.add(.subentities, yesOrNo: request.includesSubentities)
        line.add(.values, yesOrNo: request.includesPropertyValues)
        line.add(.pending, yesOrNo: request.includesPendingChanges)
        line.add(.faults, yesOrNo: request.returnsObjectsAsFaults)
        line.add(.distinct, yesOrNo: request.returnsDistinctResults)
    }

    private mutating func write(_ index: FetchIndex) {
        var line = SchemaLine(.index, indent: 1)
        line.add(index.name)
        line.add(.where, index.partialIndexPredicate)
        for element in index.elements {
            line.add(.column, true)
            line.add(.on, element.propertyName)
            line.add(.expression, element.expression)
            line.add(.type, element.expressionType)
            line.add(.rTree, element.kind == .rTree)
            line.add(.descending, element.order == .descending)
        }
        lines.append(line.text)
    }
}
