public import Foundation

/// Migrates a store to a new one, object by object, by a mapping model and its policies (rule MIG-26).
///
/// All objects are in memory until the end, and are plain ``NSManagedObject``s, whatever the classes of the models.
/// Opening a store with options for migration does not use this class:
/// inferred migrations work on the rows of the store.
///
/// ```swift
/// let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
/// let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
/// try manager.migrateStore(from: oldURL, type: .sqlite, mapping: mapping, to: newURL, type: .sqlite)
/// ```
open class NSMigrationManager: NSObject {
    /// The source version.
    public final let sourceModel: NSManagedObjectModel
    /// The destination version.
    public final let destinationModel: NSManagedObjectModel
    /// The mappings of the current migration; empty before the first.
    public private(set) final var mappingModel = NSMappingModel()
    /// The context with the objects before the migration. Changes that you save in it are lost.
    public private(set) final var sourceContext: NSManagedObjectContext
    /// The context with the objects after the migration, which saves it at the end.
    public private(set) final var destinationContext: NSManagedObjectContext
    /// The current mapping.
    public private(set) final var currentEntityMapping = NSEntityMapping()
    /// The progress, from 0 to 1.
    public private(set) final var migrationProgress: Float = 0
    /// User info of the program.
    open var userInfo: [AnyHashable: Any]?
    /// Whether a store can migrate itself. It has no effect, because objects are migrated one by one.
    open var usesStoreSpecificMigrationManager = true
    private var associations: [String: Associations] = [:]
    private let lock = NSLock()
    private var cancellation: (any Error)?

    /// The source and destination objects of a mapping.
    private struct Associations {
        var destinations: [NSManagedObject] = []
        var bySource: [NSManagedObject: [NSManagedObject]] = [:]
        var byDestination: [NSManagedObject: [NSManagedObject]] = [:]
    }

