/// The queue of a context, with Core Data's numbers (rule CON-10).
///
/// ```swift
/// let importer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
/// importer.persistentStoreCoordinator = container.persistentStoreCoordinator
/// let count = try importer.performAndWait {  // On its queue, like all use of its objects
///     try importer.count(for: NSFetchRequest<Superhero>(entityName: "Superhero"))
/// }
/// ```
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
    /// No queue: whoever uses the context does so on one thread. Deprecated by Apple; treated as a private queue here.
    case confinementConcurrencyType = 0
    /// A private queue.
    case privateQueueConcurrencyType = 1
    /// The main queue.
    case mainQueueConcurrencyType = 2
}

extension NSManagedObjectContext {
    /// The queue of a context, with the names of the current interface.
    public enum ConcurrencyType: Sendable {
        /// The main queue.
        case mainQueue
        /// A private queue.
        case privateQueue
    }

    /// Creates a context of a queue, which needs a coordinator or a parent before you use it.
    public convenience init(_ type: ConcurrencyType) {
        self.init(concurrencyType: type == .mainQueue ? .mainQueueConcurrencyType : .privateQueueConcurrencyType)
    }

    /// The time to run work that is scheduled from the context's queue itself.
    public enum ScheduledTaskType: Sendable {
        /// Immediately.
        case immediate
        /// After earlier work.
        case enqueued
    }
}
