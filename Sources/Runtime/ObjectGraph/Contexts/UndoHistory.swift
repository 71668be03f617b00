import ColumnEngine

/// The changes that you can undo and redo in a context. The changes between one processing of changes and the next form
/// a group (rule UND-6).
///
/// Core Data uses Foundation's `UndoManager` for this, which exists only on Apple's platforms. Assign an undo history
/// to ``ManagedObjectContext/undoHistory``.
public final class UndoHistory {
    /// The maximum number of groups; 0 for no limit (rule UND-12).
    public var levelsOfUndo: Int { didSet { forgetOldest() } }
    /// Whether the undo history records changes (rule UND-7).
    public private(set) var isUndoRegistrationEnabled = true
    private var undone: [Group] = []
    private var done: [Group] = []
    private var isApplying = false
    private typealias Group = [Change]

    private struct Change {
        var object: ManagedObject
        /// nil if the object did not exist.
        var before: ObjectState?
        var after: ObjectState?
    }

    /// Creates an empty undo history.
    ///
    /// - Parameter levelsOfUndo: The maximum number of groups; 0 for no limit.
    public init(levelsOfUndo: Int = 0) { self.levelsOfUndo = levelsOfUndo }

    /// Whether there are changes to undo, except unprocessed ones.
    public var canUndo: Bool { !done.isEmpty }
    /// Whether there are changes to redo.
    public var canRedo: Bool { !undone.isEmpty }

    /// Stops recording changes. To be able to undo earlier changes, process them first.
    public func disableUndoRegistration() { isUndoRegistrationEnabled = false }

    /// Resumes recording changes.
    public func enableUndoRegistration() { isUndoRegistrationEnabled = true }

    /// Removes all groups (rule UND-9).
    public func removeAll() {
        done = []
        undone = []
    }

    /// Records the changes of one event.
    func record(_ objects: [ManagedObject], in context: ManagedObjectContext) {
        guard isUndoRegistrationEnabled, !isApplying else { return }
        let group = objects.compactMap { object -> Change? in
            if let base = object.eventBase, base.state == .deleted, object.state == .deleted, !object.isDropped {
                // Still deleted, but its links may have changed.
                return Change(object: object, before: base, after: object.currentState)
            }
            let existed = object.eventBase.map { $0.state != .deleted } ?? false
            let exists = object.state != .deleted && !object.flags.contains(.hasLeft)
            guard existed || exists else { return nil }
            // An object whose changes were discarded has its committed values.
            let present = object.currentState ?? ObjectState(state: object.state, values: [], links: [])
            return Change(
                object: object, before: existed ? object.eventBase : nil, after: exists ? present : nil)
        }
        guard !group.isEmpty else { return }
        done.append(group)
        undone = []
        forgetOldest()
    }

    /// Copies the committed values of changed objects into the states that refer to them, before a save replaces them.
    func keepCommittedStates() {
        for group in done.indices { Self.keepCommittedStates(in: &done[group]) }
        for group in undone.indices { Self.keepCommittedStates(in: &undone[group]) }
    }

    /// Copies the committed values of a group's objects that were deleted, before they become new and lose these
    /// values.
    ///
    /// - Parameter state: The state that is about to be restored; nil for an object that does not return.
    /// - Returns: The group with the values.
    private func keepingCommittedStates(
        _ group: Group, ofReturning state: (Change) -> ObjectState?, to context: ManagedObjectContext
    ) -> Group {
        let returning = Set(group.filter { $0.object.context !== context && state($0) != nil }.map(\.object))
        guard !returning.isEmpty else { return group }
        for group in done.indices { Self.keepCommittedStates(in: &done[group], of: returning) }
        for group in undone.indices { Self.keepCommittedStates(in: &undone[group], of: returning) }
        var group = group
        Self.keepCommittedStates(in: &group, of: returning)
        return group
    }

    private static func keepCommittedStates(in group: inout Group, of objects: Set<ManagedObject>? = nil) {
        for index in group.indices {
            let object = group[index].object
            guard objects?.contains(object) ?? object.hasPending else { continue }
            group[index].before = withCommittedValues(group[index].before, of: object)
            group[index].after = withCommittedValues(group[index].after, of: object)
        }
    }

    private static func withCommittedValues(_ state: ObjectState?, of object: ManagedObject) -> ObjectState? {
        guard let state, state.values.isEmpty else { return state }
        // No store contains a new or deleted object. Reading it there would make it count as deleted by others.
        let isStored = object.state != .inserted && object.context != nil
        guard let row = isStored ? object.committedRow : object.heldRow.row else { return state }
        return ObjectState(state: state.state, values: object.values(in: row), links: object.links(in: row))
    }

    /// - Throws: The error of a store that is queried. Nothing has been undone then.
    func undo(in context: ManagedObjectContext) throws {
        guard let last = done.last else { return }
        try load(last, in: context)
        done.removeLast()
        let group = keepingCommittedStates(last, ofReturning: \.before, to: context)
        apply(in: context) {
            context.restore(group.reversed().map { (object: $0.object, state: $0.before, other: $0.after) })
        }
        undone.append(group)
    }

    /// - Throws: The error of a store that is queried. Nothing has been redone then.
    func redo(in context: ManagedObjectContext) throws {
        guard let last = undone.last else { return }
        try load(last, in: context)
        undone.removeLast()
        let group = keepingCommittedStates(last, ofReturning: \.after, to: context)
        apply(in: context) {
            context.restore(group.map { (object: $0.object, state: $0.after, other: $0.before) })
        }
        done.append(group)
    }

    /// Reads what the changes of a group compare.
    private func load(_ group: [Change], in context: ManagedObjectContext) throws {
        try context.readAhead(group.map(\.object))
        let links = group.flatMap { change in
            [change.before, change.after].compactMap { $0 }.flatMap { $0.links.compactMap(\.deferred) }
        }
        try context.requesting { try DeferredLinks.read(links) }
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
