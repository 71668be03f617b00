// Names are Core Data's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import ObjectGraph

/// The key of the ``NSStagedMigrationManager`` in the options of a store.
public let NSPersistentStoreStagedMigrationManagerOptionKey = "NSPersistentStoreStagedMigrationManagerOptionKey"

/// A step of a store's migration to the newest version of its model.
///
/// ```swift
/// for stage in stages { labels.append(stage.label ?? "without a name") }
/// ```
open class NSMigrationStage: NSObject {
    /// A name for logs.
    open var label: String?
}

/// Versions of a model between which all migrations are inferred.
///
/// ```swift
/// let added = NSLightweightMigrationStage([first.versionChecksum, second.versionChecksum])
/// added.label = "Notes have a text"
/// ```
open class NSLightweightMigrationStage: NSMigrationStage {
    /// The versions, the earliest first, by ``NSManagedObjectModel/versionChecksum``.
    public final let versionChecksums: [String]

    /// - Parameter versionChecksums: The versions, the earliest first, by ``NSManagedObjectModel/versionChecksum``.
    public init(_ versionChecksums: [String]) { self.versionChecksums = versionChecksums }
}

/// A step between two versions with code of the program before and after it. The migration between the two models is
/// inferred.
///
/// ```swift
/// let removed = NSCustomMigrationStage(migratingFrom: from, to: to)
/// removed.willMigrateHandler = { manager, _ in  // While notes still have titles
///     guard let context = manager.container?.newBackgroundContext() else { throw CocoaError(.migration) }
///     let notes = NSFetchRequest<NSManagedObject>(entityName: "Note")
///     try context.performAndWait {
///         for note in try context.fetch(notes) { note.setValue(note.value(forKey: "title"), forKey: "text") }
///         try context.save()
///     }
/// }
/// ```
open class NSCustomMigrationStage: NSMigrationStage {
    /// The source version.
    public final let currentModel: NSManagedObjectModelReference
    /// The destination version.
    public final let nextModel: NSManagedObjectModelReference
    /// Called when the store has the source version. An error ends the migration.
    open var willMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?
    /// Called when the store has the destination version. An error ends the migration.
    open var didMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

    /// Creates a step from one version to another.
    public init(
        migratingFrom currentModel: NSManagedObjectModelReference, to nextModel: NSManagedObjectModelReference
    ) {
        self.currentModel = currentModel
        self.nextModel = nextModel
    }
}

/// Migrates a store through versions of its model, one stage after the other.
///
/// Completed stages stay completed: if a later one fails, the store has the version that it has reached, and the next
/// attempt begins there. If a handler that is called after the migration throws an error, it is not called again,
/// because the store then has the stage's next version.
///
/// ```swift
/// let stage = NSCustomMigrationStage(
///     migratingFrom: NSManagedObjectModelReference(model: old, versionChecksum: old.versionChecksum),
///     to: NSManagedObjectModelReference(model: new, versionChecksum: new.versionChecksum))
/// stage.didMigrateHandler = { manager, _ in
///     guard let context = manager.container?.newBackgroundContext() else { throw CocoaError(.migration) }
///     try context.performAndWait { try fillTitles(in: context) }
/// }
/// description.setOption(
///     NSStagedMigrationManager([stage]), forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
/// ```
open class NSStagedMigrationManager: NSObject {
    /// The stages, the earliest first.
    public final let stages: [NSMigrationStage]
    /// During a handler of a stage, a container with the store, at the version of the handler; otherwise nil.
    public internal(set) final var container: NSPersistentContainer?

    /// - Parameter stages: The stages, the earliest first.
    public init(_ stages: [NSMigrationStage]) { self.stages = stages }
}

/// A version of a model, and its expected version checksum.
///
/// ```swift
/// let from = NSManagedObjectModelReference(model: second, versionChecksum: second.versionChecksum)
/// let to = NSManagedObjectModelReference(model: third, versionChecksum: third.versionChecksum)
/// ```
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

    /// Creates a reference to an existing model.
    public convenience init(model: NSManagedObjectModel, versionChecksum: String) {
        self.init(versionChecksum, in: "the model of the reference") { model }
    }

    /// Creates a reference to the generated model with a name. The bundle has no effect.
    public convenience init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
        self.init(versionChecksum, in: "a generated model '\(modelName)'") { GeneratedModels.model(named: modelName) }
    }

    /// Creates a reference to the generated model with a file's name, like ``NSManagedObjectModel/init(contentsOf:)``.
    public convenience init(fileURL: URL, versionChecksum: String) {
        self.init(versionChecksum, in: "a generated model named after '\(fileURL.lastPathComponent)'") {
            NSManagedObjectModel(contentsOf: fileURL)
        }
    }

    /// Creates a reference to the generated model whose entities have some version hashes. The bundle has no effect.
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
        guard let found else { endProgram("the program does not have \(place)") }
        return found
    }

    /// Returns the model after checking it.
    ///
    /// - Throws: An error with the code 134504 if the program does not have it,
    ///   and 134505 if it has another version checksum.
    func checkedModel() throws -> NSManagedObjectModel {
        guard let found else {
            throw NSError(code: NSManagedObjectModelReferenceNotFoundError, "the program does not have \(place)")
        }
        guard found.versionChecksum == versionChecksum || !found.hasKnownChecksum else {
            throw NSError(
                code: NSStagedMigrationFrameworkVersionMismatchError,
                "\(place) has the checksum \(found.versionChecksum), but the stage specifies \(versionChecksum)")
        }
        return found
    }
}