    /// Creates a manager for migrations from one version of a model to another.
    public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
        self.sourceModel = sourceModel
        self.destinationModel = destinationModel
        sourceContext = Self.context(of: sourceModel)
        destinationContext = Self.context(of: destinationModel)
    }

    private static func context(of model: NSManagedObjectModel) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        // Objects of the program's classes would have hooks and checks of the current version.
        context.persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model.plainCopy())
        return context
    }

    // MARK: - Migrating

    /// Migrates a store to a new one. The old one is only read.
    ///
    /// ```swift
    /// try manager.migrateStore(
    ///     from: oldURL, sourceType: NSSQLiteStoreType, options: nil, with: mapping, toDestinationURL: newURL,
    ///     destinationType: NSSQLiteStoreType, destinationOptions: nil)
    /// ```
    ///
    /// - Throws: An error of `NSCocoaErrorDomain`: 134140 without mappings, 134110 for a mapping of an entity that a
    ///   model does not have, 134150 for a store that cannot be read, 134160 for one that cannot be written; the error
    ///   of a policy; or the error of ``cancelMigrationWithError(_:)``. After an error, there is no new store.
    open func migrateStore(
        from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
        with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
        destinationOptions dOptions: [AnyHashable: Any]? = nil
    ) throws {
        guard let mappings else {
            throw NSError(code: NSMigrationMissingMappingModelError, "a migration needs a mapping model")
        }
        reset()
        try checkEntities(of: mappings)
        mappingModel = mappings
        var readOptions = sOptions ?? [:]
        readOptions[NSReadOnlyPersistentStoreOption] = NSNumber(value: true)
        guard StoreFile(dURL, ofType: dStoreType).isAbsent else {
            throw NSError(code: NSMigrationManagerDestinationStoreError, at: dURL, "the file already exists")
        }
        try open(sourceContext, sStoreType, sourceURL, readOptions, NSMigrationManagerSourceStoreError)
        do {
            try open(destinationContext, dStoreType, dURL, dOptions ?? [:], NSMigrationManagerDestinationStoreError)
            try sourceContext.performAndWait { try destinationContext.performAndWait { try migrate() } }
            try close()
        } catch {
            // The error matters more than that of cleaning up.
            try? close()
            try? destinationContext.persistentStoreCoordinator?.removeStore(at: dURL, ofType: dStoreType)
            throw error
        }
    }

    /// Does the same with the names of the current interface.
    ///
    /// - Throws: The errors of the method with the names of types.
    public final func migrateStore(
        from sourceURL: URL, type sourceType: NSPersistentStore.StoreType,
        options sourceOptions: [AnyHashable: Any]? = nil,
        mapping: NSMappingModel, to destinationURL: URL, type destinationType: NSPersistentStore.StoreType,
        options destinationOptions: [AnyHashable: Any]? = nil
    ) throws {
        try migrateStore(
            from: sourceURL, sourceType: sourceType.rawValue, options: sourceOptions, with: mapping,
            toDestinationURL: destinationURL, destinationType: destinationType.rawValue,
            destinationOptions: destinationOptions)
    }

    /// Checks that the models have the entities of mappings, before anything is written.
    private func checkEntities(of mappings: NSMappingModel) throws {
        for mapping in mappings.entityMappings ?? [] {
            let pairs = [
                (mapping.sourceEntityName, sourceModel, "before"),
                (mapping.destinationEntityName, destinationModel, "after"),
            ]
            for case (let name?, let model, let time) in pairs where model.entitiesByName[name] == nil {
                throw NSError(
                    code: NSMigrationError,
                    "the mapping '\(mapping.name ?? "")' is of the entity '\(name)', which the model \(time) the "
                        + "migration does not have; use the mapping model for these two models")
            }
        }
    }

    private func open(
        _ context: NSManagedObjectContext, _ type: String, _ url: URL, _ options: [AnyHashable: Any], _ code: Int
    ) throws {
        do {
            try context.persistentStoreCoordinator?.addPersistentStore(
                ofType: type, configurationName: nil, at: url, options: options)
        } catch {
            throw NSError(code: code, error.localizedDescription, [NSUnderlyingErrorKey: error])
        }
    }

    private func close() throws {
        for context in [sourceContext, destinationContext] {
            context.performAndWait { context.reset() }
            guard let coordinator = context.persistentStoreCoordinator else { continue }
            for store in coordinator.persistentStores { try coordinator.remove(store) }
        }
    }

    private func migrate() throws {
        let mappings = mappingModel.entityMappings ?? []
        let policies = try mappings.map { ($0, try policy(of: $0)) }
        let stepCount = Float(max(policies.count, 1) * 3)
        func step(_ body: (NSEntityMapping, NSEntityMigrationPolicy) throws -> Void) throws {
            for (mapping, policy) in policies {
                currentEntityMapping = mapping
                LaunchArguments.report(migration: "entity mapping '\(mapping.name ?? "")'")
                try body(mapping, policy)
                migrationProgress += 1 / stepCount
            }
        }
        try step { mapping, policy in
            try policy.begin(mapping, with: self)
            for source in try sources(of: mapping) {
                try checkCancellation()
                try policy.createDestinationInstances(forSource: source, in: mapping, manager: self)
            }
            try policy.endInstanceCreation(forMapping: mapping, manager: self)
        }
        try step { mapping, policy in
            for destination in associations[mapping.name]?.destinations ?? [] {
                try checkCancellation()
                try policy.createRelationships(forDestination: destination, in: mapping, manager: self)
            }
            try policy.endRelationshipCreation(forMapping: mapping, manager: self)
        }
        try step { mapping, policy in
            try policy.performCustomValidation(forMapping: mapping, manager: self)
            try policy.end(mapping, manager: self)
        }
        try checkCancellation()
        try destinationContext.save()
        migrationProgress = 1
    }

    /// Returns the source objects of a mapping.
    private func sources(of mapping: NSEntityMapping) throws -> [NSManagedObject] {
        guard let name = mapping.sourceEntityName, mapping.mappingType != .addEntityMappingType,
            mapping.mappingType != .removeEntityMappingType || mapping.entityMigrationPolicyClassName != nil
        else { return [] }
        let request = NSFetchRequest<NSManagedObject>(entityName: name)
        request.includesSubentities = false
        request.predicate = try mapping.sourcePredicate()
        return try sourceContext.fetch(request)
    }

    private func policy(of mapping: NSEntityMapping) throws -> NSEntityMigrationPolicy {
        guard let name = mapping.entityMigrationPolicyClassName, !name.isEmpty else { return NSEntityMigrationPolicy() }
        let names = [name, "\(ProcessInfo.processInfo.processName).\(name)"]
        let classes = names.lazy.compactMap { ClassDirectory.anyClass(named: $0) as? NSEntityMigrationPolicy.Type }
        guard let found = classes.first else {
            throw NSError(
                code: NSEntityMigrationPolicyError,
                "unknown migration policy '\(name)'; use the class name, such as Module.Class")
        }
        return found.init()
    }

    // MARK: - Associations

    /// Associates a source object with a destination object.
    open func associate(
        sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
        for entityMapping: NSEntityMapping
    ) {
        var own = associations[entityMapping.name, default: Associations()]
        if own.byDestination[destinationInstance] == nil { own.destinations.append(destinationInstance) }
        own.bySource[sourceInstance, default: []].append(destinationInstance)
        own.byDestination[destinationInstance, default: []].append(sourceInstance)
        associations[entityMapping.name] = own
    }

    /// Returns the destinations of source objects in a mapping; all destinations for nil.
    open func destinationInstances(
        forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
    ) -> [NSManagedObject] {
        guard let own = associations[mappingName] else { return [] }
        return sourceInstances?.flatMap { own.bySource[$0] ?? [] } ?? own.destinations
    }

    /// Returns the sources of destination objects in a mapping; all sources for nil.
    open func sourceInstances(
        forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
    ) -> [NSManagedObject] {
        guard let own = associations[mappingName] else { return [] }
        return (destinationInstances ?? own.destinations).flatMap { own.byDestination[$0] ?? [] }
    }

    /// Returns the destinations of a source object in any mapping.
    final func counterparts(of source: NSManagedObject) -> [NSManagedObject] {
        (mappingModel.entityMappings ?? []).flatMap { associations[$0.name]?.bySource[source] ?? [] }
    }

    /// Returns the older entity of a mapping; nil for a new one.
    open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
        mEntity.sourceEntityName.flatMap { sourceContext.managedObjectModel.entitiesByName[$0] }
    }

    /// Returns the newer entity of a mapping; nil for a removed one.
    open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
        mEntity.destinationEntityName.flatMap { destinationContext.managedObjectModel.entitiesByName[$0] }
    }

    // MARK: - Canceling

    /// Ends the current migration with an error, before its next object. You can call this from any thread.
    open func cancelMigrationWithError(_ error: any Error) { lock.withLock { cancellation = error } }

    private func checkCancellation() throws {
        if let cancellation = lock.withLock({ cancellation }) { throw cancellation }
    }

    /// Discards the state of the migration, for another store.
    open func reset() {
        associations = [:]
        migrationProgress = 0
        lock.withLock { cancellation = nil }
        sourceContext = Self.context(of: sourceModel)
        destinationContext = Self.context(of: destinationModel)
    }
}
