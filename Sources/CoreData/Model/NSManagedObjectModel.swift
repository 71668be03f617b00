public import Foundation
import ModelSchema
import ObjectGraph
import SQLiteStore

// Unchecked: one thread builds it, and a lock guards what is created on first use.
/// A model: its entities, fetch request templates, and configurations.
///
/// You can change it until a coordinator or a context uses it (rule MOD-11).
///
/// ```swift
/// let title = NSAttributeDescription()
/// title.name = "title"
/// title.type = .string
/// let note = NSEntityDescription()
/// note.name = "Note"
/// note.properties = [title]
/// let model = NSManagedObjectModel()
/// model.entities = [note]
/// ```
open class NSManagedObjectModel: NSObject, NSCopying, @unchecked Sendable {
    private var ownEntities: [NSEntityDescription] = []
    private var entityNamesByConfiguration: [(name: String, entityNames: [String])] = []
    private var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]
    /// Identifiers of the model's version; at most one here.
    open var versionIdentifiers: Set<AnyHashable> = []
    /// Translations of names and messages by key. Stored, but without effect: messages are not localized here.
    open var localizationDictionary: [String: String]?
    /// The name of the generated model; nil for one that is built in code.
    var schemaName: String?
    var keyPaths: (@Sendable (inout KeyPathNames) -> Void)?
    private var schemaTemplates: [FetchRequestTemplate] = []
    private var frozen: ManagedObjectModel?
    /// Whether objects are plain managed objects rather than ones of the entities' classes.
    private var usesPlainObjects = false
    private let lock = NSRecursiveLock()

    /// Creates a model without entities.
    public override init() {}

    /// Creates the model of a schema.
    ///
    /// - Parameter classes: The classes by entity name; an entity without one gets `NSManagedObject`.
    convenience init(
        _ schema: Model, classes: [String: NSManagedObject.Type],
        keyPaths: (@Sendable (inout KeyPathNames) -> Void)? = nil
    ) {
        self.init()
        schemaName = schema.name
        self.keyPaths = keyPaths
        if !schema.versionIdentifier.isEmpty { versionIdentifiers = [schema.versionIdentifier] }
        ownEntities = EntityReading(schema).descriptions(classes: classes)
        for entity in ownEntities { entity.managedObjectModel = self }
        entityNamesByConfiguration = schema.configurations.map { ($0.name, $0.entityNames) }
        schemaTemplates = schema.fetchRequestTemplates
    }

    /// Creates the model in generated code, which calls this.
    ///
    /// - Parameters:
    ///   - schemaText: The model as text.
    ///   - classes: The classes by entity name.
    ///   - keyPaths: Collects the names of the classes' properties. Called on first use.
    /// - Precondition: The generator wrote the text.
    public convenience init(
        schemaText: String, classes: [String: NSManagedObject.Type],
        keyPaths: (@Sendable (inout KeyPathNames) -> Void)? = nil
    ) {
        do {
            self.init(try SchemaTextReader.model(from: schemaText), classes: classes, keyPaths: keyPaths)
        } catch {
            endProgram("the model in generated code is damaged, in \(error); generate the code again")
        }
    }

    /// Creates the generated model with the file's name: `Shop` for `…/Shop.momd`, `Shop.mom` and `Shop.xcdatamodeld`,
    /// which is part of the program, so that nothing is read. If the program has none, the model in a compiled file,
    /// with objects of `NSManagedObject`.
    ///
    /// - Returns: Nil if the program has no generated model of the name, and there is no compiled model at the URL.
    public convenience init?(contentsOf url: URL) {
        if let model = GeneratedModels.model(named: url.deletingPathExtension().lastPathComponent) {
            self.init(taking: model)
        } else if let schema = ModelFiles.model(at: url) {
            self.init(schema, classes: [:])
        } else {
            return nil
        }
    }

    /// Creates a model that merges some models, with their configurations, fetch request templates, and version
    /// identifiers (rule MOD-18). Of configurations with the same name, it has the entities of all. Of templates with
    /// the same name, it has the first, and writes a warning to the standard error.
    ///
    /// - Returns: Nil for nil; a model without entities for no models.
    /// - Precondition: Entities with the same name are equal.
    public convenience init?(byMerging models: [NSManagedObjectModel]?) {
        guard let models else { return nil }
        self.init()
        var seen: [String: NSEntityDescription] = [:]
        for entity in models.flatMap(\.ownEntities) {
            let name = entity.name ?? ""
            if let other = seen[name] {
                require(
                    other.schemaEntity == entity.schemaEntity,
                    "Can't merge models with two different entities named '\(name)'")
                continue
            }
            seen[name] = entity
        }
        takeCopies(of: models.flatMap(\.ownEntities).filter { seen[$0.name ?? ""] === $0 })
        for model in models {
            versionIdentifiers.formUnion(model.versionIdentifiers)
            takeConfigurations(of: model)
            takeTemplates(of: model)
        }
    }

    private func takeConfigurations(of model: NSManagedObjectModel) {
        for (name, entityNames) in model.entityNamesByConfiguration {
            if let index = entityNamesByConfiguration.firstIndex(where: { $0.name == name }) {
                let known = Set(entityNamesByConfiguration[index].entityNames)
                entityNamesByConfiguration[index].entityNames += entityNames.filter { !known.contains($0) }
            } else {
                entityNamesByConfiguration.append((name, entityNames))
            }
        }
    }

    private func takeTemplates(of model: NSManagedObjectModel) {
        func isNew(_ name: String) -> Bool {
            guard templates[name] != nil || schemaTemplates.contains(where: { $0.name == name }) else { return true }
            LaunchArguments.report(
                warning: "several of the merged models have a fetch request template named '\(name)', of which the "
                    + "first is used; rename the others")
            return false
        }
        for template in model.schemaTemplates where !schemaTemplates.contains(template) && isNew(template.name) {
            schemaTemplates.append(template)
        }
        for (name, template) in model.templates.sorted(by: { $0.key < $1.key })
        where templates[name] !== template && isNew(name) {
            templates[name] = template
        }
    }

    private convenience init(taking model: NSManagedObjectModel) {
        self.init()
        schemaName = model.schemaName
        keyPaths = model.keyPaths
        versionIdentifiers = model.versionIdentifiers
        localizationDictionary = model.localizationDictionary
        takeCopies(of: model.ownEntities)
        entityNamesByConfiguration = model.entityNamesByConfiguration
        templates = model.templates
        schemaTemplates = model.schemaTemplates
    }

    /// Returns a copy whose objects are plain managed objects, as migrations create them.
    final func plainCopy() -> NSManagedObjectModel {
        let copy = NSManagedObjectModel(taking: self)
        copy.usesPlainObjects = true
        return copy
    }

    /// Creates the model that a store was written with, by the store's metadata, from some models or parts of them.
    ///
    /// - Returns: Nil if an entity of the store is in none of them as the store has it.
    public convenience init?(byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]) {
        guard let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else { return nil }
        let fitting = models.first { model in model.entityVersionHashesByName == hashes }
        if let fitting {
            self.init(taking: fitting)
            return
        }
        let parts = models.filter { model in model.entityVersionHashesByName.allSatisfy { hashes[$0] == $1 } }
        guard Set(parts.flatMap { $0.ownEntities.compactMap(\.name) }) == Set(hashes.keys) else { return nil }
        self.init(byMerging: parts)
    }

    /// Returns the models of some bundles as one; that model itself if there is one, and nil if there are none.
    ///
    /// Generated models are part of the program. The resource bundle of a target has those of the target, and those of
    /// the compiled files in it. Any other bundle, such as the main one,
    /// which nil stands for, has all generated models.
    open class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
        let models = ModelsInBundles(bundles: bundles).models
        if models.count == 1 { return models[0] }
        return models.isEmpty ? nil : NSManagedObjectModel(byMerging: models)
    }

    /// Returns the model that a store was written with, by the store's metadata: a generated one, or the one in the
    /// store if ``NSPersistentStoreCoordinator/metadataForPersistentStore(ofType:at:options:)`` has given the metadata.
    /// Nil for none.
    open class func mergedModel(
        from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
    ) -> NSManagedObjectModel? {
        let models = ModelsInBundles(bundles: bundles).models
        if let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data],
            let model = models.first(where: { $0.entityVersionHashesByName == hashes })
        {
            return model
        }
        if let model = NSManagedObjectModel(byMerging: models, forStoreMetadata: metadata) { return model }
        return (metadata[NSStoreModelVersionHashesKey] as? [String: Data]).flatMap(ModelsOfStores.model)
    }

    /// The entities, in the order in which they were set, or of the model file. Setting adds them to the model.
    open var entities: [NSEntityDescription] {
        get { ownEntities }
        set {
            checkMutable()
            ownEntities = newValue
            for entity in ownEntities { entity.managedObjectModel = self }
        }
    }

    /// The entities by name (rule MOD-1).
    open var entitiesByName: [String: NSEntityDescription] {
        lock.withLock { namedEntities } ?? Self.named(ownEntities)
    }

    /// The entities by name, once the model is immutable.
    private var namedEntities: [String: NSEntityDescription]?

    private static func named(_ entities: [NSEntityDescription]) -> [String: NSEntityDescription] {
        Dictionary(entities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The names of the configurations, in the order of the model.
    open var configurations: [String] { entityNamesByConfiguration.map(\.name) }

    /// Returns the entities of a configuration, in its order: all for nil, and nil for an unknown name (rule MOD-17).
    open func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
        guard let configuration = ownConfigurationName(configuration) else { return ownEntities }
        guard let names = entityNamesByConfiguration.first(where: { $0.name == configuration })?.entityNames else {
            return nil
        }
        return names.compactMap { entitiesByName[$0] }
    }

    /// Returns the name of a configuration; nil for the default one, which has all entities and goes by two names that
    /// a model's own configuration may also have.
    final func ownConfigurationName(_ name: String?) -> String? {
        let isDefault = name == NSPersistentStore.defaultConfigurationName || name == "Default"
        return isDefault && !configurations.contains(name ?? "") ? nil : name
    }

    /// Sets the entities of a configuration.
    open func setEntities(_ entities: [NSEntityDescription], forConfigurationName configuration: String) {
        checkMutable()
        entityNamesByConfiguration.removeAll { $0.name == configuration }
        entityNamesByConfiguration.append((configuration, entities.compactMap(\.name)))
    }

    /// The version hashes of the entities, by name, which a store depends on. They are the same as Core Data's.
    open var entityVersionHashesByName: [String: Data] {
        ModelLookup(usedSchema).coreDataVersionHashes.mapValues { Data($0.bytes) }
    }

    /// The model as a value, which does not make it immutable.
    private var usedSchema: Model { lock.withLock { frozen?.schema } ?? schema }

    /// The version checksum of all entities in Base64, which Xcode prints for a version, and migration stages refer to.
    open var versionChecksum: String {
        CoreDataVersionDigest(of: ModelLookup(usedSchema).coreDataVersionHashes).checksum
    }

    /// Whether Core Data is known to compute the same checksum.
    var hasKnownChecksum: Bool {
        let lookup = ModelLookup(graphModel.schema)
        return graphModel.schema.entities.allSatisfy(lookup.isCoreDataVersionHashKnown)
    }

    /// What the metadata of a store says about the model that it was written with.
    final var storeMetadata: [String: Any] {
        [
            NSStoreModelVersionHashesKey: entityVersionHashesByName,
            NSStoreModelVersionIdentifiersKey: versionIdentifiers.map { $0.base },
        ]
    }

    /// Whether a store with some metadata was written with the same entities, so that it opens without a migration
    /// (rule MIG-4).
    ///
    /// A store of this package contains all entities of the model, whatever its configuration, so all of them must be
    /// the same. For a store of a registered class, those of the configuration suffice.
    open func isConfiguration(
        withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
    ) -> Bool {
        guard let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data],
            let entities = entities(forConfigurationName: configuration)
        else { return false }
        if SQLiteStore.isMetadata(metadata, of: graphModel.schema) { return true }
        let type = metadata[NSStoreTypeKey] as? String
        guard type.flatMap(RegisteredStores.storeClass) != nil else { return false }
        let names = Set(entities.compactMap(\.name))
        return stored == entityVersionHashesByName.filter { names.contains($0.key) }
    }

    // MARK: - Fetch request templates

    /// The fetch request templates by name.
    open var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
        let named = schemaTemplates.compactMap { template in
            fetchRequestTemplate(forName: template.name).map { (template.name, $0) }
        }
        return Dictionary(named, uniquingKeysWith: { first, _ in first }).merging(templates) { _, own in own }
    }

    /// Returns a fetch request template; nil if there is none (rule MOD-16).
    open func fetchRequestTemplate(forName name: String) -> NSFetchRequest<any NSFetchRequestResult>? {
        if let template = templates[name] { return template }
        return schemaTemplates.first { $0.name == name }.map { template in
            NSFetchRequest(template, entity: template.entityName.flatMap { entitiesByName[$0] })
        }
    }

    /// Sets a fetch request template; nil removes it.
    open func setFetchRequestTemplate(
        _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
    ) {
        checkMutable()
        templates[name] = fetchRequestTemplate
        schemaTemplates.removeAll { $0.name == name }
    }

    /// Creates a request from a template, with values for its variables (rule MOD-16).
    ///
    /// ```swift
    /// let request = model.fetchRequestFromTemplate(withName: "titled", substitutionVariables: ["PREFIX": "Bat"])
    /// ```
    ///
    /// - Precondition: Every variable has a value.
    open func fetchRequestFromTemplate(
        withName name: String, substitutionVariables variables: [String: Any]
    ) -> NSFetchRequest<any NSFetchRequestResult>? {
        guard let template = fetchRequestTemplate(forName: name),
            let request = template.copy() as? NSFetchRequest<any NSFetchRequestResult>
        else { return nil }
        request.predicate = template.predicate?.withSubstitutionVariables(variables)
        return request
    }

    // MARK: - Equality

    /// Whether another model has the same contents. The names of classes do not count, because a model that was read
    /// from a store has no classes.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectModel else { return false }
        if other === self { return true }
        let (own, others) = (comparableEntities, other.comparableEntities)
        return own == others && Set(configurations) == Set(other.configurations)
            && own.keys.allSatisfy { entityVersionHashesByName[$0] == other.entityVersionHashesByName[$0] }
    }

    open override var hash: Int { Set(ownEntities.map(\.name)).hashValue }

    private var comparableEntities: [String: Entity] {
        Dictionary(
            ownEntities.map { entity in
                var schema = entity.schemaEntity
                schema.representedClassName = nil
                return (schema.name, schema)
            }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: - Use

    /// The model of the runtime. The first use makes this model immutable.
    var graphModel: ManagedObjectModel {
        lock.withLock {
            if let frozen { return frozen }
            let found = usesPlainObjects ? [] : ownEntities.map { (entity: $0, class: $0.foundClass) }
            let classes = found.compactMap { entity, found in
                found.map { (entity.name ?? "", $0 as ManagedObject.Type) }
            }
            ClassDirectory.report(
                missing: found.compactMap { entity, found in
                    guard found == nil, let name = entity.ownClassName else { return nil }
                    return (entity.name ?? "", name)
                })
            let model = ManagedObjectModel(
                schema, classes: Dictionary(classes, uniquingKeysWith: { first, _ in first }),
                keyPaths: keyPaths ?? { _ in }, standardClass: NSManagedObject.self,
                representation: FoundationValues())
            let named = model.withValidation(of: ownEntities)
            for entity in ownEntities {
                if let description = named.entitiesByName[entity.name ?? ""] { entity.freeze(as: description) }
            }
            frozen = named
            namedEntities = Self.named(ownEntities)
            ModelsInUse.add(self)
            return named
        }
    }

    /// The model as a value.
    var schema: Model {
        Model(
            name: schemaName ?? "Model", versionIdentifier: versionIdentifiers.first.map { "\($0)" } ?? "",
            entities: ownEntities.map(\.schemaEntity), fetchRequestTemplates: schemaTemplates,
            configurations: entityNamesByConfiguration.map {
                Configuration(name: $0.name, entityNames: $0.entityNames)
            },
            composites: Composite.all(of: ownEntities))
    }

    private func takeCopies(of entities: [NSEntityDescription]) {
        var copies: [ObjectIdentifier: NSEntityDescription] = [:]
        for entity in entities { copies[ObjectIdentifier(entity)] = entity.copy() as? NSEntityDescription }
        for entity in entities {
            guard let copy = copies[ObjectIdentifier(entity)] else { continue }
            copy.subentities = entity.subentities.compactMap { copies[ObjectIdentifier($0)] }
        }
        // Indexes can have properties of parents.
        for entity in entities { copies[ObjectIdentifier(entity)]?.takeIndexes(of: entity) }
        for copy in copies.values {
            for relationship in copy.declaredProperties.compactMap({ $0 as? NSRelationshipDescription }) {
                let inverse = relationship.inverseRelationship
                relationship.destinationEntity = relationship.destinationEntity.flatMap { copies[ObjectIdentifier($0)] }
                relationship.inverseRelationship = inverse.flatMap { inverse in
                    copies[ObjectIdentifier(inverse.entity)]?.declaredProperties
                        .first { $0.name == inverse.name } as? NSRelationshipDescription
                }
            }
        }
        self.entities = entities.compactMap { copies[ObjectIdentifier($0)] }
    }

    private func checkMutable() { require(lock.withLock { frozen == nil }, "Can't modify an immutable model.") }

    /// Returns an equal model that can be changed.
    open func copy(with zone: NSZone? = nil) -> Any { NSManagedObjectModel(taking: self) }
}
