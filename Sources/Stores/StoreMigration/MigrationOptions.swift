public import ColumnEngine
public import Foundation

/// The options for migrating a store that was written with an earlier version of the model.
///
/// ```swift
/// let container = try PersistentContainer(
///     model: .library,
///     store: .json(at: url, migration: MigrationOptions(droppedElements: ["Book.shelf"])))
/// ```
///
/// By default, the store migrates, and the migration is inferred from the two models, like Core Data's lightweight
/// migration. If it would lose values, or cannot be inferred, opening the store fails, and the store stays unchanged.
public struct MigrationOptions: Sendable {
    /// Whether a store of another version of the model migrates when you open it. Otherwise, opening it fails.
    public var isAutomatic: Bool
    /// The elements to drop, by their names in the older model: `Book` for the objects of an entity, `Book.shelf` for
    /// the values of an attribute or the destinations of a relationship.
    ///
    /// Unlike Core Data, which drops everything that the newer model lacks, a migration drops only these elements.
    public var droppedElements: Set<String>
    /// The versions of the model that stores might have been written with, for stores that do not contain their model.
    public var earlierModels: [ManagedObjectModel]
    /// The stages of the migration, earliest first. The last stage can have the model that you open the store with.
    /// Empty if the migration can be inferred in one step.
    public var stages: [MigrationStage]
    /// The location for a copy of the original store; nil for no copy. The file must not exist, or be such a copy,
    /// which a migration that was killed has left.
    public var backupURL: URL?
    /// A closure that receives the progress of a migration.
    public var progress: (@Sendable (MigrationProgress) -> Void)?

    /// Creates options. By default, stores migrate when you open them.
    ///
    /// ```swift
    /// let migration = MigrationOptions(droppedElements: ["Book.rating"], backupURL: originalURL) { progress in
    ///     print("\(progress.completedUnitCount) of \(progress.totalUnitCount) objects")
    /// }
    /// ```
    public init(
        isAutomatic: Bool = true, droppedElements: Set<String> = [], earlierModels: [ManagedObjectModel] = [],
        stages: [MigrationStage] = [], backupURL: URL? = nil,
        progress: (@Sendable (MigrationProgress) -> Void)? = nil
    ) {
        self.isAutomatic = isAutomatic
        self.droppedElements = droppedElements
        self.earlierModels = earlierModels
        self.stages = stages
        self.backupURL = backupURL
        self.progress = progress
    }

    /// Options that migrate stores when you open them.
    public static let automatic = MigrationOptions()
    /// Options that reject stores of other versions of the model.
    public static let disabled = MigrationOptions(isAutomatic: false)
}

extension MigrationOptions {
    /// Opens a store, and if it has another version of its model, migrates it first, if these options allow that.
    ///
    /// - Parameters:
    ///   - isReadOnly: Whether the store is opened read-only, so it never migrates.
    ///   - open: Opens the store.
    ///   - migrate: Migrates the store.
    package func opening<Store>(
        isReadOnly: Bool, _ open: () throws -> Store, migrate: () throws -> MigrationReport
    ) throws -> Store {
        do {
            return try open()
        } catch let error as StoreError where error.code == .modelMismatch && isAutomatic && !isReadOnly {
            _ = try migrate()
            return try open()
        }
    }
}

/// The progress of a migration.
///
/// ```swift
/// let migration = MigrationOptions { progress in
///     print("\(progress.completedUnitCount) of \(progress.totalUnitCount) objects")
/// }
/// ```
public struct MigrationProgress: Sendable, Hashable {
    /// The entity of the newer model whose objects were processed last.
    public var entityName: String
    /// The number of processed objects, in all stages.
    public var completedUnitCount: Int
    /// The total number of objects.
    public var totalUnitCount: Int

    /// Creates the progress of a migration.
    public init(entityName: String, completedUnitCount: Int, totalUnitCount: Int) {
        self.entityName = entityName
        self.completedUnitCount = completedUnitCount
        self.totalUnitCount = totalUnitCount
    }
}

/// A report on the changes of a migration.
///
/// ```swift
/// let report = try store.migrate(to: .ratedLibrary, migration: .automatic, isDryRun: true)
/// for entity in report.entities {
///     print(entity.oldName, entity.newName ?? "dropped", entity.objectCount, entity.changes)
/// }
/// ```
public struct MigrationReport: Sendable, Hashable {
    /// The changes to the objects of an entity.
    public struct Entity: Sendable, Hashable {
        /// The name in the older model.
        public var oldName: String
        /// The name in the newer model; nil if the objects are dropped.
        public var newName: String?
        /// The number of objects.
        public var objectCount: Int
        /// The changes of attributes and relationships, with a clause for each, sorted by name.
        public var changes: [String]

        /// Creates the changes of an entity.
        public init(oldName: String, newName: String?, objectCount: Int, changes: [String] = []) {
            self.oldName = oldName
            self.newName = newName
            self.objectCount = objectCount
            self.changes = changes
        }
    }

    /// The entities with objects in the store, sorted by old name, stage by stage.
    public var entities: [Entity] = []

    /// Creates an empty report.
    public init() {}

    /// The number of objects of all entities.
    package var objectCount: Int { entities.reduce(0) { $0 + $1.objectCount } }

    /// The changes of all entities, each after the name of its entity and a period.
    package var changes: [String] {
        entities.flatMap { entity in entity.changes.map { "\(entity.newName ?? entity.oldName).\($0)" } }
    }
}

extension MigrationReport: CustomStringConvertible {
    /// A line for each entity, followed by a line for each change.
    public var description: String {
        entities.map { entity in
            let name =
                switch entity.newName {
                case entity.oldName: entity.oldName
                case let newName?: "\(entity.oldName), now \(newName)"
                case nil: "\(entity.oldName), dropped"
                }
            let count = entity.objectCount == 1 ? "1 object" : "\(entity.objectCount) objects"
            return (["\(name): \(count)"] + entity.changes.map { "  \($0)" }).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
