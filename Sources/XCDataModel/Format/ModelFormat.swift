import ModelSchema

/// The elements of the format, one description each.
///
/// Source: the XML that editors from Xcode 4 to Xcode 26 have written into public repositories, order of attributes
/// included.
enum ModelFormat {
    static let entity = ElementFormat(
        Entity(name: ""),
        [
            .text(.name, \.name),
            .text(.representedClassName, \.representedClassName),
            .flag(.isAbstract, \.isAbstract),
            .text(.parentEntity, \.parentName),
            .text(.elementID, \.renamingIdentifier),
            .text(.versionHashModifier, \.versionHashModifier),
            .text(.coreSpotlightDisplayNameExpression, \.spotlightDisplayNameExpression),
            .flag(.syncable, \.isSyncable),
            .choice(.codeGenerationType, \.codeGeneration),
        ])

    static let attribute = ElementFormat(
        Attribute(name: "", type: .undefined),
        [
            .text(.name, \.name),
            .flag(.optional, \.isOptional),
            .flag(.transient, \.isTransient),
            .choice(.attributeType, \.type, omitted: .undefined),
            .flag(.allowsCloudEncryption, \.allowsCloudEncryption),
            .flag(.allowsExternalBinaryDataStorage, \.allowsExternalBinaryDataStorage),
            .text(.composite, \.compositeName),
            .text(.defaultDateTimeInterval, \.defaultDateTimeInterval),
            .flag(.derived, \.isDerived),
            .text(.derivationExpression, \.derivationExpression),
            .text(.minDateTimeInterval, \.minDateTimeInterval),
            .text(.minValueString, \.minValueString),
            .text(.maxDateTimeInterval, \.maxDateTimeInterval),
            .text(.maxValueString, \.maxValueString),
            .text(.defaultValueString, \.defaultValueString),
            .text(.regularExpressionString, \.regularExpressionString),
            .flag(.spotlightIndexingEnabled, \.isIndexedBySpotlight),
            .flag(.storedInTruthFile, \.isStoredInTruthFile),
            .text(.valueTransformerName, \.valueTransformerName),
            .text(.customClassName, \.customClassName),
            .flag(.usesScalarValueType, \.usesScalarValueType),
            .flag(.indexed, \.isIndexed),
            .text(.elementID, \.renamingIdentifier),
            .flag(.preserveAfterDeletion, \.preservesValueInHistoryOnDeletion),
            .text(.versionHashModifier, \.versionHashModifier),
            .flag(.syncable, \.isSyncable),
        ])

    static let composite = ElementFormat(Composite(name: "", attributes: []), [.text(.name, \.name)])

    static let configuration = ElementFormat(
        Configuration(name: "", entityNames: []),
        [.text(.name, \.name), .flag(.usedWithCloudKit, \.isUsedWithCloudKit)])

    /// A member of a configuration: the name of an entity.
    static let memberEntity = ElementFormat("", [.text(.name, \.self)])

    /// An element that holds nothing but other elements.
    static let container = ElementFormat<Bool>(false, [])

    /// The name of a property, in an index or a constraint.
    static let propertyName = ElementFormat("", [.text(.value, \.self)])

    static let userInfoEntry = ElementFormat(
        UserInfo.Entry(key: "", value: ""), [.text(.key, \.key), .text(.value, \.value)])
}
