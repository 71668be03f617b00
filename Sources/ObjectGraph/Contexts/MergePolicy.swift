/// What becomes of changes to objects that others have saved since they were read.
public struct MergePolicy: Sendable {
    /// How it is done; the raw values are Core Data's (rule CNF-12).
    public enum MergeType: Int, Sendable, CaseIterable {
        /// The save fails, and changes nothing.
        case error = 0
        /// Property by property; of those that both have changed, the store's counts (rule CNF-3).
        case mergeByPropertyStoreTrump = 1
        /// Property by property; of those that both have changed, this context's counts (rule CNF-4).
        case mergeByPropertyObjectTrump = 2
        /// All of the object is written as this context has it, whatever others have changed (rule CNF-5).
        case overwrite = 3
        /// This context's changes to the object are given up (rule CNF-6).
        case rollback = 4
    }

    /// What is done, unless a closure decides.
    public let mergeType: MergeType
    private let decide: (@Sendable ([ObjectConflict]) throws -> MergeType)?
    private let decideConstraints: (@Sendable ([ConstraintConflict.Objects]) throws -> MergeType)?
    private let afterMerging: (@Sendable (ManagedObjectContext) throws -> Void)?

    /// A policy that does the same each time.
    public init(_ mergeType: MergeType) {
        self.init(mergeType, decide: nil, decideConstraints: nil, afterMerging: nil)
    }

    /// A policy that decides when conflicts come up (rule CNF-13). The closures may change the objects; what they throw, the
    /// save throws.
    ///
    /// ```swift
    /// context.mergePolicy = MergePolicy(
    ///     deciding: { conflicts in conflicts.contains { $0.newVersionNumber == 0 } ? .error : .mergeByPropertyObjectTrump },
    ///     afterMerging: { context in for case let note as Note in context.updatedObjects { note.isMerged = true } })
    /// ```
    ///
    /// - Parameters:
    ///   - decide: Asked about objects that others have changed, deleted or led to.
    ///   - decideConstraints: Asked about objects that a uniqueness constraint says may not be equal; where there is none,
    ///     `decide` is asked, without conflicts.
    ///   - afterMerging: Called in the context's isolation when conflicts have been resolved, before the merged objects are
    ///     validated and written. It may change them further.
    public init(
        deciding decide: @escaping @Sendable ([ObjectConflict]) throws -> MergeType,
        decidingConstraints decideConstraints: (@Sendable ([ConstraintConflict.Objects]) throws -> MergeType)? = nil,
        afterMerging: (@Sendable (ManagedObjectContext) throws -> Void)? = nil
    ) {
        self.init(
            .mergeByPropertyObjectTrump, decide: decide, decideConstraints: decideConstraints,
            afterMerging: afterMerging)
    }

    /// A policy that does the same each time, and then lets the program look at what has come of it.
    ///
    /// - Parameters:
    ///   - mergeType: What it does with conflicts.
    ///   - afterMerging: Called in the context's isolation when conflicts have been resolved, before the merged objects are
    ///     validated and written. It may change them further; what it throws, the save throws.
    public init(
        _ mergeType: MergeType, afterMerging: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) {
        self.init(mergeType, decide: nil, decideConstraints: nil, afterMerging: afterMerging)
    }

    private init(
        _ mergeType: MergeType, decide: (@Sendable ([ObjectConflict]) throws -> MergeType)?,
        decideConstraints: (@Sendable ([ConstraintConflict.Objects]) throws -> MergeType)?,
        afterMerging: (@Sendable (ManagedObjectContext) throws -> Void)?
    ) {
        self.mergeType = mergeType
        self.decide = decide
        self.decideConstraints = decideConstraints
        self.afterMerging = afterMerging
    }

    /// Whether every conflict is thrown as it is.
    var isError: Bool { mergeType == .error && decide == nil }

    func decision(on conflicts: [ObjectConflict]) throws -> MergeType {
        try decide?(conflicts) ?? mergeType
    }

    func decision(on conflicts: [ConstraintConflict.Objects]) throws -> MergeType {
        if let decideConstraints { return try decideConstraints(conflicts) }
        return try decision(on: [ObjectConflict]())
    }

    func finishMerging(in context: ManagedObjectContext) throws {
        try afterMerging?(context)
    }

    /// The save fails, and changes nothing; a context's policy unless the program sets another (rule CTX-34).
    public static var error: MergePolicy { MergePolicy(.error) }
    /// See ``MergeType/mergeByPropertyStoreTrump``.
    public static var mergeByPropertyStoreTrump: MergePolicy { MergePolicy(.mergeByPropertyStoreTrump) }
    /// See ``MergeType/mergeByPropertyObjectTrump``.
    public static var mergeByPropertyObjectTrump: MergePolicy { MergePolicy(.mergeByPropertyObjectTrump) }
    /// See ``MergeType/overwrite``.
    public static var overwrite: MergePolicy { MergePolicy(.overwrite) }
    /// See ``MergeType/rollback``.
    public static var rollback: MergePolicy { MergePolicy(.rollback) }

}

/// An object of a context that another one has saved meanwhile (rule CNF-2).
public struct ObjectConflict {
    /// The object as the context has it.
    public var sourceObject: ManagedObject
    /// Its values as the context had read them, by property; nil where it was never read.
    public var objectSnapshot: [String: Any]?
    /// Its values as they are committed now; nil where it has been deleted.
    public var cachedSnapshot: [String: Any]?
    /// How often it had been saved when the context read it.
    public var oldVersionNumber: Int
    /// How often it has been saved by now; 0 where it has been deleted (rule CNF-10).
    public var newVersionNumber: Int
}

extension ConstraintConflict {
    /// The objects that a uniqueness constraint says may not be equal, with all their values, for a policy to decide.
    public struct Objects {
        /// The constraint and the values that are to be unique.
        public var conflict: ConstraintConflict
        /// The stored object that has the values; nil when only new ones share them.
        public var databaseObject: ManagedObject?
        /// Its values as they are committed, by property; nil when only new ones share them.
        public var databaseSnapshot: [String: Any]?
        /// The objects that were to be saved with the values.
        public var conflictingObjects: [ManagedObject]
        /// The values they were to be saved with, by attribute, in the same order.
        public var conflictingSnapshots: [[String: Any]]
    }
}
