import Foundation
import ModelSchema

/// Takes one store through the stages of a manager, until the rest can be inferred.
struct StagedMigration {
    let manager: NSStagedMigrationManager
    let type: String
    let url: URL
    let configurationName: String?
    let options: [AnyHashable: Any]
    /// The version that the store is to be of in the end.
    let model: NSManagedObjectModel

    /// A version that a stage names.
    private struct Version {
        var stage: Int
        var checksum: String
        /// Whether a store of the version has the stage behind it.
        var isBehindStage: Bool
    }

    /// Does the stages that the store has not behind it.
    ///
    /// - Throws: What a handler throws, an error of opening the store, or one with the code 134504 for a store that is of no
    ///   version of the stages, 134505 for a reference with another checksum than its model, and 134506 for a store that is of
    ///   a later version than the model.
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

    /// The stages that lead from a version to the model. All between the versions of a lightweight one is inferred with the next
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
                "\(url.path(percentEncoded: false)): no stage of the migration has the version of the store, whose checksum "
                    + "is \(stored)")
        }
        let end = versions.lastIndex { $0.checksum == model.versionChecksum }
        if let end, end < start {
            throw NSError(
                code: NSStagedMigrationBackwardMigrationError,
                "\(url.path(percentEncoded: false)): the store is of a later version than the model")
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

    /// Opens the store at a version, which it is brought to, for as long as the program works on it.
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
            // What the handler says matters more than whether its store can be closed.
            try? coordinator.remove(store)
            throw error
        }
        try coordinator.remove(store)
    }
}
