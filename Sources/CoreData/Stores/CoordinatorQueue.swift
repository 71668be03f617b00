import Dispatch

/// The queue of a program's work with a coordinator, which runs one block at a time.
final class CoordinatorQueue: Sendable {
    private let queue = DispatchQueue(label: "NSPersistentStoreCoordinator")
    private static let key = DispatchSpecificKey<ObjectIdentifier>()

    init() { queue.setSpecific(key: Self.key, value: ObjectIdentifier(self)) }

    /// Runs a block later, after earlier blocks.
    func run(_ block: @escaping () -> Void) { queue.runLater(block) }

    /// Runs a block after earlier blocks, or at once in a block of the queue, and returns its result.
    func runAndWait<T>(_ block: () throws -> T) rethrows -> T {
        if DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) { return try block() }
        return try queue.sync(execute: block)
    }
}
