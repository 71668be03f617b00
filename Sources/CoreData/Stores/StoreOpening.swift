import FileAccess
import Foundation
import JSONStore
import MappingModels
import ObjectGraph
import SQLiteStore
import StoreMigration

/// Opens the store of a type at a URL for a coordinator, and migrates it to the model if the options request it.
struct StoreOpening {
    let type: String
    let configurationName: String?
    let url: URL?
    let options: [AnyHashable: Any]
    let model: NSManagedObjectModel
    let coordinator: PersistentStoreCoordinator
    /// The store whose objects the new one starts with; nil for none.
    var source: (any PersistentStore)?
    /// The compiled mapping models of the program.
    var mappings = CompiledMappings.ofProgram

    /// Whether the store is read-only.
    var isReadOnly: Bool { isSet(NSReadOnlyPersistentStoreOption) }

    private func isSet(_ key: String) -> Bool { (options[key] as? NSNumber)?.boolValue ?? false }

    /// Whether the store lasts as long as the process.
    private var isInMemory: Bool {
        type == NSInMemoryStoreType || url.map { StoreFile($0, ofType: type).isInMemory } == true
    }

    /// A store that the coordinator has, and what programs have added to its metadata.
    struct Opened {
        var store: any PersistentStore
        var metadata: ProgramMetadata
    }

    /// - Throws: An error of `NSCocoaErrorDomain`. The coordinator and the file are unchanged then.
    func open() throws -> Opened {
        LaunchArguments.apply()
        guard StoreFormat(ofType: type) != nil else {
            throw NSError(unknownStoreType: type)
        }
        if !isInMemory { try checkType() }
        if let stages = options[NSPersistentStoreStagedMigrationManagerOptionKey] as? NSStagedMigrationManager,
            let url, !isInMemory, !isReadOnly
        {
            try StagedMigration(
                manager: stages, type: type, url: url, configurationName: configurationName, options: options,
                model: model
            ).run()
        }
        do {
            let store = try openMigrating()
            do {
                if isSet(NSPersistentHistoryTrackingKey) {
                    try coordinator.setTracksHistory(true, ofStores: [store])
                }
                return Opened(store: store, metadata: try ProgramMetadata(of: store))
            } catch {
                try coordinator.remove(store)
                throw error
            }
        } catch {
            throw adapted(error)
        }
    }

    /// Refuses a file of another type before it is changed (rule STO-14).
    private func checkType() throws {
        guard let url else {
            throw NSError(code: NSPersistentStoreOpenError, "a store of the type '\(type)' needs a URL")
        }
        try StoreFile(url, ofType: type).checkNamesFile()
        // Closing a file releases the locks that SQLite has on it for other coordinators of this process.
        if type == NSSQLiteStoreType, SQLiteStore.isDatabase(at: url) { return }
        // Nothing else is opened, because a pipe would block. The store reports it.
        guard let start = try? RegularFile.beginning(of: url.path(percentEncoded: false), maximumCount: 256)
        else { return }
        let text = String(decoding: start, as: UTF8.self)
        let found: String? =
            if start.starts(with: RegularFile.databaseSignature) {
                NSSQLiteStoreType
            } else if text.hasPrefix("{"), text.contains("\"modelgen-store\"") {
                NSJSONStoreType
            } else {
                nil
            }
        if let found, StoreFormat(ofType: found) != StoreFormat(ofType: type) {
            throw NSError(storeOfType: found, at: url, insteadOf: type)
        }
    }

    // MARK: - Migrating

    private func openMigrating() throws -> any PersistentStore {
        guard isSet(NSMigratePersistentStoresAutomaticallyOption) else { return try add(.disabled) }
        if let migration = try migrationByMappingModel() {
            LaunchArguments.report(migration: "by a mapping model: \(url?.path(percentEncoded: false) ?? "")")
            return try add(migration)
        }
        guard isSet(NSInferMappingModelAutomaticallyOption) else { return try add(.disabled) }
        LaunchArguments.report(
            migration: "if necessary, by an inferred mapping: \(url?.path(percentEncoded: false) ?? "")")
        do {
            return try add(.automatic)
        } catch let error as MigrationError where error.obstacles.allSatisfy(isDropped) {
            // Core Data drops what the newer model lacks without being told so (rule MIG-11).
            return try add(MigrationOptions(droppedElements: Set(error.obstacles.map(\.elementName))))
        }
    }

