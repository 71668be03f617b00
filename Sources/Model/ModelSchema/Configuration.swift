/// A named set of a model's entities, for a separate store.
///
/// ```swift
/// let archive = Configuration(name: "Archive", entityNames: ["Book", "Author"])  // For a store of its own
/// ```
public struct Configuration: Sendable, Hashable, Codable {
    /// The name in the model, which programs use to open a store.
    public var name: String
    /// The names of the entities, in the order of the file.
    public var entityNames: [String]
    /// Whether the stores of the configuration sync with CloudKit. It has no effect here, and is kept for writing files
    /// back.
    public var isUsedWithCloudKit: Bool

    /// Creates a configuration.
    public init(name: String, entityNames: [String], isUsedWithCloudKit: Bool = false) {
        self.name = name
        self.entityNames = entityNames
        self.isUsedWithCloudKit = isUsedWithCloudKit
    }
}

extension Configuration: NamedElement {
    package static let pathKind = SchemaPath.Kind.configuration
    package static let settings = SettingTable<Configuration>([
        .name(\.name), .flag(.isUsedWithCloudKit, \.isUsedWithCloudKit), .names(.memberEntities, \.entityNames),
    ])

    package init(defaultsNamed name: String) { self.init(name: name, entityNames: []) }
}
