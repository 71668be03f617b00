/// What can be set on an element of a model; the raw value is the attribute of the model file, or the element, that
/// holds it.
public enum ModelSetting: String, Sendable, Hashable, Codable, CaseIterable {
    // Of the model.
    case modelName
    case versionIdentifier = "userDefinedModelVersionIdentifier"
    case isUsedWithCloudKit = "usedWithCloudKit"
    case isUsedWithSwiftData = "usedWithSwiftData"

    // Of several kinds of elements.
    case name
    case renamingIdentifier = "elementID"
    case versionHashModifier
    case isSyncable = "syncable"
    case userInfo
    case isOptional = "optional"
    case isTransient = "transient"
    case isIndexed = "indexed"

    // Of entities.
    case representedClassName
    case isAbstract
    case parentEntity
    case codeGeneration = "codeGenerationType"
    case spotlightDisplayName = "coreSpotlightDisplayNameExpression"

    // Of attributes.
    case attributeType
    case isDerived = "derived"
    case derivationExpression
    case usesScalarValueType
    case defaultValue = "defaultValueString"
    case defaultDate = "defaultDateTimeInterval"
    case minimumValue = "minValueString"
    case maximumValue = "maxValueString"
    case minimumDate = "minDateTimeInterval"
    case maximumDate = "maxDateTimeInterval"
    case regularExpression = "regularExpressionString"
    case valueTransformer = "valueTransformerName"
    case customClass = "customClassName"
    case composite
    case allowsExternalStorage = "allowsExternalBinaryDataStorage"
    case allowsCloudEncryption
    case isIndexedBySpotlight = "spotlightIndexingEnabled"
    case isStoredInTruthFile = "storedInTruthFile"
    case preservesAfterDeletion = "preserveAfterDeletion"

    // Of relationships.
    case isToMany = "toMany"
    case minimumCount = "minCount"
    case maximumCount = "maxCount"
    case isOrdered = "ordered"
    case deleteRule = "deletionRule"
    case destinationEntity
    case inverseName
    case inverseEntity

    // Of indexes, constraints, configurations and fetches.
    case indexElements = "fetchIndexElement"
    case partialIndexPredicate
    case propertyNames = "constraint"
    case memberEntities = "memberEntity"
    case fetchRequest
    case fetchEntity = "entity"
    case predicate = "predicateString"
    case resultType
    case fetchLimit
    case fetchBatchSize
    case includesSubentities = "includeSubentities"
    case includesPropertyValues = "includePropertyValues"
    case includesPendingChanges
    case returnsObjectsAsFaults = "returnObjectsAsFaults"
    case returnsDistinctResults = "returnDistinctResults"
}

extension ModelSetting {
    /// What people call the setting: `delete rule`.
    public var label: String {
        switch self {
        case .modelName: "name of the model"
        case .versionIdentifier: "version identifier"
        case .isUsedWithCloudKit: "used with CloudKit"
        case .isUsedWithSwiftData: "used with SwiftData"
        case .name: "name"
        case .renamingIdentifier: "renaming identifier"
        case .versionHashModifier: "version hash modifier"
        case .isSyncable: "syncable"
        case .userInfo: "user info"
        case .isOptional: "optional"
        case .isTransient: "transient"
        case .isIndexed: "indexed"
        case .representedClassName: "class"
        case .isAbstract: "abstract"
        case .parentEntity: "parent entity"
        case .codeGeneration: "code generation"
        case .spotlightDisplayName: "display name in Spotlight"
        case .attributeType: "type"
        case .isDerived: "derived"
        case .derivationExpression: "derivation"
        case .usesScalarValueType: "scalar type"
        case .defaultValue, .defaultDate: "default value"
        case .minimumValue, .minimumDate: "minimum"
        case .maximumValue, .maximumDate: "maximum"
        case .regularExpression: "regular expression"
        case .valueTransformer: "transformer"
        case .customClass: "custom class"
        case .composite: "composite"
        case .allowsExternalStorage: "external storage"
        case .allowsCloudEncryption: "encrypted in CloudKit"
        case .isIndexedBySpotlight: "indexed by Spotlight"
        case .isStoredInTruthFile: "stored in external records"
        case .preservesAfterDeletion: "kept in history after deletion"
        case .isToMany: "to-many"
        case .minimumCount: "minimum count"
        case .maximumCount: "maximum count"
        case .isOrdered: "ordered"
        case .deleteRule: "delete rule"
        case .destinationEntity: "destination"
        case .inverseName: "inverse"
        case .inverseEntity: "entity of the inverse"
        case .indexElements: "elements"
        case .partialIndexPredicate: "predicate of the partial index"
        case .propertyNames: "properties"
        case .memberEntities: "entities"
        case .fetchRequest: "fetch request"
        case .fetchEntity: "entity"
        case .predicate: "predicate"
        case .resultType: "result type"
        case .fetchLimit: "fetch limit"
        case .fetchBatchSize: "batch size"
        case .includesSubentities: "includes subentities"
        case .includesPropertyValues: "includes property values"
        case .includesPendingChanges: "includes pending changes"
        case .returnsObjectsAsFaults: "returns faults"
        case .returnsDistinctResults: "returns distinct results"
        }
    }
}
