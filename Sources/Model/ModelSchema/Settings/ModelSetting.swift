/// A setting of an element of a model. The raw value is the name of its XML attribute or element in the model file.
///
/// The cases are in the order of a schema text.
///
/// ```swift
/// let setting = ModelSetting(rawValue: "deletionRule")  // As in the model file
/// print(setting?.label ?? "unknown")  // delete rule
/// ```
public enum ModelSetting: String, Sendable, Hashable, Codable, CaseIterable {
    // Settings of the model.
    case modelName
    case versionIdentifier = "userDefinedModelVersionIdentifier"
    case isUsedWithCloudKit = "usedWithCloudKit"
    case isUsedWithSwiftData = "usedWithSwiftData"

    case name

    // Settings of entities.
    case representedClassName
    case isAbstract
    case parentEntity
    case codeGeneration = "codeGenerationType"

    // Settings of attributes and relationships.
    case attributeType
    case isOptional = "optional"
    case isTransient = "transient"

    // Settings of attributes.
    case isDerived = "derived"
    case derivationExpression
    case defaultValue = "defaultValueString"
    case defaultDate = "defaultDateTimeInterval"
    case minimumValue = "minValueString"
    case maximumValue = "maxValueString"
    case minimumDate = "minDateTimeInterval"
    case maximumDate = "maxDateTimeInterval"
    case regularExpression = "regularExpressionString"
    case valueTransformer = "valueTransformerName"
    case customClass = "customClassName"
    case usesScalarValueType
    case composite
    case allowsExternalStorage = "allowsExternalBinaryDataStorage"
    case allowsCloudEncryption
    case isIndexedBySpotlight = "spotlightIndexingEnabled"
    case isStoredInTruthFile = "storedInTruthFile"
    case preservesAfterDeletion = "preserveAfterDeletion"

    // Settings of relationships.
    case isToMany = "toMany"
    case isOrdered = "ordered"
    case minimumCount = "minCount"
    case maximumCount = "maxCount"
    case destinationEntity
    case inverseName
    case inverseEntity
    case deleteRule = "deletionRule"

    // Settings of several kinds of elements.
    case isIndexed = "indexed"
    case renamingIdentifier = "elementID"
    case versionHashModifier
    case spotlightDisplayName = "coreSpotlightDisplayNameExpression"
    case isSyncable = "syncable"

    // Settings of indexes, configurations, and fetches.
    case partialIndexPredicate
    case indexElements = "fetchIndexElement"
    case columnProperty = "property"
    case columnExpression = "expression"
    case columnExpressionType = "expressionType"
    case columnKind = "type"
    case columnOrder = "order"
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

    case userInfo

    /// The names of a setting in the forms of a model.
    package struct Names: Sendable {
        /// The name in messages: `delete rule`.
        package let label: String
        /// The key in the text form of a model: `deleteRule`.
        package let key: String
        /// The key in a dump of a model: `deleteRule`.
        package let dumpKey: String
        /// The word in the schema text for running programs; nil for settings that only editors and generators need.
        package let schemaWord: String?

        fileprivate init(
            _ label: String, key: String? = nil, dump dumpKey: String? = nil, schema schemaWord: String? = nil
        ) {
            self.label = label
            self.key = key ?? label
            self.dumpKey = dumpKey ?? self.key
            self.schemaWord = schemaWord
        }
    }

