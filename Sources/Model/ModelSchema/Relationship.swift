/// A link from the objects of one entity to objects of another.
///
/// ```swift
/// let chapters = Relationship(
///     name: "chapters", isOptional: true, isToMany: true, isOrdered: true, deleteRule: .cascade,
///     destinationName: "Chapter", inverseName: "book")
/// ```
public struct Relationship: Sendable, Hashable, Codable {
    /// The name in the model.
    public var name: String
    /// Whether an object can be saved without a destination.
    public var isOptional: Bool
    /// Whether the destinations are never stored.
    public var isTransient: Bool
    /// Whether the relationship can have more than one destination.
    public var isToMany: Bool
    /// The minimum number of destinations; 0 for no limit.
    public var minimumCount: Int
    /// The maximum number of destinations; 0 for no limit, 1 for a to-one relationship. Models built in code also use
    /// -1 for no limit, which is kept because Core Data's hash of the entity includes it.
    public var maximumCount: Int
    /// Whether a to-many relationship is ordered. Files can contain it for a to-one relationship, where it has no
    /// effect.
    public var isOrdered: Bool
    /// The delete rule.
    public var deleteRule: DeleteRule
    /// The name of the destination entity; nil in an invalid model.
    public var destinationName: String?
    /// The name of the inverse relationship; nil if there is none.
    public var inverseName: String?
    /// The entity that declares the inverse; in a valid model, the destination.
    public var inverseEntityName: String?
    /// The name of this relationship in the previous version, for migration (`elementID`).
    public var renamingIdentifier: String?
    /// Free text that makes two otherwise equal versions of the relationship differ.
    public var versionHashModifier: String?
    /// A flag of the form used before Xcode 9. It has no effect, and is kept for writing files back.
    public var isIndexed: Bool
    /// An obsolete flag of a sync service. It has no effect, and is kept for writing files back.
    public var isSyncable: Bool
    /// The user info.
    public var userInfo: UserInfo

    /// Creates a relationship, which is to-one by default.
    ///
    /// By default, a to-many relationship has no maximum count, a to-one relationship has the maximum count 1, and the
    /// inverse belongs to the destination.
    public init(
        name: String, isOptional: Bool = false, isTransient: Bool = false, isToMany: Bool = false,
        minimumCount: Int = 0, maximumCount: Int? = nil, isOrdered: Bool = false, deleteRule: DeleteRule = .nullify,
        destinationName: String?, inverseName: String? = nil, inverseEntityName: String? = nil,
        renamingIdentifier: String? = nil, versionHashModifier: String? = nil, isIndexed: Bool = false,
        isSyncable: Bool = false, userInfo: UserInfo = [:]
    ) {
        self.name = name
        self.isOptional = isOptional
        self.isTransient = isTransient
        self.isToMany = isToMany
        self.minimumCount = minimumCount
        self.maximumCount = maximumCount ?? (isToMany ? 0 : 1)
        self.isOrdered = isOrdered
        self.deleteRule = deleteRule
        self.destinationName = destinationName
        self.inverseName = inverseName
        self.inverseEntityName = inverseEntityName ?? (inverseName == nil ? nil : destinationName)
        self.renamingIdentifier = renamingIdentifier
        self.versionHashModifier = versionHashModifier
        self.isIndexed = isIndexed
        self.isSyncable = isSyncable
        self.userInfo = userInfo
    }

    /// Whether objects cannot be saved without a destination.
    public var isRequired: Bool { !isOptional }
}

/// The rule for the destinations of a relationship when its object is deleted. The raw value is the text in the model
/// file.
///
/// ```swift
/// let isOwner = chapters.deleteRule == .cascade  // The chapters of a deleted book are also deleted.
/// ```
public enum DeleteRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// The destinations stay unchanged, and refer to a deleted object.
    case noAction = "No Action"
    /// The destinations stay, and lose their reference to the object.
    case nullify = "Nullify"
    /// The destinations are also deleted.
    case cascade = "Cascade"
    /// The object cannot be deleted while it has destinations.
    case deny = "Deny"
}

extension Relationship: NamedElement {
    package static let pathKind = SchemaPath.Kind.relationship
    package static let settings = SettingTable<Relationship>([
        .name(\.name), .flag(.isOptional, \.isOptional), .flag(.isTransient, \.isTransient),
        .flag(.isToMany, \.isToMany), .number(.minimumCount, \.minimumCount),
        .number(.maximumCount, \.maximumCount), .word(.deleteRule, \.deleteRule), .flag(.isOrdered, \.isOrdered),
        .text(.destinationEntity, \.destinationName), .text(.inverseName, \.inverseName),
        .text(.inverseEntity, \.inverseEntityName), .text(.renamingIdentifier, \.renamingIdentifier),
        .text(.versionHashModifier, \.versionHashModifier), .flag(.isIndexed, \.isIndexed),
        .flag(.isSyncable, \.isSyncable), .userInfo(\.userInfo),
    ])

    package init(defaultsNamed name: String) { self.init(name: name, destinationName: nil) }

    package mutating func followSettings(of element: Relationship) {
        maximumCount = element.isToMany ? 0 : 1
        inverseEntityName = element.inverseName == nil ? nil : element.destinationName
    }
}
