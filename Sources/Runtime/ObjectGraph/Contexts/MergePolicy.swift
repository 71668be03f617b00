/// A policy for changes to objects that other contexts saved since this context read them.
///
/// ```swift
/// context.mergePolicy = .mergeByPropertyStoreTrump
/// hero.name = "Oracle"  // Meanwhile, another context saves "Batgirl".
/// hero.universe = 2
/// try context.save()  // Saves "Batgirl" in universe 2.
/// ```
public struct MergePolicy: Sendable {
    /// The type of a policy. The raw values are Core Data's (rule CNF-12).
    public enum MergeType: Int, Sendable, CaseIterable {
        /// The save fails, and changes nothing.
        case error = 0
        /// Merges property by property. If both changed a property, the store's value takes precedence (rule CNF-3).
        case mergeByPropertyStoreTrump = 1
        /// Merges property by property. If both changed a property, this context's value takes precedence (rule CNF-4).
        case mergeByPropertyObjectTrump = 2
        /// Writes the whole object as this context has it, regardless of other changes (rule CNF-5).
        case overwrite = 3
        /// Discards this context's changes to the object (rule CNF-6).
        case rollback = 4
    }

    /// The type of the policy, unless a closure decides.
    public let mergeType: MergeType
    private let decide: (@Sendable ([MergeConflict]) throws -> MergeType)?
    private let decideConstraints: (@Sendable ([ConstraintConflict.Objects]) throws -> MergeType)?
    private let afterMerging: (@Sendable (ManagedObjectContext) throws -> Void)?
    /// Whether the closures resolve conflicts themselves, so that the type is only for those that remain.
    let resolvesConflicts: Bool

    /// Creates a policy of a type.
    public init(_ mergeType: MergeType) {
        self.init(mergeType, decide: nil, decideConstraints: nil, afterMerging: nil)
    }

    /// Creates a policy whose closures resolve conflicts themselves: they merge some objects by a type with
    /// ``ManagedObjectContext/resolveConflicts(of:by:)``, or change them. If they throw an error, the save throws it.
    ///
    /// - Parameters:
    ///   - mergeType: The type for the conflicts that remain.
    ///   - resolve: A closure that resolves conflicts with objects that others changed, deleted, or linked to.
    ///   - resolveConstraints: A closure that resolves conflicts of objects that must not be equal.
    package init(
        _ mergeType: MergeType, resolving resolve: @escaping @Sendable ([MergeConflict]) throws -> Void,
        resolvingConstraints resolveConstraints: @escaping @Sendable ([ConstraintConflict.Objects]) throws -> Void
    ) {
        self.init(
            mergeType,
            decide: { conflicts in
                try resolve(conflicts)
                return mergeType
            },
            decideConstraints: { conflicts in
                try resolveConstraints(conflicts)
                return mergeType
            },
            afterMerging: nil, resolvesConflicts: true)
    }

    /// Creates a policy that decides when conflicts occur (rule CNF-13). The closures can change the objects. If they
    /// throw an error, the save throws it.
    ///
    /// ```swift
    /// context.mergePolicy = MergePolicy(
    ///     deciding: { conflicts in
    ///         conflicts.contains { $0.newVersionNumber == 0 } ? .error : .mergeByPropertyObjectTrump
    ///     },
    ///     afterMerging: { context in
    ///         for case let note as Note in context.updatedObjects { note.isMerged = true }
    ///     })
    /// ```
    ///
    /// - Parameters:
    ///   - decide: A closure that decides on objects that other contexts changed, deleted, or linked to.
    ///   - decideConstraints: A closure that decides on objects that violate a uniqueness constraint. If it is nil,
    ///     `decide` decides, without conflicts.
    ///   - afterMerging: A closure that runs in the context's isolation after conflicts are resolved, before the
    ///     context validates and writes the merged objects. It can change them.
    public init(
        deciding decide: @escaping @Sendable ([MergeConflict]) throws -> MergeType,
        decidingConstraints decideConstraints: (@Sendable ([ConstraintConflict.Objects]) throws -> MergeType)? = nil,
        afterMerging: (@Sendable (ManagedObjectContext) throws -> Void)? = nil
    ) {
        self.init(
            .mergeByPropertyObjectTrump, decide: decide, decideConstraints: decideConstraints,
            afterMerging: afterMerging)
    }

