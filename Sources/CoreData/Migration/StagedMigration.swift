import Foundation
import ModelSchema

/// Migrates a store through the stages of a manager, until the rest can be inferred.
struct StagedMigration {
    let manager: NSStagedMigrationManager
    let type: String
    let url: URL
    let configurationName: String?
    let options: [AnyHashable: Any]
    /// The destination version of the store.
    let model: NSManagedObjectModel

    /// A version in a stage.
    private struct Version {
        var stage: Int
        var checksum: String
        /// Whether a store with the version has completed the stage.
        var isBehindStage: Bool
    }

    /// Performs the stages that the store has not completed.
    ///
    /// - Throws: The error of a handler or of opening the store; or an error with the code 134504 for a store whose
    ///   version is in no stage, 134505 for a reference with another checksum than its model, and 134506 for a store
    ///   with a later version than the model.
    func run() throws {
        guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else { return }
        let stored = try checksumOfStore()
        guard stored != model.versionChecksum else { return }
        for case let stage as NSCustomMigrationStage in manager.stages {
            _ = try stage.currentModel.checkedModel()
            _ = try stage.nextModel.checkedModel()
        }
        for stage in try stages(after: stored) {
            if let custom = stage as? NSCustomMigrationStage { try run(custom) }
        }
    }

    /// Returns the stages from a version to the model. The versions of a lightweight stage are inferred with the next
    /// step.
    private func stages(after stored: String) throws -> ArraySlice<NSMigrationStage> {
        let versions = manager.stages.enumerated().flatMap { index, stage in
            switch stage {
            case let stage as NSCustomMigrationStage:
                [
                    Version(stage: index, checksum: stage.currentModel.versionChecksum, isBehindStage: false),
                    Version(stage: index, checksum: stage.nextModel.versionChecksum, isBehindStage: true),
                ]
            case let stage as NSLightweightMigrationStage:
                stage.versionChecksums.map { Version(stage: index, checksum: $0, isBehindStage: false) }
            default: [Version]()
            }
        }
        guard let start = versions.lastIndex(where: { $0.checksum == stored }) else {
            throw NSError(
                code: NSManagedObjectModelReferenceNotFoundError,
                "\(url.path(percentEncoded: false)): no stage of the migration contains the version of the store, "
                    + "whose checksum is \(stored)")
        }
        let end = versions.lastIndex { $0.checksum == model.versionChecksum }
        if let end, end < start {
            throw NSError(
                code: NSStagedMigrationBackwardMigrationError,
                "\(url.path(percentEncoded: false)): the store has a later version than the model")
        }
        let first = versions[start].stage + (versions[start].isBehindStage ? 1 : 0)
        let past = end.map { versions[$0].stage + (versions[$0].isBehindStage ? 1 : 0) } ?? manager.stages.count
        return manager.stages[first..<max(first, past)]
    }

    private func checksumOfStore() throws -> String {
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
        let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        return CoreDataVersionDigest(of: hashes.compactMapValues { CoreDataVersionHash(bytes: Array($0)) }).checksum
    }

    private func run(_ stage: NSCustomMigrationStage) throws {
        try open(stage.currentModel) { try stage.willMigrateHandler?(manager, stage) }
        try open(stage.nextModel) { try stage.didMigrateHandler?(manager, stage) }
    }

    /// Opens the store at a version, to which it is migrated, while the program works on it.
    private func open(_ reference: NSManagedObjectModelReference, _ body: () throws -> Void) throws {
        let model = try reference.checkedModel()
        let container = NSPersistentContainer(name: model.schemaName ?? "Model", managedObjectModel: model)
        var options = options
        options[NSPersistentStoreStagedMigrationManagerOptionKey] = nil
        options[NSMigratePersistentStoresAutomaticallyOption] = NSNumber(value: true)
        options[NSInferMappingModelAutomaticallyOption] = NSNumber(value: true)
        let coordinator = container.persistentStoreCoordinator
        let store = try coordinator.addPersistentStore(
            ofType: type, configurationName: configurationName, at: url, options: options)
        manager.container = container
        defer { manager.container = nil }
        do {
            try body()
        } catch {
            // The handler's error matters more than that of closing the store.
            try? coordinator.remove(store)
            throw error
        }
        try coordinator.remove(store)
    }
}
