/// A named set of a model's entities, for a separate store.
public struct Configuration: Sendable, Hashable, Codable {
    /// The name that a program opens a store with.
    public var name: String
    /// Names of entities, in the order of the file; may be empty.
    public var entityNames: [String]
    /// Whether the stores of the configuration sync with CloudKit. Without effect here, kept so that files can be
    /// written back.
    public var isUsedWithCloudKit: Bool

    /// A selection of entities by name, in the order of the file.
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

    package init(unsaidNamed name: String) { self.init(name: name, entityNames: []) }
}
