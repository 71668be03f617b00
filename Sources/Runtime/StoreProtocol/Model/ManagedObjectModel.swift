/// The model of a program: the schema, and the classes of its entities.
///
/// The generator writes a model as a constant, so a program needs neither the model file nor a parser at run time.
///
/// ```swift
/// let title = Attribute(name: "title", type: .string, isOptional: true)
/// let book = Entity(name: "Book", attributes: [title])
/// let model = ManagedObjectModel(Model(name: "Library", entities: [book]))
/// let context = try PersistentContainer(model: model, store: .inMemory).newContext()
/// let emma = context.insertNewObject(forEntityName: "Book")
/// emma.setValue("Emma", forKey: "title")
/// try context.save()
/// ```
public struct ManagedObjectModel: Sendable {
    /// What copies of the model share, so that a copy costs little: every save and query makes some.
    private final class Contents: Sendable {
        let schema: Model
        let entitiesByName: [String: EntityDescription]
        let entities: [EntityDescription]
        let derivations: Derivations
        let leavesLinksOfDeleted: Bool
        let lookup: ModelLookup
        let fetchedPropertyNames: Set<String>
        let keyPaths: KeyPathTable
        let entitiesByClass: EntitiesByClass

        init(
            _ schema: Model, objectClasses: [String: AnyClass], commonClass: AnyClass, standardClass: AnyClass,
            keyPaths: @escaping @Sendable (inout KeyPathNames) -> Void,
            representation: (any KeyedValueRepresentation)?
        ) {
            self.keyPaths = KeyPathTable(keyPaths)
            self.schema = schema
            let lookup = ModelLookup(schema)
            self.lookup = lookup
            let composites = Dictionary(
                schema.composites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            // Of two entities with one name, the first counts, as in look-ups.
            let names = Set(schema.entities.map(\.name)).sorted()
            let descriptions = names.compactMap { lookup.entity(named: $0) }.enumerated().map { ordinal, entity in
                EntityDescription(
                    entity, at: ordinal, in: lookup, composites: composites,
                    objectClass: objectClasses[entity.name] ?? standardClass, representation: representation)
            }
            entities = descriptions
            derivations = Derivations(descriptions)
            leavesLinksOfDeleted = descriptions.contains { $0.relationships.contains(where: \.leavesLinksOfDeleted) }
            fetchedPropertyNames = Set(descriptions.flatMap { $0.fetchedProperties.map(\.name) })
            entitiesByName = Dictionary(uniqueKeysWithValues: descriptions.map { ($0.name, $0) })
            entitiesByClass = EntitiesByClass(descriptions, commonClass: commonClass)
        }
    }

    private let contents: Contents
    /// The registered transformers; see ``registering(_:)``.
    package var transformers = AttributeTransformers()
    /// The conditions; see ``settingValidationPredicates(_:withWarnings:forProperty:ofEntityNamed:)``.
    package var validationConditions = ValidationConditions()
    /// The first table of a store that is opened for the model: after those of the other stores.
    package private(set) var firstTableOrdinal = 0

    /// - Parameters:
    ///   - schema: A model in which every name resolves. The descriptions leave out unresolved names.
    ///   - objectClasses: The classes by entity name, which descend from the common one.
    ///   - commonClass: The class that the classes of all objects descend from.
    ///   - standardClass: The class of the entities without one.
    ///   - keyPaths: A closure that names the key paths to the accessors of the classes on first use.
    ///   - representation: The types of values in string-keyed access; nil for Swift's types.
    package init(
        _ schema: Model, objectClasses: [String: AnyClass], commonClass: AnyClass, standardClass: AnyClass,
        keyPaths: @escaping @Sendable (inout KeyPathNames) -> Void, representation: (any KeyedValueRepresentation)?
    ) {
        contents = Contents(
            schema, objectClasses: objectClasses, commonClass: commonClass, standardClass: standardClass,
            keyPaths: keyPaths, representation: representation)
    }

    /// The model as it was read or generated.
    public var schema: Model { contents.schema }
    /// The entities by name, with everything they inherit.
    public var entitiesByName: [String: EntityDescription] { contents.entitiesByName }
    /// The entities, by name.
    public var entities: [EntityDescription] { contents.entities }
    /// The derived attributes, and what they depend on.
    package var derivations: Derivations { contents.derivations }
    /// Whether objects can keep links to deleted objects.
    var leavesLinksOfDeleted: Bool { contents.leavesLinksOfDeleted }
    /// The names of the schema, resolved once.
    package var lookup: ModelLookup { contents.lookup }
    /// The names of the fetched properties of all entities.
    package var fetchedPropertyNames: Set<String> { contents.fetchedPropertyNames }
    /// The names of key paths to accessors; see ``propertyName(for:)``.
    var keyPaths: KeyPathTable { contents.keyPaths }
    package var entitiesByClass: EntitiesByClass { contents.entitiesByClass }

    /// Returns the same model for a store whose tables begin at an ordinal.
    package func withTables(startingAt firstTableOrdinal: Int) -> ManagedObjectModel {
        var model = self
        model.firstTableOrdinal = firstTableOrdinal
        return model
    }

    /// The name of the model.
    public var name: String { schema.name }
    /// The version hashes of the entities, by name, which a store depends on. O(*n*) in the size of the model.
    public var entityVersionHashesByName: [String: VersionHash] { lookup.versionHashes }
}

// The transformers that programs register for transformable attributes.
extension ManagedObjectModel {
    /// Returns the model with a transformer for all transformable attributes whose accessors have its type.
    public func registering<Value>(_ transformer: some AttributeTransformer<Value>) -> ManagedObjectModel {
        var model = self
        model.transformers.register(transformer)
        return model
    }

    /// Returns the model with a transformer for the attributes that name it, such as `ColorTransformer`.
    public func registering(_ transformer: some AttributeTransformer, forName name: String) -> ManagedObjectModel {
        var model = self
        model.transformers.register(transformer, forName: name)
        return model
    }
}
