/// A link from the objects of one entity to objects of another.
public struct Relationship: Sendable, Hashable, Codable {
    /// The name in the model, which objects are asked for the destinations by.
    public var name: String
    /// Whether an object may be saved without a destination.
    public var isOptional: Bool
    /// Whether the destinations are never stored.
    public var isTransient: Bool
    /// Whether there may be more than one destination.
    public var isToMany: Bool
    /// The least number of destinations; 0 for no bound.
    public var minimumCount: Int
    /// The greatest number of destinations; 0 for no bound, 1 for a to-one. Models that programs build say -1 for no
    /// bound as well, which is kept, since Core Data's hash of the entity covers it.
    public var maximumCount: Int
    /// Whether a to-many keeps an order. Files may carry it on a to-one, where it says nothing.
    public var isOrdered: Bool
    /// What happens to the destinations when the object is deleted.
    public var deleteRule: DeleteRule
    /// The name of the destination entity; nil in a model that is broken.
    public var destinationName: String?
    /// The name of the relationship of the destination that leads back; nil for none.
    public var inverseName: String?
    /// The entity that the file says declares the inverse: the destination, in a sound model.
    public var inverseEntityName: String?
    /// The name this relationship had in the version before, for migration (`elementID`).
    public var renamingIdentifier: String?
    /// Free text that makes two otherwise equal versions of the relationship differ.
    public var versionHashModifier: String?
    /// A flag of the form used before Xcode 9; without effect, kept so that files can be written back.
    public var isIndexed: Bool
    /// A flag of a sync service of the past; without effect, kept so that files can be written back.
    public var isSyncable: Bool
    /// What the author of the model has attached.
    public var userInfo: UserInfo

    /// A relationship; a to-one unless it is said to lead to many.
    ///
    /// By default, a to-many has no greatest count and a to-one the count 1, and an inverse belongs to the destination.
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

    /// Whether objects must have a destination before they can be saved.
    public var isRequired: Bool { !isOptional }
}

/// What happens to the destinations of a relationship when its object is deleted; the raw value is the spelling of
/// the model file.
public enum DeleteRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// They stay, and still refer to what is gone.
    case noAction = "No Action"
    /// They stay, and lose their reference to the object.
    case nullify = "Nullify"
    /// They are deleted too.
    case cascade = "Cascade"
    /// The object cannot be deleted as long as there are any.
    case deny = "Deny"
}
