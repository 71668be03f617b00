public import Foundation
import ObjectGraph

/// The queue of a context, with Core Data's numbers (rule CON-10).
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
    /// A private queue.
    case privateQueueConcurrencyType = 1
    /// The main queue.
    case mainQueueConcurrencyType = 2
}

// Unchecked: its queue may be asked from anywhere, and all else is used on the queue only.
/// A context for working on objects: stored objects, and unsaved changes to them.
///
/// A context and its objects may be used on the context's queue only: in ``perform(_:)`` and ``performAndWait(_:)``, and, of
/// one of the main queue, on the main thread.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    /// The queue of the context.
    public final let concurrencyType: NSManagedObjectContextConcurrencyType
    /// Joined with those of parent and children.
    let queue: ContextQueue
    // Looked at for each object that is made.
    @exclusivity(unchecked) private final var ownGraph: ManagedObjectContext?
    /// The class of the object that was made last, and its entity: the next is mostly of the same.
    @exclusivity(unchecked) final var lastEntity: (ofClass: NSManagedObject.Type, entity: NSEntityDescription)?
    private var coordinator: NSPersistentStoreCoordinator?
    private var ownParent: NSManagedObjectContext?
    private var observation: ContextObservation?
    private var waiting = WaitingSettings()
    var ownMergePolicy = NSMergePolicy.error
    var ownUndoManager: UndoManager?
    /// For the program's own use (rule CTX-32).
    public final let userInfo = NSMutableDictionary()
    /// Which objects incremental stores were told that the context has, by the stores' identities.
    final var toldObjectIDs: [UUID: Set<ObjectID>] = [:]
    private(set) final lazy var link = ContextLink(to: self)

    /// What is set before there is a coordinator or a parent.
    private struct WaitingSettings {
        var name: String?
        var transactionAuthor: String?
        var automaticallyMerges = false
        var retainsObjects = false
        var deletesInaccessibleFaults = true
        var propagatesDeletes = true
        var stalenessInterval = -1.0
    }

    /// A context without a parent or a coordinator, which it needs before it is used.
    public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
        concurrencyType = ct
        queue = ContextQueue(isMain: ct == .mainQueueConcurrencyType)
        super.init()
    }

    /// The same under the name of today's interface.
    public convenience init(_ type: ConcurrencyType) {
        self.init(concurrencyType: type == .mainQueue ? .mainQueueConcurrencyType : .privateQueueConcurrencyType)
    }

    /// The queue of a context, with the names of the current interface.
    public enum ConcurrencyType: Sendable {
        /// The main queue.
        case mainQueue
        /// A private queue.
        case privateQueue
    }

    deinit {
        observation?.cancel()
        tellStoresOfEnd()
    }

    // MARK: - Where saves go

    /// The coordinator whose stores saves go to, at once or through the parents.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { coordinator ?? ownParent?.persistentStoreCoordinator }
        set {
            precondition(ownParent == nil || newValue == nil, "Context already has a parent; cannot set a coordinator.")
            precondition(ownGraph == nil, "Context already has a coordinator; cannot replace.")
            coordinator = newValue
        }
    }

    /// The context that saves go to; nil for one that saves to the store (rule CHD-1). Parent and children work on one queue:
    /// the main queue where one of them is a context of it.
    open var parent: NSManagedObjectContext? {
        get { ownParent }
        set {
            precondition(ownGraph == nil && coordinator == nil, "Context already has a coordinator; cannot replace.")
            ownParent = newValue
            if let newValue { queue.join(newValue.queue) }
        }
    }

    /// The model of the coordinator.
    ///
    /// - Precondition: There is a coordinator.
    final var managedObjectModel: NSManagedObjectModel {
        guard let persistentStoreCoordinator else { withoutCoordinator() }
        return persistentStoreCoordinator.managedObjectModel
    }

    private func withoutCoordinator() -> Never {
        preconditionFailure(
            "This context has no persistent store coordinator; set persistentStoreCoordinator or parent first.")
    }

    /// The runtime's context. From the first time that it is asked for, coordinator and parent stay what they are.
    final var graph: ManagedObjectContext {
        if let ownGraph { return ownGraph }
        return makeGraph()
    }

    /// The same, which the context holds.
    final var graphReference: Unmanaged<ManagedObjectContext> {
        @inline(__always) get { ownGraph.map(Unmanaged.passUnretained) ?? Unmanaged.passUnretained(makeGraph()) }
    }

    @inline(never)
    private func makeGraph() -> ManagedObjectContext {
        let graph: ManagedObjectContext
        if let ownParent {
            graph = ManagedObjectContext(parent: ownParent.graph)
        } else if let coordinator {
            graph = ManagedObjectContext(coordinator: coordinator.graphCoordinator)
            if waiting.automaticallyMerges { coordinator.follow(self) }
        } else {
            withoutCoordinator()
        }
        ownGraph = graph
        graph.adapter = link
        graph.name = waiting.name
        graph.transactionAuthor = waiting.transactionAuthor
        graph.automaticallyMergesChangesFromParent = waiting.automaticallyMerges
        graph.retainsRegisteredObjects = waiting.retainsObjects
        graph.shouldDeleteInaccessibleFaults = waiting.deletesInaccessibleFaults
        graph.propagatesDeletesAtEndOfEvent = waiting.propagatesDeletes
        graph.stalenessInterval = waiting.stalenessInterval
        graph.mergePolicy = ownMergePolicy.graphPolicy
        graph.undoHistory = ownUndoManager?.history
        if concurrencyType == .mainQueueConcurrencyType {
            // At the end of what runs now (rule CON-4).
            graph.scheduleProcessing = { [link] in
                DispatchQueue.main.async { link.context?.processPendingChanges() }
            }
        }
        observation = graph.observe { [link] event in link.context?.post(event) }
        return graph
    }

    /// The runtime's context, where there is one: a context that was never used has no objects.
    final var usedGraph: ManagedObjectContext? { ownGraph }

    // MARK: - Settings

    /// Sets what the runtime's context has too, once there is one.
    private func set<Value>(
        _ waitingPath: WritableKeyPath<WaitingSettings, Value>,
        _ path: ReferenceWritableKeyPath<ManagedObjectContext, Value>, to value: Value
    ) {
        waiting[keyPath: waitingPath] = value
        ownGraph?[keyPath: path] = value
    }

    /// A name for logs and for the history.
    open var name: String? {
        get { waiting.name }
        set { set(\.name, \.name, to: newValue) }
    }

    /// The author of changes, for the history.
    open var transactionAuthor: String? {
        get { waiting.transactionAuthor }
        set { set(\.transactionAuthor, \.transactionAuthor, to: newValue) }
    }

    /// Whether the context follows what others save (rule CTX-35).
    open var automaticallyMergesChangesFromParent: Bool {
        get { waiting.automaticallyMerges }
        set {
            waiting.automaticallyMerges = newValue
            // Following begins now, and not with the first use.
            if newValue, ownParent != nil || coordinator != nil {
                graph.automaticallyMergesChangesFromParent = true
                coordinator?.follow(self)
            } else {
                ownGraph?.automaticallyMergesChangesFromParent = newValue
            }
        }
    }

    /// Whether the context holds its objects, changed or not (rule OBJ-35).
    open var retainsRegisteredObjects: Bool {
        get { waiting.retainsObjects }
        set { set(\.retainsObjects, \.retainsRegisteredObjects, to: newValue) }
    }

    /// Whether an object that the store does not hold reads as a deleted one without values (rule CTX-33).
    open var shouldDeleteInaccessibleFaults: Bool {
        get { waiting.deletesInaccessibleFaults }
        set { set(\.deletesInaccessibleFaults, \.shouldDeleteInaccessibleFaults, to: newValue) }
    }

    /// Whether delete rules are applied before the save (rule CTX-38).
    open var propagatesDeletesAtEndOfEvent: Bool {
        get { waiting.propagatesDeletes }
        set { set(\.propagatesDeletes, \.propagatesDeletesAtEndOfEvent, to: newValue) }
    }

    /// The maximum age of values that a fault reads, in seconds; a negative number for any age (rule CTX-36).
    open var stalenessInterval: TimeInterval {
        get { waiting.stalenessInterval }
        set { set(\.stalenessInterval, \.stalenessInterval, to: newValue) }
    }

    /// The policy for changes to objects that others have saved meanwhile: an ``NSMergePolicy`` (rule CTX-34).
    open var mergePolicy: Any {
        get { ownMergePolicy }
        set {
            guard let policy = newValue as? NSMergePolicy else {
                preconditionFailure("a merge policy is an NSMergePolicy; given \(type(of: newValue))")
            }
            ownMergePolicy = policy
            ownGraph?.mergePolicy = policy.graphPolicy
        }
    }

    // MARK: - Work on the queue

    /// Runs work on the context's queue later, after earlier work, and then processes changes (rule CON-1).
    open func perform(_ block: @escaping () -> Void) {
        queue.run(for: self) {
            block()
            self.ownGraph?.processPendingChanges()
        }
    }

    /// Runs work on the context's queue, processes changes, and returns when it is done. May be called from within itself
    /// (rule CON-2).
    ///
    /// If you call it from another thread for a context of the main queue, it waits for the main queue. In a program
    /// whose main thread neither runs a run loop nor waits in `dispatchMain`, it waits forever (rule CON-5).
    open func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        try queue.runAndWait(for: self) {
            defer { ownGraph?.processPendingChanges() }
            return try block()
        }
    }

    /// The time to run work that is scheduled from the context's queue itself.
    public enum ScheduledTaskType: Sendable {
        /// In place.
        case immediate
        /// After earlier work.
        case enqueued
    }

    /// Runs work on the context's queue, processes changes, and returns what the work does (rule CON-3).
    ///
    /// - Parameters:
    ///   - schedule: The time to run the work. It runs immediately if the caller's actor, such as the main actor, is on
    ///     the queue.
    ///   - isolation: The caller's actor. Leave it out.
    ///   - block: The work.
    open func perform<T, Failure: Error>(
        schedule: ScheduledTaskType = .immediate, isolation: isolated (any Actor)? = #isolation,
        _ block: @escaping () throws(Failure) -> T
    ) async throws(Failure) -> T {
        let outcome: Result<Unchecked<T>, Failure> = await withCheckedContinuation { continuation in
            let work: () -> Void = {
                let outcome = Result<Unchecked<T>, Failure> { () throws(Failure) in Unchecked(value: try block()) }
                self.ownGraph?.processPendingChanges()
                continuation.resume(returning: outcome)
            }
            if schedule == .immediate, queue.isCurrent {
                queue.runAndWait(for: self, work)
            } else {
                queue.run(for: self, work)
            }
        }
        return try outcome.get().value
    }
}
