/// A value that every object of an entity, or every value of a composite, holds.
///
/// Defaults and bounds keep the text of the file: an editor leaves stale text behind when a type changes, and a model
/// must come back as it was. ``defaultValue`` reads the default for the attribute's type.
public struct Attribute: Sendable, Hashable, Codable {
    /// The name in the model, which objects are asked for the value by.
    public var name: String
    /// What the value is.
    public var type: AttributeType
    /// Whether an object may be saved without a value.
    public var isOptional: Bool
    /// Whether the value is never stored.
    public var isTransient: Bool
    /// Whether the store computes the value from ``derivationExpression`` when it saves.
    public var isDerived: Bool
    /// What a derived attribute is computed from, in the format language; nil for an attribute that is not derived.
    public var derivationExpression: String?
    /// Whether generated code uses a number rather than an object; nil where the file does not say, which means no.
    public var usesScalarValueType: Bool?
    /// The default of every type but Date, as text.
    public var defaultValueString: String?
    /// The default of a Date: seconds since 2001-01-01 00:00:00 UTC, as text.
    public var defaultDateTimeInterval: String?
    /// The least value of a number or the least length of a string, as text.
    public var minValueString: String?
    /// The greatest value of a number or the greatest length of a string, as text.
    public var maxValueString: String?
    /// The earliest date: seconds since 2001-01-01 00:00:00 UTC, as text.
    public var minDateTimeInterval: String?
    /// The latest date: seconds since 2001-01-01 00:00:00 UTC, as text.
    public var maxDateTimeInterval: String?
    /// The pattern that a whole string must match.
    public var regularExpressionString: String?
    /// The name of the transformer that makes bytes of a Transformable; nil for the default one.
    public var valueTransformerName: String?
    /// The Swift type of a Transformable's property: any type text, not only a class name.
    public var customClassName: String?
    /// The name of the composite that a Composite attribute holds.
    public var compositeName: String?
    /// Whether the store may keep large Binary Data in files of their own.
    public var allowsExternalBinaryDataStorage: Bool
    /// Whether CloudKit is to store the value encrypted. Without effect here, kept so that files can be written back.
    public var allowsCloudEncryption: Bool
    /// Whether the store indexes the attribute, in the form used before Xcode 9.
    public var isIndexed: Bool
    /// Whether Spotlight is to find objects by the value. Without effect here, kept so that files can be written back.
    public var isIndexedBySpotlight: Bool
    /// A flag of external records of the past (`storedInTruthFile`); without effect, kept so that files can be written
    /// back.
    public var isStoredInTruthFile: Bool
    /// Whether history keeps the value of a deleted object (`preserveAfterDeletion`).
    public var preservesValueInHistoryOnDeletion: Bool
    /// The name this attribute had in the version before, for migration (`elementID`).
    public var renamingIdentifier: String?
    /// Free text that makes two otherwise equal versions of the attribute differ.
    public var versionHashModifier: String?
    /// A flag of a sync service of the past; without effect, kept so that files can be written back.
    public var isSyncable: Bool
    /// What the author of the model has attached, the keys of this tool (`modelgen.enum` and others) among it.
    public var userInfo: UserInfo

    /// An attribute that is required, stored and without a default or bounds, unless something else is given.
    public init(
        name: String, type: AttributeType, isOptional: Bool = false, isTransient: Bool = false,
        isDerived: Bool = false, derivationExpression: String? = nil, usesScalarValueType: Bool? = nil,
        defaultValueString: String? = nil, defaultDateTimeInterval: String? = nil, minValueString: String? = nil,
        maxValueString: String? = nil, minDateTimeInterval: String? = nil, maxDateTimeInterval: String? = nil,
        regularExpressionString: String? = nil, valueTransformerName: String? = nil, customClassName: String? = nil,
        compositeName: String? = nil, allowsExternalBinaryDataStorage: Bool = false,
        allowsCloudEncryption: Bool = false, isIndexed: Bool = false, isIndexedBySpotlight: Bool = false,
        isStoredInTruthFile: Bool = false, preservesValueInHistoryOnDeletion: Bool = false,
        renamingIdentifier: String? = nil, versionHashModifier: String? = nil, isSyncable: Bool = false,
        userInfo: UserInfo = [:]
    ) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.isTransient = isTransient
        self.isDerived = isDerived
        self.derivationExpression = derivationExpression
        self.usesScalarValueType = usesScalarValueType
        self.defaultValueString = defaultValueString
        self.defaultDateTimeInterval = defaultDateTimeInterval
        self.minValueString = minValueString
        self.maxValueString = maxValueString
        self.minDateTimeInterval = minDateTimeInterval
        self.maxDateTimeInterval = maxDateTimeInterval
        self.regularExpressionString = regularExpressionString
        self.valueTransformerName = valueTransformerName
        self.customClassName = customClassName
        self.compositeName = compositeName
        self.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
        self.allowsCloudEncryption = allowsCloudEncryption
        self.isIndexed = isIndexed
        self.isIndexedBySpotlight = isIndexedBySpotlight
        self.isStoredInTruthFile = isStoredInTruthFile
        self.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
        self.renamingIdentifier = renamingIdentifier
        self.versionHashModifier = versionHashModifier
        self.isSyncable = isSyncable
        self.userInfo = userInfo
    }
}
