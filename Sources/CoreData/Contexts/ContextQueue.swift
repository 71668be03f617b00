import Dispatch
import Foundation
import Synchronization

/// The queue for the work of contexts: the main queue, or a private serial queue.
///
/// The contexts of one tree, a parent and its children, work on one queue: a child reads the objects of its parent, so
/// the two must never run at the same time. Each context has a queue. If contexts become parent and child, one of the
/// two queues then forwards to the other: to the main queue if one of them is the main queue.
final class ContextQueue: Sendable {
    private let queue: DispatchQueue
    private let isMain: Bool
    private let state = Mutex(State())

    private struct State {
        /// The queue that work is forwarded to after two trees became one; nil for this queue.
        var next: ContextQueue?
        /// The queues that may still run earlier work of the tree, which ends first.
        var former: [DispatchQueue] = []
    }

    /// - Parameter isMain: Whether work runs on the main queue.
    init(isMain: Bool) {
        self.isMain = isMain
        queue = isMain ? DispatchQueue.main : DispatchQueue(label: "NSManagedObjectContext")
    }

    /// The queue that runs the work of the tree.
    private var root: ContextQueue {
        var root = self
        while let next = root.state.withLock({ $0.next }) { root = next }
        return root
    }

    private static let joining = Mutex(())

    /// Joins this tree of contexts and another tree on one queue.
    func join(_ other: ContextQueue) {
        Self.joining.withLock { _ in
            let (own, others) = (root, other.root)
            guard own !== others else { return }
            let (staying, leading) = own.isMain ? (own, others) : (others, own)
            let former = leading.state.withLock { $0.former } + [leading.queue]
            staying.state.withLock { $0.former += former }
            leading.state.withLock { $0.next = staying }
        }
    }

    // MARK: - Running

    /// Whether the caller runs on the queue.
    var isCurrent: Bool {
        let root = root
        return root.isHeld || root.isMain && Self.isOnMainQueue
    }

    /// Runs work for a context and waits for it, or runs it immediately if the caller is already on the queue (rule CON-2).
    func runAndWait<Result>(for context: NSManagedObjectContext, _ body: () throws -> Result) rethrows -> Result {
        while true {
            let root = root
            if root.isHeld { return try Self.during(context, body) }
            if root.isMain, Self.isOnMainQueue {
                root.waitForFormerQueues()
                return try Self.during(context, body)
            }
            let result = try root.queue.sync { () throws -> Result? in
                // The tree may have joined another one while the work waited.
                guard self.root === root else { return nil }
                root.waitForFormerQueues()
                return try Self.during(context, body)
            }
            if let result { return result }
        }
    }

    /// Runs work for a context later, after earlier work (rule CON-1).
    func run(for context: NSManagedObjectContext, _ body: @escaping () -> Void) {
        let work = Unchecked(value: body)
        let root = root
        root.queue.async {
            guard self.root === root else { return self.run(for: context, work.value) }
            root.waitForFormerQueues()
            Self.during(context, work.value)
        }
    }

    private func waitForFormerQueues() {
        while let former = state.withLock({ $0.former.last }) {
            former.sync {}
            state.withLock { $0.former.removeAll { $0 === former } }
        }
    }

    // MARK: - Running work

    /// The contexts whose work runs on each thread, the innermost last.
    private static let running = Mutex<[ObjectIdentifier: [NSManagedObjectContext]]>([:])
    private static var thread: ObjectIdentifier { ObjectIdentifier(Thread.current) }

    private static let isMainKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// If a program waits in `dispatchMain`, the main queue runs on any thread.
    private static var isOnMainQueue: Bool {
        DispatchQueue.getSpecific(key: isMainKey) == true || Thread.isMainThread
    }

    private static func during<Result>(
        _ context: NSManagedObjectContext, _ body: () throws -> Result
    ) rethrows -> Result {
        let thread = thread
        running.withLock { $0[thread, default: []].append(context) }
        defer {
            let ended = running.withLock { running in
                let ended = running[thread]?.popLast()
                if running[thread]?.isEmpty == true { running[thread] = nil }
                return ended
            }
            // This may release the context, which must not happen while the lock is held.
            withExtendedLifetime(ended) {}
        }
        return try body()
    }

    /// Whether work of the tree runs on this thread.
    private var isHeld: Bool {
        let contexts = Self.running.withLock { $0[Self.thread] ?? [] }
        return contexts.contains { $0.queue.root === self }
    }

    /// The context whose work runs on this thread.
    static var currentContext: NSManagedObjectContext? { running.withLock { $0[thread]?.last } }
}
