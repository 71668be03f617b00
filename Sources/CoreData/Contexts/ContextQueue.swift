import Dispatch
import Foundation
import Synchronization

/// The queue for the work of contexts: the main queue, or a private serial queue.
///
/// The contexts of one tree, a parent and its children, work on one queue: a child reads the objects of its parent, so
/// the two must never run at the same time. Each context has a queue. If contexts become parent and child, one of the
/// two queues then forwards to the other: to the main queue if one of them is the main queue.
///
/// Work that waits for other work stands still, so what it has is the other's too: a context that a caller works on can
/// be used at once, on whichever thread the innermost work runs. Therefore, contexts can call each other in any order.
final class ContextQueue: Sendable {
    private let queue: DispatchQueue
    private let isMain: Bool
    private let state = Mutex(State())

    private struct State {
        /// The queue that work is forwarded to after two trees became one; nil for this queue.
        var next: ContextQueue?
        /// The private queues that may still run earlier work of the tree, which ends first.
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
            let (staying, leaving) = own.isMain ? (own, others) : (others, own)
            var former = leaving.state.withLock { $0.former }
            // The queue of two trees on the main queue stays what it is.
            if !leaving.isMain { former.append(leaving.queue) }
            staying.state.withLock { $0.former += former }
            leaving.state.withLock { $0.next = staying }
        }
    }

    // MARK: - Running

    /// Whether the caller runs on the queue.
    var isCurrent: Bool {
        let root = root
        let work = Self.currentWork
        return root.isHeld(by: work) || root.isMain && work.isOnMainQueue
    }

    /// Runs work for a context and waits for it, or runs it immediately if the caller is already on the queue (rule
    /// CON-2).
    func runAndWait<Result>(for context: NSManagedObjectContext, _ body: () throws -> Result) rethrows -> Result {
        let caller = Self.currentWork
        while true {
            let root = root
            if root.isHeld(by: caller) { return try Self.during(context, body) }
            if root.isMain, caller.isOnMainQueue {
                root.waitForFormerQueues()
                return try Self.during(context, body)
            }
            let result = try root.queue.sync { () throws -> Result? in
                // The tree may have joined another one while the work waited.
                guard self.root === root else { return nil }
                root.waitForFormerQueues()
                return try Self.during(context, calledBy: caller, body)
            }
            if let result { return result }
        }
    }

    /// Runs work for a context later, after earlier work (rule CON-1).
    func run(for context: NSManagedObjectContext, _ body: @escaping () -> Void) {
        let root = root
        root.queue.runLater {
            guard self.root === root else { return self.run(for: context, body) }
            root.waitForFormerQueues()
            Self.during(context, body)
        }
    }

    private func waitForFormerQueues() {
        while let former = state.withLock({ $0.former.last }) {
            former.sync {}
            state.withLock { $0.former.removeAll { $0 === former } }
        }
    }

    // MARK: - Running work

    /// What a thread does for contexts.
    private struct Work {
        let thread = ObjectIdentifier(Thread.current)
        /// The contexts whose work runs on the thread, or waits for it on another one; the innermost last.
        var contexts: [NSManagedObjectContext] = []
        /// Whether the thread is that of the main queue, or the main queue waits for it.
        var isOnMainQueue = false
    }

    private static let running = Mutex<[ObjectIdentifier: Work]>([:])

    private static var currentWork: Work {
        var work = Work()
        if let running = running.withLock({ $0[work.thread] }) { work = running }
        if !work.isOnMainQueue { work.isOnMainQueue = isOnMainQueue }
        return work
    }

    private static let isMainKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// If a program waits in `dispatchMain`, the main queue runs on any thread.
    static var isOnMainQueue: Bool {
        DispatchQueue.getSpecific(key: isMainKey) == true || Thread.isMainThread
    }

    /// - Parameter caller: The work that waits, maybe on another thread; nil for that of this thread.
    private static func during<Result>(
        _ context: NSManagedObjectContext, calledBy caller: Work? = nil, _ body: () throws -> Result
    ) rethrows -> Result {
        var work = currentWork
        if let caller, caller.thread != work.thread { work.contexts += caller.contexts }
        if caller?.isOnMainQueue == true { work.isOnMainQueue = true }
        work.contexts.append(context)
        let (thread, begun) = (work.thread, work)
        let outer = running.withLock { running in
            defer { running[thread] = begun }
            return running[thread]
        }
        defer {
            let ended = running.withLock { running in
                defer { running[thread] = outer }
                return running[thread]
            }
            // This may release the context, which must not happen while the lock is held.
            withExtendedLifetime(ended) {}
        }
        return try body()
    }

    /// Whether some work runs for a context of the tree.
    private func isHeld(by work: Work) -> Bool { work.contexts.contains { $0.queue.root === self } }

    /// The context whose work runs on this thread.
    static var currentContext: NSManagedObjectContext? {
        let thread = ObjectIdentifier(Thread.current)
        return running.withLock { $0[thread]?.contexts.last }
    }
}
