/// A named selection of a model's entities, to be kept in a store of its own.
public struct Configuration: Sendable, Hashable, Codable {
    public var name: String
    /// Names of entities, in the order of the file; may be empty.
    public var entityNames: [String]
    public var isUsedWithCloudKit: Bool

    public init(name: String, entityNames: [String], isUsedWithCloudKit: Bool = false) {
        self.name = name
        self.entityNames = entityNames
        self.isUsedWithCloudKit = isUsedWithCloudKit
    }
}
