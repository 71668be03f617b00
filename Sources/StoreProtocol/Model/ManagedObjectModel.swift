/// The model of a program: the schema, and the classes of its entities.
///
/// The generator writes a model as a constant, so a program needs neither the model file nor a parser at run time.
public struct ManagedObjectModel: Sendable {
    /// The model as it was read or generated.
    public let schema: Model
    /// The entities by name, with everything they inherit.
    public let entitiesByName: [String: EntityDescription]
    /// The entities, by name.
    public let entities: [EntityDescription]
    /// The derived attributes, and what they depend on.
    package let derivations: Derivations
    /// The names of the schema, resolved once.
    package let lookup: ModelLookup
    /// What key paths to accessors are called; see ``propertyName(for:)``.
    let keyPaths: KeyPathTable
    /// What programs have registered; see ``registering(_:)``.
    package var transformers = AttributeTransformers()
    /// What programs have set; see ``settingValidationPredicates(_:withWarnings:forProperty:ofEntityNamed:)``.
    package var validationConditions = ValidationConditions()
    package let entitiesByClass: EntitiesByClass
    /// Where the tables begin of a store that is opened for the model: after those of the stores next to it.
    package private(set) var firstTableOrdinal = 0

    /// - Parameters:
    ///   - schema: A model in which every name resolves. The descriptions leave out unresolved names.
    ///   - objectClasses: The classes by entity name, which descend from the common one.
    ///   - commonClass: The class that the classes of all objects descend from.
    ///   - standardClass: The class of the entities without one.
    ///   - keyPaths: A closure that names the key paths to the accessors of the classes on first use.
    ///   - representation: The types in which string-keyed access hands out values; nil for Swift's.
    package init(
        _ schema: Model, objectClasses: [String: AnyClass], commonClass: AnyClass, standardClass: AnyClass,
        keyPaths: @escaping @Sendable (inout KeyPathNames) -> Void, representation: (any KeyedValueRepresentation)?
    ) {
        self.keyPaths = KeyPathTable(keyPaths)
        self.schema = schema
        lookup = ModelLookup(schema)
        let composites = Dictionary(
            schema.composites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        // Of two entities with one name the first counts, as in look-ups.
        let names = Set(schema.entities.map(\.name)).sorted()
        let descriptions = names.compactMap { [lookup] in lookup.entity(named: $0) }.enumerated().map {
            [lookup] ordinal, entity in
            EntityDescription(
                entity, at: ordinal, in: lookup, composites: composites,
                objectClass: objectClasses[entity.name] ?? standardClass, representation: representation)
        }
        entities = descriptions
        derivations = Derivations(descriptions)
        entitiesByName = Dictionary(uniqueKeysWithValues: descriptions.map { ($0.name, $0) })
        entitiesByClass = EntitiesByClass(descriptions, commonClass: commonClass)
    }

    /// The same model for a store whose tables begin at a place.
    package func placed(at firstTableOrdinal: Int) -> ManagedObjectModel {
        var model = self
        model.firstTableOrdinal = firstTableOrdinal
        return model
    }

    /// The name of the model.
    public var name: String { schema.name }

    /// The version hashes of the entities, by name, which a store depends on. O(*n*) in the size of the model.
    public var entityVersionHashesByName: [String: VersionHash] { lookup.versionHashes }
}
