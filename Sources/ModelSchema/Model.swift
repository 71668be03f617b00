/// One version of a data model: what an `.xcdatamodel` describes, without the file it came from.
///
/// Collections keep the order in which the file lists them, so that writing a model back is the identity. Nothing in
/// a model depends on that order, except where a collection says so.
public struct Model: Sendable, Hashable, Codable {
    /// The name of the bundle or file the model came from, without its extension. The XML does not hold it.
    public var name: String
    /// The free text that tells versions apart (`userDefinedModelVersionIdentifier`); empty as a rule.
    public var versionIdentifier: String
    /// The entities, in the order of the file.
    public var entities: [Entity]
    /// The fetches that the model names, in the order of the file.
    public var fetchRequestTemplates: [FetchRequestTemplate]
    /// The named configurations. The default one, with all entities, is never written.
    public var configurations: [Configuration]
    /// The composites, in the order of the file.
    public var composites: [Composite]
    /// Whether the default configuration syncs with CloudKit.
    public var isUsedWithCloudKit: Bool
    /// Whether SwiftData shares the model.
    public var isUsedWithSwiftData: Bool

    /// A model with what is given and nothing else.
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
