/// What can be undone in a context, and done again: the changes between one processing of changes and the next are one
/// group (rule UND-6).
///
/// Core Data leaves this to Foundation's `UndoManager`, which only Apple's platforms have. Assign one to
/// ``ManagedObjectContext/undoHistory``.
public final class UndoHistory {
    /// The greatest number of groups that are kept; 0 for no limit (rule UND-12).
    public var levelsOfUndo: Int {
        didSet { forgetOldest() }
    }
    /// Whether changes are kept account of (rule UND-7).
    public private(set) var isUndoRegistrationEnabled = true

    private var undone: [Group] = []
    private var done: [Group] = []
    private var isApplying = false

    private typealias Group = [Change]

    private struct Change {
        var object: ManagedObject
        /// nil where the object did not exist.
        var before: ObjectState?
        var after: ObjectState?
    }

    /// An empty history.
    ///
    /// - Parameter levelsOfUndo: The greatest number of groups that are kept; 0 for no limit.
    public init(levelsOfUndo: Int = 0) {
        self.levelsOfUndo = levelsOfUndo
    }

    /// Whether there is something to undo, leaving out changes that have not been processed yet.
    public var canUndo: Bool { !done.isEmpty }
    /// Whether something was undone and nothing changed since.
    public var canRedo: Bool { !undone.isEmpty }

    /// Changes from now on cannot be undone. Process changes first, so that earlier ones can.
    public func disableUndoRegistration() {
        isUndoRegistrationEnabled = false
    }

    /// Changes from now on can be undone again.
    public func enableUndoRegistration() {
        isUndoRegistrationEnabled = true
    }

    /// Forgets everything (rule UND-9).
    public func removeAll() {
        done = []
        undone = []
    }

    /// Keeps account of what changed in one event.
    func record(_ objects: [ManagedObject], in context: ManagedObjectContext) {
        guard isUndoRegistrationEnabled, !isApplying else { return }
        let group = objects.compactMap { object -> Change? in
            if let base = object.eventBase, base.state == .deleted, object.state == .deleted, !object.isDropped {
                // Still deleted, but it may have been told that it leads elsewhere.
                return Change(object: object, before: base, after: object.currentState)
            }
            let existed = object.eventBase.map { $0.state != .deleted } ?? false
            let exists = object.state != .deleted && !object.flags.contains(.hasLeft)
            guard existed || exists else { return nil }
            return Change(
                object: object, before: existed ? object.eventBase : nil, after: exists ? object.currentState : nil)
        }
        guard !group.isEmpty else { return }
        done.append(group)
        undone = []
        forgetOldest()
    }

    func undo(in context: ManagedObjectContext) {
        guard let group = done.popLast() else { return }
        apply(in: context) {
            // First, so that links lead to the identities that objects have then.
            for change in group where change.before != nil { context.bringBack(change.object) }
            for change in group.reversed() { context.restore(change.object, to: change.before, from: change.after) }
        }
        undone.append(group)
    }

    func redo(in context: ManagedObjectContext) {
        guard let group = undone.popLast() else { return }
        apply(in: context) {
            for change in group where change.after != nil { context.bringBack(change.object) }
            for change in group { context.restore(change.object, to: change.after, from: change.before) }
        }
        done.append(group)
    }

    private func apply(in context: ManagedObjectContext, _ body: () -> Void) {
        isApplying = true
        defer { isApplying = false }
        body()
        context.processPendingChanges()
    }

    private func forgetOldest() {
        if levelsOfUndo > 0, done.count > levelsOfUndo { done.removeFirst(done.count - levelsOfUndo) }
    }
}
