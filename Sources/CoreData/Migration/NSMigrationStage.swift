// Names are Core Data's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// The key of the ``NSStagedMigrationManager`` among what a store is opened with.
public let NSPersistentStoreStagedMigrationManagerOptionKey = "NSPersistentStoreStagedMigrationManagerOptionKey"

/// A step of a store's way to the newest version of its model.
open class NSMigrationStage: NSObject {
    /// A name for logs.
    open var label: String?
}

/// Versions of a model between which everything is inferred.
open class NSLightweightMigrationStage: NSMigrationStage {
    /// The versions, the earliest first, by ``NSManagedObjectModel/versionChecksum``.
    public final let versionChecksums: [String]

    /// - Parameter versionChecksums: The versions, the earliest first, by ``NSManagedObjectModel/versionChecksum``.
    public init(_ versionChecksums: [String]) { self.versionChecksums = versionChecksums }
}

/// A step between two versions before and after which the program does something. What follows from the two models is inferred.
open class NSCustomMigrationStage: NSMigrationStage {
    /// The source version.
    public final let currentModel: NSManagedObjectModelReference
    /// The destination version.
    public final let nextModel: NSManagedObjectModelReference
    /// Called when the store is of the version before. What it throws ends the migration.
    open var willMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?
    /// Called when the store is of the version after. What it throws ends the migration.
    open var didMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

    /// A step from one version to another.
    public init(
        migratingFrom currentModel: NSManagedObjectModelReference, to nextModel: NSManagedObjectModelReference
    ) {
        self.currentModel = currentModel
        self.nextModel = nextModel
    }
}

// Unchecked: it is used by the thread that opens the store.
/// Takes a store through versions of its model, one stage after the other.
///
/// A stage that was done stays done: where a later one fails, the store is of the version that it has reached, and the next
/// attempt begins there. A handler that is called after the migration and throws is not called again, since the store is of its
/// stage's next version by then.
open class NSStagedMigrationManager: NSObject, @unchecked Sendable {
    /// The stages, the earliest first.
    public final let stages: [NSMigrationStage]
    /// During a handler of a stage, a container with the store, at the version of the handler's; else nil.
    public internal(set) final var container: NSPersistentContainer?

    /// - Parameter stages: The stages, the earliest first.
    public init(_ stages: [NSMigrationStage]) { self.stages = stages }
}

/// A version of a model, and the fingerprint that it must have.
open class NSManagedObjectModelReference: NSObject {
    /// ``NSManagedObjectModel/versionChecksum`` of the version.
    public final let versionChecksum: String
    private let find: () -> NSManagedObjectModel?
    private let place: String

    private init(_ versionChecksum: String, in place: String, _ find: @escaping () -> NSManagedObjectModel?) {
        self.versionChecksum = versionChecksum
        self.place = place
        self.find = find
    }

    /// A model that there is already.
    public convenience init(model: NSManagedObjectModel, versionChecksum: String) {
        self.init(versionChecksum, in: "the model that the reference was made of") { model }
    }

    /// The generated model of a name. Bundles are of no importance.
    public convenience init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
        self.init(versionChecksum, in: "a generated model '\(modelName)'") { GeneratedModels.model(named: modelName) }
    }

    /// The generated model of a file's name, as ``NSManagedObjectModel/init(contentsOf:)``.
    public convenience init(fileURL: URL, versionChecksum: String) {
        self.init(versionChecksum, in: "a generated model of the name of '\(fileURL.lastPathComponent)'") {
            NSManagedObjectModel(contentsOf: fileURL)
        }
    }

    /// The generated model whose entities have some fingerprints. Bundles are of no importance.
    public convenience init(
        entityVersionHashes versionHash: [AnyHashable: Any], in bundle: Bundle?, versionChecksum: String
    ) {
        let hashes = versionHash.reduce(into: [String: Data]()) { hashes, entry in
            if let name = entry.key.base as? String { hashes[name] = entry.value as? Data }
        }
        self.init(versionChecksum, in: "a generated model with these entities") {
            GeneratedModels.all.first { $0.entityVersionHashesByName == hashes }
        }
    }

    private lazy var found = find()

    /// The model.
    ///
    /// - Precondition: The program has it.
    open var resolvedModel: NSManagedObjectModel {
        guard let found else { preconditionFailure("the program does not have \(place)") }
        return found
    }

    /// The model, checked.
    ///
    /// - Throws: An error with the code 134504 where the program does not have it, and 134505 for one of another fingerprint.
    func checkedModel() throws -> NSManagedObjectModel {
        guard let found else {
            throw NSError(code: NSManagedObjectModelReferenceNotFoundError, "the program does not have \(place)")
        }
        guard found.versionChecksum == versionChecksum || !found.hasKnownChecksum else {
            throw NSError(
                code: NSStagedMigrationFrameworkVersionMismatchError,
                "\(place) has the checksum \(found.versionChecksum), and the stage says \(versionChecksum)")
        }
        return found
    }
}
