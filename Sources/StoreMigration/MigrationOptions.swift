public import Foundation
public import ObjectGraph

/// What happens when a store is opened that was written with an earlier version of the model.
///
/// ```swift
/// let container = try PersistentContainer(
///     model: .library,
///     store: .json(at: url, migration: MigrationOptions(droppedElements: ["Book.shelf"])))
/// ```
///
/// By default the store is migrated: what follows from the two models is inferred, as Core Data's lightweight migration does.
/// Where values would be lost, or nothing can be inferred, the store is not opened, and stays as it is.
public struct MigrationOptions: Sendable {
    /// Whether a store of another version of the model is migrated when it is opened, rather than refused.
    public var isAutomatic: Bool
    /// What may be lost, by its names in the older model: `Book` for the objects of an entity, `Book.shelf` for the values of
    /// an attribute or the destinations of a relationship.
    ///
    /// Unlike Core Data, which drops what the newer model lacks, a migration drops nothing that is not named here.
    public var droppedElements: Set<String>
    /// Versions of the model that stores may have been written with, for those that do not hold theirs.
    public var earlierModels: [ManagedObjectModel]
    /// Versions that a store goes through on its way, the earliest first, with what code does there. The last may be of the
    /// model that the store is opened with. None where everything can be inferred at once.
    public var stages: [MigrationStage]
    /// Where the store as it was is copied to before it is migrated; nil for no copy. There must be no file.
    public var backupURL: URL?
    /// Is told how far a migration has come.
    public var progress: (@Sendable (MigrationProgress) -> Void)?

    /// Migrates stores when they are opened, unless something is said to the contrary.
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

    /// Migrates stores when they are opened.
    public static let automatic = MigrationOptions()
    /// Refuses stores of other versions of the model.
    public static let none = MigrationOptions(isAutomatic: false)
}

/// How far a migration has come.
public struct MigrationProgress: Sendable, Hashable {
    /// The entity of the newer model whose objects were done last.
    public var entityName: String
    /// How many objects are done, of all stages.
    public var completedUnitCount: Int
    /// How many there are in all.
    public var totalUnitCount: Int
}
