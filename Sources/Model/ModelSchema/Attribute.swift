/// A value of every object of an entity, or of every value of a composite.
///
/// Defaults and bounds keep the text of the file, because an editor leaves stale text when a type changes, and writing
/// must preserve it. ``defaultValue`` returns the default for the attribute's type.
///
/// ```swift
/// let rating = Attribute(
///     name: "rating", type: .integer16, defaultValueString: "3", minValueString: "1", maxValueString: "5")
/// ```
public struct Attribute: Sendable, Hashable, Codable {
    /// The name in the model.
    public var name: String
    /// The type of the value.
    public var type: AttributeType
    /// Whether an object can be saved without a value.
    public var isOptional: Bool
    /// Whether the value is never stored.
    public var isTransient: Bool
    /// Whether the store computes the value from ``derivationExpression`` when it saves.
    public var isDerived: Bool
    /// The derivation expression in the format language; nil for an attribute that is not derived.
    public var derivationExpression: String?
    /// Whether generated code uses a number instead of an object; nil if the file does not specify it, which means no.
    public var usesScalarValueType: Bool?
    /// The default of every type but Date, as text.
    public var defaultValueString: String?
    /// The default of a Date: seconds since 2001-01-01 00:00:00 UTC, as text.
    public var defaultDateTimeInterval: String?
    /// The minimum value of a number or the minimum length of a string, as text.
    public var minValueString: String?
    /// The maximum value of a number or the maximum length of a string, as text.
    public var maxValueString: String?
    /// The earliest date: seconds since 2001-01-01 00:00:00 UTC, as text.
    public var minDateTimeInterval: String?
    /// The latest date: seconds since 2001-01-01 00:00:00 UTC, as text.
    public var maxDateTimeInterval: String?
    /// The pattern that a whole string must match.
    public var regularExpressionString: String?
    /// The name of the value transformer of a Transformable attribute; nil for the default one.
    public var valueTransformerName: String?
    /// The Swift type of a Transformable attribute's property, which can be any type, not only a class.
    public var customClassName: String?
    /// The name of the composite of a Composite attribute.
    public var compositeName: String?
    /// Whether the store can keep large binary data in separate files.
    public var allowsExternalBinaryDataStorage: Bool
    /// Whether CloudKit encrypts the value. It has no effect here, and is kept for writing files back.
    public var allowsCloudEncryption: Bool
    /// Whether the store indexes the attribute, in the form used before Xcode 9.
    public var isIndexed: Bool
    /// Whether Spotlight finds objects by the value. It has no effect here, and is kept for writing files back.
    public var isIndexedBySpotlight: Bool
    /// An obsolete flag of external records (`storedInTruthFile`). It has no effect, and is kept for writing files
    /// back.
    public var isStoredInTruthFile: Bool
    /// Whether history keeps the value of a deleted object (`preserveAfterDeletion`).
    public var preservesValueInHistoryOnDeletion: Bool
    /// The name of this attribute in the previous version, for migration (`elementID`).
    public var renamingIdentifier: String?
    /// Free text that makes two otherwise equal versions of the attribute differ.
    public var versionHashModifier: String?
    /// An obsolete flag of a sync service. It has no effect, and is kept for writing files back.
    public var isSyncable: Bool
    /// The user info, including the keys of this tool (`modelgen.enum` and others).
    public var userInfo: UserInfo

    /// Creates an attribute. By default, it is required and stored, without a default or bounds.
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

extension Attribute: NamedElement {
    package static let pathKind = SchemaPath.Kind.attribute
    package static let settings = SettingTable<Attribute>([
        .name(\.name), .flag(.isOptional, \.isOptional), .flag(.isTransient, \.isTransient),
        .word(.attributeType, \.type), .flag(.allowsCloudEncryption, \.allowsCloudEncryption),
        .flag(.allowsExternalStorage, \.allowsExternalBinaryDataStorage), .text(.composite, \.compositeName),
        .text(.defaultDate, \.defaultDateTimeInterval), .flag(.isDerived, \.isDerived),
        .text(.derivationExpression, \.derivationExpression), .text(.minimumDate, \.minDateTimeInterval),
        .text(.minimumValue, \.minValueString), .text(.maximumDate, \.maxDateTimeInterval),
        .text(.maximumValue, \.maxValueString), .text(.defaultValue, \.defaultValueString),
        .text(.regularExpression, \.regularExpressionString),
        .flag(.isStoredInTruthFile, \.isStoredInTruthFile), .text(.valueTransformer, \.valueTransformerName),
        .text(.customClass, \.customClassName), .flag(.usesScalarValueType, \.usesScalarValueType),
        .flag(.isIndexedBySpotlight, \.isIndexedBySpotlight),
        .flag(.isIndexed, \.isIndexed), .text(.renamingIdentifier, \.renamingIdentifier),
        .flag(.preservesAfterDeletion, \.preservesValueInHistoryOnDeletion),
        .text(.versionHashModifier, \.versionHashModifier), .flag(.isSyncable, \.isSyncable), .userInfo(\.userInfo),
    ])

    package init(defaultsNamed name: String) { self.init(name: name, type: .undefined) }
}
