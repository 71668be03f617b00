package import ModelSchema

extension Attribute: RenamableElement {
    typealias Parts = NoParts<Attribute>

    package static let pathKind = SchemaPath.Kind.attribute
    package static let fields: [SettingField<Attribute>] = [
        .text(.name, \.name), .text(.renamingIdentifier, \.renamingIdentifier), .word(.attributeType, \.type),
        .flag(.isOptional, \.isOptional), .flag(.isTransient, \.isTransient), .flag(.isDerived, \.isDerived),
        .text(.derivationExpression, \.derivationExpression), .text(.composite, \.compositeName),
        .text(.defaultValue, \.defaultValueString), .text(.defaultDate, \.defaultDateTimeInterval),
        .text(.minimumValue, \.minValueString), .text(.maximumValue, \.maxValueString),
        .text(.minimumDate, \.minDateTimeInterval), .text(.maximumDate, \.maxDateTimeInterval),
        .text(.regularExpression, \.regularExpressionString), .text(.valueTransformer, \.valueTransformerName),
        .text(.customClass, \.customClassName), .flag(.usesScalarValueType, \.usesScalarValueType),
        .flag(.allowsExternalStorage, \.allowsExternalBinaryDataStorage),
        .flag(.allowsCloudEncryption, \.allowsCloudEncryption), .flag(.isIndexed, \.isIndexed),
        .flag(.isIndexedBySpotlight, \.isIndexedBySpotlight), .flag(.isStoredInTruthFile, \.isStoredInTruthFile),
        .flag(.preservesAfterDeletion, \.preservesValueInHistoryOnDeletion),
        .text(.versionHashModifier, \.versionHashModifier), .flag(.isSyncable, \.isSyncable), .userInfo(\.userInfo),
    ]

    var element: ModelElement { .attribute(self) }
}

extension Relationship: RenamableElement {
    typealias Parts = NoParts<Relationship>

    package static let pathKind = SchemaPath.Kind.relationship
    package static let fields: [SettingField<Relationship>] = [
        .text(.name, \.name), .text(.renamingIdentifier, \.renamingIdentifier),
        .text(.destinationEntity, \.destinationName), .text(.inverseName, \.inverseName),
        .text(.inverseEntity, \.inverseEntityName), .flag(.isOptional, \.isOptional),
        .flag(.isTransient, \.isTransient), .flag(.isToMany, \.isToMany), .flag(.isOrdered, \.isOrdered),
        .number(.minimumCount, \.minimumCount), .number(.maximumCount, \.maximumCount),
        .word(.deleteRule, \.deleteRule), .text(.versionHashModifier, \.versionHashModifier),
        .flag(.isIndexed, \.isIndexed), .flag(.isSyncable, \.isSyncable), .userInfo(\.userInfo),
    ]

    var element: ModelElement { .relationship(self) }
}

extension FetchedProperty: ComparedElement {
    typealias Parts = NoParts<FetchedProperty>

    package static let pathKind = SchemaPath.Kind.fetchedProperty
    package static let fields: [SettingField<FetchedProperty>] = [
        .text(.name, \.name), .flag(.isOptional, \.isOptional),
        SettingField(setting: .fetchRequest, kind: .fetchRequest) {
            .fetchRequest($0.fetchRequest)
        } write: { property, value in
            guard case .fetchRequest(let request) = value else { return false }
            property.fetchRequest = request
            return true
        },
        .flag(.isSyncable, \.isSyncable), .userInfo(\.userInfo),
    ]

    var pathName: String? { name }
    var element: ModelElement { .fetchedProperty(self) }
}
