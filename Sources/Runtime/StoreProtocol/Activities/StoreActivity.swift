/// What a context or a store does that takes time, as metrics and traces show it.
///
/// Only a package whose trait `Observability` is enabled measures activities, with swift-metrics and
/// swift-distributed-tracing. Otherwise, each method only runs what it is given, and doesn't even create the activity.
/// A store of your own reports its waits and retries with ``measure(_:count:_:)``; contexts report fetches, saves,
/// and faults.
///
/// ```swift
/// func execute(_ query: StoreQuery) throws -> StoreResult {
///     try StoreActivity.measure(.wait(for: .connection, of: "server")) {
///         try waitForConnection()
///     }
///     return try view.execute(query)
/// }
/// ```
public struct StoreActivity: Sendable {
    /// What a store waits for. It is an open type, so a new one does not break programs.
    public struct Resource: RawRepresentable, Sendable, Hashable {
        /// A short name in lower case, one of few.
        public var rawValue: String

        /// Creates a resource with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A connection, all of which are in use.
        public static let connection = Resource(rawValue: "connection")
        /// A lock that another program holds.
        public static let lock = Resource(rawValue: "lock")
        /// Another save of the same program.
        public static let save = Resource(rawValue: "save")
        /// A server that does not respond.
        public static let server = Resource(rawValue: "server")
    }

    /// What is done, or done again. It is an open type, so a new one does not break programs.
    public struct Operation: RawRepresentable, Sendable, Hashable {
        /// A short name in lower case, one of few.
        public var rawValue: String

        /// Creates an operation with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A search for objects, for their IDs, or for groups of them.
        public static let fetch = Operation(rawValue: "fetch")
        /// A search for the number of objects.
        public static let count = Operation(rawValue: "count")
        /// Reading what an accessor touches that has not been loaded.
        public static let fault = Operation(rawValue: "fault")
        /// Reading values or destinations of several objects before they are touched.
        public static let load = Operation(rawValue: "load")
        /// Writing the changes of a context.
        public static let save = Operation(rawValue: "save")
        /// A statement of a store's own.
        public static let statement = Operation(rawValue: "statement")
    }

    /// The numbers of objects in a save.
    struct Changes {
        var inserted: Int
        var updated: Int
        var deleted: Int
    }

    /// The kinds of activities, each with metrics of its own.
    enum Kind: String {
        case fetch, fault, save, wait, retry
    }

    let kind: Kind
    let operation: String
    let systemName: String
    let entityName: String
    let contextName: String?
    var resource: Resource?
    var changes: Changes?
    /// Why an operation is tried again, as the type of the error.
    var reason: String?

    private init(
        _ kind: Kind, _ operation: String, of systemName: String?, entityName: String? = nil,
        for contextName: String? = RequestingContext.name
    ) {
        self.kind = kind
        self.operation = operation
        self.systemName = systemName ?? ""
        self.entityName = entityName ?? ""
        self.contextName = contextName
    }

    /// The wait of a store for something that others use.
    ///
    /// - Parameters:
    ///   - resource: What it waits for.
    ///   - systemName: The ``PersistentStore/systemName`` of the store; nil if none waits, but a coordinator.
    public static func wait(for resource: Resource, of systemName: String?) -> StoreActivity {
        var activity = StoreActivity(.wait, "wait", of: systemName)
        activity.resource = resource
        return activity
    }

    /// What a store does before it tries an operation again, such as a pause.
    ///
    /// - Parameters:
    ///   - operation: What it tries again.
    ///   - error: Why it failed before. Only its type is shown.
    ///   - systemName: The ``PersistentStore/systemName`` of the store.
    public static func retry(
        of operation: Operation, after error: any Error, of systemName: String?
    ) -> StoreActivity {
        var activity = StoreActivity(.retry, operation.rawValue, of: systemName)
        activity.reason = "\(type(of: error))"
        return activity
    }

    /// What a context reads.
    ///
    /// - Parameters:
    ///   - operation: A search, a fault, or a load.
    ///   - entityName: The entity of the objects, or of the first one; nil if there is none.
    ///   - systemName: The ``PersistentStore/systemName`` of the store that has the entity; nil if there is none.
    ///   - contextName: The name of the context; nil if it has none.
    package static func reading(
        _ operation: Operation, of entityName: String?, in systemName: String?, for contextName: String?
    ) -> StoreActivity {
        let kind: Kind = operation == .fault || operation == .load ? .fault : .fetch
        return StoreActivity(kind, operation.rawValue, of: systemName, entityName: entityName, for: contextName)
    }

    /// An attempt to write changes.
    package static func saving(
        inserted: Int, updated: Int, deleted: Int, in systemName: String?, for contextName: String?
    ) -> StoreActivity {
        var activity = StoreActivity(.save, Operation.save.rawValue, of: systemName, for: contextName)
        activity.changes = Changes(inserted: inserted, updated: updated, deleted: deleted)
        return activity
    }
}

extension StoreActivity {
    /// Whether activities are measured, as the compiler knows.
    @inlinable
    package static var isMeasuring: Bool {
        #if Observability
            true
        #else
            false
        #endif
    }

    /// Runs an activity, and measures it.
    ///
    /// - Parameters:
    ///   - activity: The activity. It is created only to be measured.
    ///   - count: Returns the number of objects in the result; nil if it has none.
    ///   - body: What takes time.
    /// - Throws: What the closure throws.
    @inlinable
    @inline(__always)
    public static func measure<Result>(
        _ activity: @autoclosure () -> StoreActivity, count: (Result) -> Int? = { _ in nil },
        _ body: () throws -> Result
    ) rethrows -> Result {
        #if Observability
            try activity().measured(count: count, body)
        #else
            try body()
        #endif
    }

    /// Begins an activity whose end the caller reports.
    ///
    /// - Returns: The measurement; nil if activities are not measured.
    @inlinable
    @inline(__always)
    package static func begin(_ activity: @autoclosure () -> StoreActivity) -> Measurement? {
        isMeasuring ? Measurement(of: activity()) : nil
    }
}
