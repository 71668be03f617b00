/// What becomes of changes to objects that others have saved since they were read.
public struct MergePolicy {
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
    let decide: (([ObjectConflict]) throws -> MergeType)?

    /// A policy that does the same each time.
    public init(_ mergeType: MergeType) {
        self.mergeType = mergeType
        decide = nil
    }

    /// A policy that decides when conflicts come up (rule CNF-13). The closure may change the objects; what it throws, the
    /// save throws.
    public init(deciding decide: @escaping ([ObjectConflict]) throws -> MergeType) {
        mergeType = .mergeByPropertyObjectTrump
        self.decide = decide
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

    var isError: Bool { mergeType == .error && decide == nil }
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
