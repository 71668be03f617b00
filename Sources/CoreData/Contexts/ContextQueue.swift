import Dispatch
import Foundation
import Synchronization

/// Where the work of contexts runs: on the main queue, or one after the other on a queue of its own.
///
/// The contexts of one tree, a parent and its children, share one: a child reads what its parent holds, so the two may never
/// run side by side. It is the main queue where one of them is a context of the main queue.
final class ContextQueue: Sendable {
    private static let current = DispatchSpecificKey<QueueMark>()
    private let target: Mutex<DispatchQueue>
    private let isMainQueue: Mutex<Bool>
    private let mark = QueueMark()

    private static let mainMark: QueueMark = {
        let mark = QueueMark()
        DispatchQueue.main.setSpecific(key: current, value: mark)
        return mark
    }()

    /// By which a queue is known to the code that runs on it.
    private final class QueueMark: Sendable {}

    private struct ContextReference: @unchecked Sendable {
        var context: NSManagedObjectContext
    }

    /// - Parameter isMain: Whether work runs on the main queue.
    init(isMain: Bool) {
        isMainQueue = Mutex(isMain)
        _ = Self.mainMark
        let queue = isMain ? DispatchQueue.main : DispatchQueue(label: "NSManagedObjectContext")
        if !isMain { queue.setSpecific(key: Self.current, value: mark) }
        target = Mutex(queue)
    }

    /// Has work run on the main queue from now on.
    func moveToMain() {
        isMainQueue.withLock { $0 = true }
        target.withLock { $0 = DispatchQueue.main }
    }

    /// Whether the code that asks runs on the queue already.
    var isCurrent: Bool {
        let present = DispatchQueue.getSpecific(key: Self.current)
        guard isMainQueue.withLock({ $0 }) else { return present === mark }
        // In a program that waits in `dispatchMain`, the main queue runs on whatever thread there is.
        return present === Self.mainMark || Thread.isMainThread
    }

    /// Runs work for a context and waits for it; at once where the code runs on the queue already (rule CON-2).
    func runAndWait<Result>(for context: NSManagedObjectContext, _ body: () throws -> Result) rethrows -> Result {
        if isCurrent { return try during(context, body) }
        return try target.withLock { $0 }.sync { try during(context, body) }
    }

    /// Runs work for a context later, after what came before (rule CON-1).
    func run(for context: NSManagedObjectContext, _ body: @escaping () -> Void) {
        let work = UncheckedWork(body: body)
        target.withLock { $0 }.async { self.during(context, work.body) }
    }

    private struct UncheckedWork: @unchecked Sendable {
        var body: () -> Void
    }

    private func during<Result>(_ context: NSManagedObjectContext, _ body: () throws -> Result) rethrows -> Result {
        let before = Self.running.withLock { running in
            let before = running[Self.thread]
            running[Self.thread] = ContextReference(context: context)
            return before
        }
        defer { Self.running.withLock { $0[Self.thread] = before } }
        return try body()
    }

    private static let running = Mutex<[ObjectIdentifier: ContextReference]>([:])
    private static var thread: ObjectIdentifier { ObjectIdentifier(Thread.current) }

    /// The context whose work runs on this thread.
    static var currentContext: NSManagedObjectContext? {
        running.withLock { $0[thread] }?.context
    }
}