    /// Creates a policy of a type, and calls a closure with the result of the merge.
    ///
    /// ```swift
    /// context.mergePolicy = MergePolicy(.mergeByPropertyObjectTrump) { context in
    ///     for case let note as Note in context.updatedObjects { note.isMerged = true }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - mergeType: The type of the policy.
    ///   - afterMerging: Called in the context's isolation when conflicts have been resolved, before the merged objects
    ///     are validated and written. It can change them. If it throws an error, the save throws it.
    public init(_ mergeType: MergeType, afterMerging: @escaping @Sendable (ManagedObjectContext) throws -> Void) {
        self.init(mergeType, decide: nil, decideConstraints: nil, afterMerging: afterMerging)
    }

    private init(
        _ mergeType: MergeType, decide: (@Sendable ([MergeConflict]) throws -> MergeType)?,
        decideConstraints: (@Sendable ([ConstraintConflict.Objects]) throws -> MergeType)?,
        afterMerging: (@Sendable (ManagedObjectContext) throws -> Void)?, resolvesConflicts: Bool = false
    ) {
        self.mergeType = mergeType
        self.resolvesConflicts = resolvesConflicts
        self.decide = decide
        self.decideConstraints = decideConstraints
        self.afterMerging = afterMerging
    }

    /// Whether every conflict is thrown as an error.
    var isError: Bool { mergeType == .error && decide == nil }

    /// The type that the policy chooses for conflicts, which are described only if a closure chooses.
    func decision(on conflicts: () throws -> [MergeConflict]) throws -> MergeType {
        guard let decide else { return mergeType }
        return try decide(conflicts())
    }

    /// The same for objects that must not be equal.
    func decisionOnConstraints(_ conflicts: () throws -> [ConstraintConflict.Objects]) throws -> MergeType {
        guard let decideConstraints else { return try decision { [] } }
        return try decideConstraints(conflicts())
    }

    func finishMerging(in context: ManagedObjectContext) throws { try afterMerging?(context) }

    /// The save fails, and changes nothing. This is the default policy of a context (rule CTX-34).
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

/// An object of a context that another context saved in the meantime (rule CNF-2).
///
/// ```swift
/// context.mergePolicy = MergePolicy(deciding: { conflicts in
///     for conflict in conflicts {
///         guard let saved = conflict.cachedSnapshot else { return .error }  // It was deleted.
///         print(saved["name"] ?? "None", "was saved instead of", conflict.objectSnapshot?["name"] ?? "None")
///     }
///     return .mergeByPropertyObjectTrump
/// })
/// ```
public struct MergeConflict {
    /// The object as the context has it.
    public var sourceObject: ManagedObject
    /// The values that the context read, by property; nil if it never read the object.
    public var objectSnapshot: [String: Any]?
    /// The committed values; nil if the object was deleted.
    public var cachedSnapshot: [String: Any]?
    /// The number of saves of the object when the context read it.
    public var oldVersionNumber: Int
    /// The current number of saves of the object; 0 if it was deleted (rule CNF-10).
    public var newVersionNumber: Int
}

extension ConstraintConflict {
    /// The objects that violate a uniqueness constraint, with all their values, for a policy to decide.
    public struct Objects {
        /// The constraint, and the values that must be unique.
        public var conflict: ConstraintConflict
        /// The stored object with the values; nil if only new objects share them.
        public var databaseObject: ManagedObject?
        /// The committed values of the stored object, by property; nil if only new objects share them.
        public var databaseSnapshot: [String: Any]?
        /// The objects to save with the values, in any order.
        public var conflictingObjects: [ManagedObject]
        /// The values of those objects, by attribute, in the same order.
        public var conflictingSnapshots: [[String: Any]]
    }
}

/// What merges some objects of a save while its policy decides on them, so that the policy can see and change the
/// result.
struct ConflictResolver {
    /// Merges objects that others have changed, deleted, or linked to.
    let resolve: ([ManagedObject], MergePolicy.MergeType) throws -> Void
    /// Unites objects that must not be equal.
    let unite: ([ConstraintConflict], MergePolicy.MergeType) throws -> Void
}
