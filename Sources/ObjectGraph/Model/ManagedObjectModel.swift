/// A model that a program runs on: the schema, and the classes of its entities.
///
/// The generator writes one as a constant, so neither the model's file nor a parser is needed at run time.
public struct ManagedObjectModel: Sendable {
    public let schema: Model
    /// The entities by name, with everything they inherit.
    public let entitiesByName: [String: EntityDescription]
    /// The names of the schema, resolved once.
    let lookup: ModelLookup
    /// What key paths to accessors are called; see ``propertyName(for:)``.
    let keyPaths: KeyPathTable
    /// What programs have registered; see ``registering(_:)``.
    var transformers = AttributeTransformers()
    private let entitiesByClass: [ObjectIdentifier: [EntityDescription]]

    /// - Parameters:
    ///   - schema: A model in which every name resolves. Names that do not are left out of the descriptions.
    ///   - classes: The classes by entity name; an entity without one gets ``ManagedObject``.
    ///   - keyPaths: Names the key paths to the accessors of the classes, when they are first asked for.
    public init(
        _ schema: Model, classes: [String: ManagedObject.Type] = [:],
        keyPaths: @escaping @Sendable (inout KeyPathNames) -> Void = { _ in }
    ) {
        self.keyPaths = KeyPathTable(keyPaths)
        self.schema = schema
        lookup = ModelLookup(schema)
        let composites = Dictionary(
            schema.composites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var byName: [String: EntityDescription] = [:]
        for entity in schema.entities {
            byName[entity.name] = EntityDescription(
                entity, in: lookup, composites: composites,
                managedObjectClass: classes[entity.name] ?? ManagedObject.self)
        }
        entitiesByName = byName
        entitiesByClass = Dictionary(grouping: byName.values) { ObjectIdentifier($0.managedObjectClass) }
    }

    public var name: String { schema.name }

    /// The entities, by name.
    public var entities: [EntityDescription] {
        entitiesByName.values.sorted { $0.name < $1.name }
    }

    /// The fingerprints of the entities, by name: what a store depends on. O(*n*) in the size of the model.
    public var entityVersionHashesByName: [String: VersionHash] {
        lookup.versionHashes
    }

    /// The entities that have a class, by name: none for a class of another model, several where a class serves more
    /// than one entity.
    public func entities(of managedObjectClass: ManagedObject.Type) -> [EntityDescription] {
        (entitiesByClass[ObjectIdentifier(managedObjectClass)] ?? []).sorted { $0.name < $1.name }
    }
}
