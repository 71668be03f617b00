/// Every name of an element or attribute that the format is known to have.
enum FormatName: String, CaseIterable {
    // Elements.
    case model, entity, attribute, relationship, fetchedProperty, fetchRequest, configuration, memberEntity, composite
    case fetchIndex, fetchIndexElement, compoundIndexes, compoundIndex, index
    case uniquenessConstraints, uniquenessConstraint, constraint
    case userInfo, entry, elements

    // Attributes of several elements.
    case name, optional, transient, indexed, elementID, versionHashModifier, syncable, usedWithCloudKit, key, value

    // Attributes of a model.
    case type, documentVersion, lastSavedToolsVersion, systemVersion, minimumToolsVersion, sourceLanguage
    case usedWithSwiftData, userDefinedModelVersionIdentifier, macOSVersion, iOSVersion

    // Attributes of an entity.
    case representedClassName, isAbstract, parentEntity, coreSpotlightDisplayNameExpression, codeGenerationType

    // Attributes of an attribute.
    case attributeType, allowsCloudEncryption, allowsExternalBinaryDataStorage, defaultDateTimeInterval, derived
    case derivationExpression, minDateTimeInterval, minValueString, maxDateTimeInterval, maxValueString
    case defaultValueString, regularExpressionString, spotlightIndexingEnabled, storedInTruthFile
    case valueTransformerName, customClassName, usesScalarValueType, preserveAfterDeletion

    // Attributes of a relationship.
    case toMany, minCount, maxCount, deletionRule, ordered, destinationEntity, inverseName, inverseEntity

    // Attributes of a fetch request.
    case predicateString, resultType, fetchLimit, fetchBatchSize, includeSubentities, includePropertyValues
    case includesPendingChanges, returnObjectsAsFaults, returnDistinctResults

    // Attributes of an index and its elements.
    case partialIndexPredicate, property, expression, expressionType, order

    /// All names; the number of each in ``table`` is its index here.
    static let all = Array(allCases)

    /// The names for a parser, so that documents number them alike.
    static let table = XMLNameTable(all.map(\.rawValue))
}

extension XMLElement {
    /// The name, where the format has it.
    var formatName: FormatName? {
        nameNumber < FormatName.all.count ? FormatName.all[nameNumber] : nil
    }

    /// The children with a name.
    func children(_ name: FormatName) -> some Sequence<XMLElement> {
        children.lazy.filter { $0.formatName == name }
    }

    /// The value of an attribute.
    subscript(name: FormatName) -> String? {
        attributes.first { $0.name < FormatName.all.count && FormatName.all[$0.name] == name }?.value
    }
}
