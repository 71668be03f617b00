/// An entity: its class, its parent, and its own properties.
///
/// An entity does not contain inherited properties; ``ModelLookup`` collects them.
///
/// ```swift
/// let novel = Entity(
///     name: "Novel", representedClassName: "Novel", parentName: "Book",
///     attributes: [Attribute(name: "genre", type: .string, isOptional: true)],
///     uniquenessConstraints: [UniquenessConstraint(["genre"])])
/// ```
public struct Entity: Sendable, Hashable, Codable {
    /// The name, which is unique in a valid model.
    public var name: String
    /// The class as the file spells it: `Hero`, `.Hero` (the current module), `Module.Hero`, empty, or nil for none.
    /// ``className`` reads it.
    public var representedClassName: String?
    /// Whether the entity is abstract, and only its descendants have objects.
    public var isAbstract: Bool
    /// The name of the parent entity, in the same model.
    public var parentName: String?
    /// The code that the IDE generates for the class; nil if the file does not specify it, which means `manual`.
    public var codeGeneration: CodeGeneration?
    /// The name of this entity in the previous version, for migration (`elementID`).
    public var renamingIdentifier: String?
    /// Free text that makes two otherwise equal versions of the entity differ.
    public var versionHashModifier: String?
    /// An obsolete flag of a sync service. It has no effect, and is kept for writing files back.
    public var isSyncable: Bool
    /// An expression for the name that Spotlight displays.
    public var spotlightDisplayNameExpression: String?
    /// The attributes that the entity declares itself, in the order of the file.
    public var attributes: [Attribute]
    /// The relationships that the entity declares itself, in the order of the file.
    public var relationships: [Relationship]
    /// The fetched properties that the entity declares itself, in the order of the file.
    public var fetchedProperties: [FetchedProperty]
    /// The fetch indexes, in the order of the file.
    public var indexes: [FetchIndex]
    /// Indexes in the form used before Xcode 9: lists of property names, each in index order.
    public var compoundIndexes: [[String]]
    /// The uniqueness constraints of the entity and its descendants, in the order of the file.
    public var uniquenessConstraints: [UniquenessConstraint]
    /// The user info.
    public var userInfo: UserInfo

    /// Creates an entity. By default, it has no class, parent, or properties.
    public init(
        name: String, representedClassName: String? = nil, isAbstract: Bool = false, parentName: String? = nil,
        codeGeneration: CodeGeneration? = nil, renamingIdentifier: String? = nil, versionHashModifier: String? = nil,
        isSyncable: Bool = false, spotlightDisplayNameExpression: String? = nil, attributes: [Attribute] = [],
        relationships: [Relationship] = [], fetchedProperties: [FetchedProperty] = [], indexes: [FetchIndex] = [],
        compoundIndexes: [[String]] = [], uniquenessConstraints: [UniquenessConstraint] = [], userInfo: UserInfo = [:]
    ) {
        self.name = name
        self.representedClassName = representedClassName
        self.isAbstract = isAbstract
        self.parentName = parentName
        self.codeGeneration = codeGeneration
        self.renamingIdentifier = renamingIdentifier
        self.versionHashModifier = versionHashModifier
        self.isSyncable = isSyncable
        self.spotlightDisplayNameExpression = spotlightDisplayNameExpression
        self.attributes = attributes
        self.relationships = relationships
        self.fetchedProperties = fetchedProperties
        self.indexes = indexes
        self.compoundIndexes = compoundIndexes
        self.uniquenessConstraints = uniquenessConstraints
        self.userInfo = userInfo
    }
}

/// The code that the IDE generates for an entity's class (`codeGenerationType`).
///
/// ```swift
/// let isWrittenByHand = novel.codeGeneration ?? .manual == .manual  // As in Xcode, nothing means manual.
/// ```
public enum CodeGeneration: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing: “Manual/None”.
    case manual = "none"
    /// Class and properties: “Class Definition”.
    case classDefinition = "class"
    /// The properties only; the class is written by hand: “Category/Extension”.
    case categoryExtension = "category"
}

extension Entity: NamedElement {
    package static let pathKind = SchemaPath.Kind.entity
    package static let settings = SettingTable<Entity>([
        .name(\.name), .text(.representedClassName, \.representedClassName), .flag(.isAbstract, \.isAbstract),
        .text(.parentEntity, \.parentName), .text(.renamingIdentifier, \.renamingIdentifier),
        .text(.versionHashModifier, \.versionHashModifier),
        .text(.spotlightDisplayName, \.spotlightDisplayNameExpression), .flag(.isSyncable, \.isSyncable),
        .word(.codeGeneration, \.codeGeneration), .userInfo(\.userInfo),
    ])

    package init(defaultsNamed name: String) { self.init(name: name) }
}