    /// The names of the setting. The compiler requires a row for each new setting.
    package var names: Names {
        switch self {
        case .modelName: Names("name of the model", key: "model", dump: "name")
        case .versionIdentifier: Names("version identifier", key: "versionIdentifier", schema: "version")
        case .isUsedWithCloudKit:
            Names("used with CloudKit", key: "cloudKit", dump: "usedWithCloudKit", schema: "cloudKit")
        case .isUsedWithSwiftData: Names("used with SwiftData", key: "swiftData", dump: "usedWithSwiftData")
        case .name: Names("name")
        case .representedClassName: Names("class", dump: "representedClassName", schema: "class")
        case .isAbstract: Names("abstract", schema: "abstract")
        case .parentEntity: Names("parent entity", key: "parent", schema: "parent")
        case .codeGeneration: Names("code generation", key: "codeGeneration")
        case .attributeType: Names("type")
        case .isOptional: Names("optional", schema: "optional")
        case .isTransient: Names("transient", schema: "transient")
        case .isDerived: Names("derived", schema: "derived")
        case .derivationExpression: Names("derivation", dump: "derivationExpression", schema: "expression")
        case .usesScalarValueType: Names("scalar type", key: "scalar", dump: "usesScalarValueType")
        case .defaultValue: Names("default value", key: "default", dump: "defaultValue", schema: "default")
        case .defaultDate: Names("default value", key: "defaultDate", dump: "defaultDateTimeInterval", schema: "date")
        case .minimumValue: Names("minimum", dump: "minimumValue", schema: "min")
        case .maximumValue: Names("maximum", dump: "maximumValue", schema: "max")
        case .minimumDate: Names("minimum", key: "minimumDate", dump: "minimumDateTimeInterval", schema: "minDate")
        case .maximumDate: Names("maximum", key: "maximumDate", dump: "maximumDateTimeInterval", schema: "maxDate")
        case .regularExpression: Names("regular expression", key: "regularExpression", schema: "pattern")
        case .valueTransformer: Names("transformer", dump: "valueTransformerName", schema: "transformer")
        case .customClass: Names("custom class", key: "customClass", dump: "customClassName", schema: "class")
        case .composite: Names("composite", schema: "of")
        case .allowsExternalStorage:
            Names(
                "external storage", key: "externalStorage", dump: "allowsExternalBinaryDataStorage", schema: "external")
        case .allowsCloudEncryption:
            Names("encrypted in CloudKit", key: "cloudEncryption", dump: "allowsCloudEncryption")
        case .isIndexedBySpotlight: Names("indexed by Spotlight", key: "spotlight", dump: "indexedBySpotlight")
        case .isStoredInTruthFile: Names("stored in external records", key: "storedInTruthFile")
        case .preservesAfterDeletion:
            Names(
                "kept in history after deletion", key: "preservesAfterDeletion",
                dump: "preservesValueInHistoryOnDeletion", schema: "preserved")
        case .isToMany: Names("to-many", key: "toMany", schema: "many")
        case .isOrdered: Names("ordered", schema: "ordered")
        case .minimumCount: Names("minimum count", key: "minimumCount", schema: "min")
        case .maximumCount: Names("maximum count", key: "maximumCount", schema: "max")
        case .destinationEntity: Names("destination", schema: "to")
        case .inverseName: Names("inverse", schema: "inverse")
        case .inverseEntity: Names("entity of the inverse", key: "inverseEntity", schema: "inverseEntity")
        case .deleteRule: Names("delete rule", key: "deleteRule", schema: "delete")
        case .isIndexed: Names("indexed")
        case .renamingIdentifier: Names("renaming identifier", key: "renamingIdentifier", schema: "renamed")
        case .versionHashModifier: Names("version hash modifier", key: "versionHashModifier", schema: "hash")
        case .spotlightDisplayName:
            Names("display name in Spotlight", key: "spotlightDisplayName", dump: "spotlightDisplayNameExpression")
        case .isSyncable: Names("syncable")
        case .partialIndexPredicate:
            Names("predicate of the partial index", key: "where", dump: "partialIndexPredicate", schema: "where")
        case .indexElements: Names("elements", key: "columns", dump: "elements", schema: "column")
        case .columnProperty: Names("property", schema: "on")
        case .columnExpression: Names("expression", schema: "expression")
        case .columnExpressionType: Names("type of the expression", key: "expressionType", schema: "type")
        case .columnKind: Names("kind", schema: "rTree")
        case .columnOrder: Names("order", schema: "descending")
        case .memberEntities: Names("entities", schema: "of")
        case .fetchRequest: Names("fetch request", key: "fetch", dump: "fetchRequest")
        case .fetchEntity: Names("entity", schema: "of")
        case .predicate: Names("predicate", schema: "predicate")
        case .resultType: Names("result type", key: "result", dump: "resultType", schema: "result")
        case .fetchLimit: Names("fetch limit", key: "limit", dump: "fetchLimit", schema: "limit")
        case .fetchBatchSize: Names("batch size", key: "batchSize", dump: "fetchBatchSize", schema: "batch")
        case .includesSubentities: Names("includes subentities", key: "includesSubentities", schema: "subentities")
        case .includesPropertyValues:
            Names("includes property values", key: "includesPropertyValues", schema: "values")
        case .includesPendingChanges:
            Names("includes pending changes", key: "includesPendingChanges", schema: "pending")
        case .returnsObjectsAsFaults: Names("returns faults", key: "returnsObjectsAsFaults", schema: "faults")
        case .returnsDistinctResults:
            Names("returns distinct results", key: "returnsDistinctResults", schema: "distinct")
        case .userInfo: Names("user info", key: "userInfo", schema: "info")
        }
    }

    /// The name of the setting in messages: `delete rule`.
    public var label: String { names.label }

    /// Whether two values of the setting mean the same, so that a file in another format of the editor has the same
    /// meaning.
    ///
    /// Editors write a value that others leave out: `NO` for scalar types, and empty names and expressions. The flag of
    /// a sync service has no meaning: editors used to write `YES` for everything, and now write nothing. Some flags of
    /// a fetch mean yes if they are missing.
    package func isSame(_ value: ModelSettingValue, _ other: ModelSettingValue) -> Bool {
        switch self {
        case .isSyncable: true
        // An empty string is a default value. All other empty texts mean none, also in hashes.
        case .defaultValue: value == other
        case .includesSubentities, .includesPropertyValues, .includesPendingChanges, .returnsObjectsAsFaults:
            value.orYes == other.orYes
        case .fetchRequest: value == other || value.isSameFetch(as: other)
        default: value.orNone == other.orNone
        }
    }

    /// Whether stores depend on the setting, so that a ``VersionHash`` includes it.
    var isHashed: Bool {
        switch self {
        case .name, .isAbstract, .versionHashModifier, .attributeType, .isOptional, .isTransient, .isDerived,
            .derivationExpression, .composite, .isToMany, .isOrdered, .minimumCount, .maximumCount, .destinationEntity,
            .inverseName:
            true
        default: false
        }
    }

    /// Whether messages list the setting before others, such as names and destinations.
    var isToldFirst: Bool {
        [.modelName, .name, .renamingIdentifier, .destinationEntity, .inverseName, .inverseEntity].contains(self)
    }
}
