/// One version of a data model, as in an `.xcdatamodel`, independent of its file.
///
/// Collections keep the order of the file, so writing a model back changes nothing. A model does not depend on this
/// order, except where noted.
///
/// ```swift
/// let title = Attribute(name: "title", type: .string, isOptional: true)
/// let writer = Relationship(name: "author", isOptional: true, destinationName: "Author", inverseName: "books")
/// let books = Relationship(
///     name: "books", isOptional: true, isToMany: true, destinationName: "Book", inverseName: "author")
/// let model = Model(
///     name: "Library",
///     entities: [
///         Entity(name: "Book", attributes: [title], relationships: [writer]),
///         Entity(name: "Author", relationships: [books]),
///     ])
/// ```
public struct Model: Sendable, Hashable, Codable {
    /// The name of the model's bundle or file, without its extension. The XML does not contain it.
    public var name: String
    /// The free text that distinguishes versions (`userDefinedModelVersionIdentifier`); empty as a rule.
    public var versionIdentifier: String
    /// The entities, in the order of the file.
    public var entities: [Entity]
    /// The fetch request templates, in the order of the file.
    public var fetchRequestTemplates: [FetchRequestTemplate]
    /// The named configurations. The default one, with all entities, is never written.
    public var configurations: [Configuration]
    /// The composites, in the order of the file.
    public var composites: [Composite]
    /// Whether the default configuration syncs with CloudKit.
    public var isUsedWithCloudKit: Bool
    /// Whether SwiftData shares the model.
    public var isUsedWithSwiftData: Bool

    /// Creates a model.
    public init(
        name: String, versionIdentifier: String = "", entities: [Entity] = [],
        fetchRequestTemplates: [FetchRequestTemplate] = [], configurations: [Configuration] = [],
        composites: [Composite] = [], isUsedWithCloudKit: Bool = false, isUsedWithSwiftData: Bool = false
    ) {
        self.name = name
        self.versionIdentifier = versionIdentifier
        self.entities = entities
        self.fetchRequestTemplates = fetchRequestTemplates
        self.configurations = configurations
        self.composites = composites
        self.isUsedWithCloudKit = isUsedWithCloudKit
        self.isUsedWithSwiftData = isUsedWithSwiftData
    }
}

extension Model: NamedElement {
    package static let pathKind = SchemaPath.Kind.entity
    package static let settings = SettingTable<Model>([
        .name(\.name, as: .modelName), .flag(.isUsedWithCloudKit, \.isUsedWithCloudKit),
        .flag(.isUsedWithSwiftData, \.isUsedWithSwiftData), .text(.versionIdentifier, \.versionIdentifier),
    ])

    package init(defaultsNamed name: String) { self.init(name: name) }
}

extension Model {
    /// Returns the entity with a name, or the first of several. O(*n*) in the number of entities; for several lookups,
    /// create a ``ModelLookup``.
    public func entity(named name: String) -> Entity? { entities.first { $0.name == name } }

    /// Returns the composite with a name. O(*n*).
    public func composite(named name: String) -> Composite? { composites.first { $0.name == name } }
}