    /// The migration by a mapping model of the program, which has precedence over an inferred one; nil if the store
    /// needs no migration, or no mapping model fits.
    ///
    /// - Throws: An error with the code 134110 if the mapping model uses classes of the program.
    private func migrationByMappingModel() throws -> MigrationOptions? {
        guard !mappings.isEmpty, !isReadOnly, !isInMemory, let url, !StoreFile(url, ofType: type).isAbsent,
            // A file that is not a store is reported by opening it.
            let metadata = try? NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url),
            let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data],
            hashes != model.entityVersionHashesByName,
            let mapping = mappings.first(from: hashes, to: model.entityVersionHashesByName)
        else { return nil }
        if let name = mapping.entityMappings.lazy.compactMap(\.entityMigrationPolicyClassName).first {
            throw NSError(
                code: NSMigrationError, at: url,
                "the mapping model of this migration uses the class '\(name)'; migrate the store with an "
                    + "NSMigrationManager before you open it")
        }
        // Objects without a mapping are dropped, as in Core Data.
        let unmapped = Set(hashes.keys).subtracting(mapping.entityMappings.compactMap(\.sourceEntityName))
        return MigrationOptions(
            droppedElements: unmapped,
            stages: [MigrationStage(to: coordinator.managedObjectModel, following: mapping)])
    }

    /// Whether an obstacle is only that the newer model lacks something. An attribute that remains, but cannot store
    /// the values that it had, is a different obstacle. A derived attribute stores none.
    private func isDropped(_ obstacle: MigrationObstacle) -> Bool {
        guard obstacle.kind == .dataLoss else { return false }
        let names = obstacle.elementName.split(separator: ".").map(String.init)
        guard names.count == 2 else { return true }
        return !coordinator.managedObjectModel.entities.contains { entity in
            (entity.schema.renamingIdentifier ?? entity.name) == names[0]
                && entity.attributes.contains { !$0.isDerived && ($0.renamingIdentifier ?? $0.name) == names[1] }
        }
    }

    private func add(_ migration: MigrationOptions) throws -> any PersistentStore {
        let description = description(migration)
        guard let source else {
            return try coordinator.addPersistentStore(with: description, configuration: configurationName)
        }
        return try coordinator.addPersistentStore(
            with: CopiedStoreDescription(source: source, target: description), configuration: configurationName)
    }

    private func description(_ migration: MigrationOptions) -> any PersistentStoreDescription {
        guard !isInMemory, let url else { return .inMemory }
        if StoreFormat(ofType: type) == .json {
            return .json(at: url, options: JSONStoreOptions(isReadOnly: isReadOnly), migration: migration)
        }
        let seconds = (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240
        let milliseconds = Int(min(max(seconds, 0), 86_400) * 1_000)
        return .sqlite(
            at: url, options: SQLiteStoreOptions(isReadOnly: isReadOnly, busyTimeoutMilliseconds: milliseconds),
            migration: migration)
    }

    // MARK: - Errors

    private func adapted(_ error: any Error) -> any Error {
        let error = ErrorAdapting().adapted(error) as NSError
        guard error.code == NSPersistentStoreIncompatibleVersionHashError, let url else { return error }
        if isSet(NSMigratePersistentStoresAutomaticallyOption), !isSet(NSInferMappingModelAutomaticallyOption) {
            return NSError(
                code: NSMigrationMissingMappingModelError,
                "\(error.localizedDescription); no mapping model was found; to infer one, set "
                    + NSInferMappingModelAutomaticallyOption, error.userInfo)
        }
        var userInfo = error.userInfo
        userInfo["metadata"] = try? NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
        return NSError(domain: error.domain, code: error.code, userInfo: userInfo)
    }
}

/// Describes a store that starts with the objects of another one.
private struct CopiedStoreDescription: PersistentStoreDescription {
    let source: any PersistentStore
    let target: any PersistentStoreDescription

    func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        let store = try target.openStore(for: model)
        _ = try StoreCopy(of: source, model: model).write(to: store)
        return store
    }
}

extension NSError {
    /// The error for an unknown store type.
    convenience init(unknownStoreType type: String) {
        self.init(
            code: NSPersistentStoreInvalidTypeError,
            "unknown store type '\(type)'; use \(NSSQLiteStoreType), \(NSInMemoryStoreType), or "
                + "\(NSJSONStoreType), or register a class for the type")
    }
}
