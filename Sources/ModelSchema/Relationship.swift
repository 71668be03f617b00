/// A link from the objects of one entity to objects of another.
public struct Relationship: Sendable, Hashable, Codable {
    public var name: String
    public var isOptional: Bool
    public var isTransient: Bool
    public var isToMany: Bool
    /// The least number of destinations; 0 for no bound.
    public var minimumCount: Int
    /// The greatest number of destinations; 0 for no bound, 1 for a to-one.
    public var maximumCount: Int
    /// Whether a to-many keeps an order. Files may carry it on a to-one, where it says nothing.
    public var isOrdered: Bool
    public var deleteRule: DeleteRule
    /// The name of the destination entity; nil in a model that is broken.
    public var destinationName: String?
    /// The name of the relationship of the destination that leads back; nil for none.
    public var inverseName: String?
    /// The entity that the file says declares the inverse: the destination, in a sound model.
    public var inverseEntityName: String?
    /// The name this relationship had in the version before, for migration (`elementID`).
    public var renamingIdentifier: String?
    public var versionHashModifier: String?
    public var isIndexed: Bool
    public var isSyncable: Bool
    public var userInfo: UserInfo

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
    case noAction = "No Action"
    case nullify = "Nullify"
    case cascade = "Cascade"
    case deny = "Deny"
}
