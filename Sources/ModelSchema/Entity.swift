/// A kind of object: its class, its parent and its own properties.
///
/// Inherited properties are not repeated here; ``ModelLookup`` collects them.
public struct Entity: Sendable, Hashable, Codable {
    /// The name in the model, unique in a sound one.
    public var name: String
    /// The class as the file spells it: `Hero`, `.Hero` (the current module), `Module.Hero`, empty, or nil for none.
    /// ``className`` reads it.
    public var representedClassName: String?
    /// Whether there are no objects of this entity itself, only of its descendants.
    public var isAbstract: Bool
    /// The name of the parent entity, in the same model.
    public var parentName: String?
    /// What the IDE generates for the class; nil where the file does not say, which means the same as `manual`.
    public var codeGeneration: CodeGeneration?
    /// The name this entity had in the version before, for migration (`elementID`).
    public var renamingIdentifier: String?
    /// Free text that makes two otherwise equal versions of the entity differ.
    public var versionHashModifier: String?
    /// A flag of a sync service of the past; without effect, kept so that files can be written back.
    public var isSyncable: Bool
    /// An expression for the name that Spotlight displays.
    public var spotlightDisplayNameExpression: String?
    /// The attributes that the entity declares itself, in the order of the file.
    public var attributes: [Attribute]
    /// The relationships that the entity declares itself, in the order of the file.
    public var relationships: [Relationship]
    /// The fetched properties that the entity declares itself, in the order of the file.
    public var fetchedProperties: [FetchedProperty]
    /// The indexes that a store is asked to keep, in the order of the file.
    public var indexes: [FetchIndex]
    /// Indexes in the form used before Xcode 9: lists of property names, each in index order.
    public var compoundIndexes: [[String]]
    /// What may occur only once among the objects of the entity and its descendants, in the order of the file.
    public var uniquenessConstraints: [UniquenessConstraint]
    /// What the author of the model has attached.
    public var userInfo: UserInfo

    /// An entity with what is given and nothing else: without a class, a parent or properties by default.
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

/// What the IDE generates for an entity's class (`codeGenerationType`).
public enum CodeGeneration: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing: “Manual/None”.
    case manual = "none"
    /// Class and properties: “Class Definition”.
    case classDefinition = "class"
    /// The properties only; the class is written by hand: “Category/Extension”.
    case categoryExtension = "category"
}
