import ColumnEngine

/// The changes that you can undo and redo in a context. The changes between one processing of changes and the next, an
/// event, form a group (rule UND-6), and so do all events between ``beginGroup()`` and ``endGroup()``.
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
    /// Whether some states refer to committed values. Few do, so that most saves need not look at all states.
    private var hasStatesToComplete = false
    /// The changes since ``beginGroup()``.
    private var openGroup: Group = []
    /// The number of groups that have begun and not ended, each in the one before.
    public private(set) var groupingLevel = 0
    /// The IDs that objects have received since, by those that recorded states may refer to them with.
    var permanentReferences: [ObjectReference: ObjectReference] = [:]
    /// The number of ``permanentReferences`` at which those that no state needs any more are removed.
    private var referenceLimit = 1024
    private typealias Event = [Change]
    /// Events, from first to last. They stay apart, because each has states from before and after it.
    private typealias Group = [Event]

    private struct Change {
        var object: ManagedObject
        /// nil if the object did not exist.
        var before: ObjectState?
        var after: ObjectState?

        /// Whether a state refers to the committed values, because the object had no changes.
        var isIncomplete: Bool { before?.values.isEmpty == true || after?.values.isEmpty == true }
    }

    /// Creates an empty undo history.
    ///
    /// - Parameter levelsOfUndo: The maximum number of groups; 0 for no limit.
    public init(levelsOfUndo: Int = 0) { self.levelsOfUndo = levelsOfUndo }

    /// Whether there are changes to undo, except unprocessed ones.
    public var canUndo: Bool { !done.isEmpty || !openGroup.isEmpty }
    /// Whether there are changes to redo.
    public var canRedo: Bool { !undone.isEmpty }

    /// Stops recording changes. To be able to undo earlier changes, process them first.
    public func disableUndoRegistration() { isUndoRegistrationEnabled = false }

    /// Resumes recording changes.
    public func enableUndoRegistration() { isUndoRegistrationEnabled = true }

    /// Removes all groups (rule UND-9). A group that has begun goes on, without its changes so far.
    public func removeAll() {
        done = []
        undone = []
        openGroup = []
        permanentReferences = [:]
        referenceLimit = 1024
    }

    /// Begins a group of all events until ``endGroup()``. Groups nest: those within a group are part of it.
    ///
    /// To leave out earlier changes, process them first.
    public func beginGroup() { groupingLevel += 1 }

    /// Ends the group that has begun last. A group without changes leaves nothing to undo.
    ///
    /// To include all changes, process them first.
    ///
    /// - Precondition: A group has begun.
    public func endGroup() {
        require(groupingLevel > 0, "a group of changes ends that has not begun; call beginGroup() first")
        groupingLevel -= 1
        if groupingLevel == 0 { closeGroup() }
    }

    private func closeGroup() {
        guard !openGroup.isEmpty else { return }
        done.append(openGroup)
        openGroup = []
        forgetOldest()
    }

    /// Records the changes of one event.
    func record(_ objects: [ManagedObject], in context: ManagedObjectContext) {
        guard isUndoRegistrationEnabled, !isApplying else { return }
        let event = objects.compactMap { object -> Change? in
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
        guard !event.isEmpty else { return }
        if event.contains(where: \.isIncomplete) { hasStatesToComplete = true }
        undone = []
        openGroup.append(event)
        if groupingLevel == 0 { closeGroup() }
    }

    /// Copies the committed values of changed objects into the states that refer to them, before a save replaces them.
    func keepCommittedStates() { keepCommittedStates(of: nil) }

    private func keepCommittedStates(of objects: Set<ManagedObject>?) {
        guard hasStatesToComplete else { return }
        hasStatesToComplete = false
        for group in done.indices { Self.keepCommittedStates(in: &done[group], of: objects) }
        for group in undone.indices { Self.keepCommittedStates(in: &undone[group], of: objects) }
        Self.keepCommittedStates(in: &openGroup, of: objects)
        hasStatesToComplete = [done, undone, [openGroup]].joined().joined().joined().contains(where: \.isIncomplete)
    }

    /// Copies the committed values of a group's objects that were deleted, before they become new and lose these
    /// values.
    ///
    /// - Parameters:
    ///   - group: The group, which is in neither list meanwhile.
    ///   - event: The index of the event that is about to be undone or redone.
    ///   - state: The state that is about to be restored; nil for an object that does not return.
    private func keepCommittedStates(
        in group: inout Group, beforeRestoring event: Int, _ state: (Change) -> ObjectState?,
        to context: ManagedObjectContext
    ) {
        let returning = Set(
            group[event].filter { $0.object.context !== context && state($0) != nil }.map(\.object))
        guard !returning.isEmpty else { return }
        keepCommittedStates(of: returning)
        Self.keepCommittedStates(in: &group, of: returning)
    }

    private static func keepCommittedStates(in group: inout Group, of objects: Set<ManagedObject>?) {
        for event in group.indices {
            for index in group[event].indices {
                let object = group[event][index].object
                guard objects?.contains(object) ?? object.hasPending else { continue }
                group[event][index].before = withCommittedValues(group[event][index].before, of: object)
                group[event][index].after = withCommittedValues(group[event][index].after, of: object)
            }
        }
    }

    private static func withCommittedValues(_ state: ObjectState?, of object: ManagedObject) -> ObjectState? {
        guard let state, state.values.isEmpty else { return state }
        // No store contains a new or deleted object. Reading it there would make it count as deleted by others.
        let isStored = object.state != .inserted && object.context != nil
        guard let row = isStored ? object.committedRow : object.heldRow.row else { return state }
        return ObjectState(state: state.state, values: object.values(in: row), links: object.links(in: row))
    }

    /// Undoes the last group, which ends first if it is still open.
    ///
    /// - Throws: The error of a store that is queried. Nothing has been undone then.
    /// - Precondition: At most one group is open.
    func undo(in context: ManagedObjectContext) throws {
        require(groupingLevel <= 1, "changes can't be undone within a group in another group; end the groups first")
        if groupingLevel == 1 { endGroup() }
        guard var group = done.last else { return }
        try load(group, in: context)
        done.removeLast()
        for event in group.indices.reversed() {
            keepCommittedStates(in: &group, beforeRestoring: event, \.before, to: context)
            apply(in: context) {
                context.restore(
                    group[event].reversed().map { (object: $0.object, state: $0.before, other: $0.after) })
            }
        }
        undone.append(group)
        noteIncomplete(group)
    }

    /// - Throws: The error of a store that is queried. Nothing has been redone then.
    /// - Precondition: No group is open.
    func redo(in context: ManagedObjectContext) throws {
        guard var group = undone.last else { return }
        require(groupingLevel == 0, "changes can't be redone within a group; end the group first")
        try load(group, in: context)
        undone.removeLast()
        for event in group.indices {
            keepCommittedStates(in: &group, beforeRestoring: event, \.after, to: context)
            apply(in: context) {
                context.restore(group[event].map { (object: $0.object, state: $0.after, other: $0.before) })
            }
        }
        done.append(group)
        noteIncomplete(group)
    }

    private func noteIncomplete(_ group: Group) {
        if group.joined().contains(where: \.isIncomplete) { hasStatesToComplete = true }
    }

    /// Reads what the changes of a group compare.
    private func load(_ group: Group, in context: ManagedObjectContext) throws {
        let changes = group.flatMap(\.self)
        try context.readAhead(changes.map(\.object))
        let links = changes.flatMap { change in
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
        guard levelsOfUndo > 0, done.count > levelsOfUndo else { return }
        done.removeFirst(done.count - levelsOfUndo)
        if permanentReferences.count >= referenceLimit { forgetUnneededReferences() }
    }

    /// Removes the references that no state of the remaining groups needs. That happens each time that their number
    /// doubles, because it looks at all states.
    private func forgetUnneededReferences() {
        var needed: [ObjectReference: ObjectReference] = [:]
        func keep(_ state: ObjectState?) {
            for links in state?.links ?? [] where links.deferred.map({ $0.known != nil }) ?? true {
                for var reference in links.references {
                    while let next = permanentReferences[reference],
                        needed.updateValue(next, forKey: reference) == nil
                    {
                        reference = next
                    }
                }
            }
        }
        for group in done + undone + [openGroup] {
            for change in group.joined() {
                keep(change.before)
                keep(change.after)
            }
        }
        permanentReferences = needed
        referenceLimit = max(1024, 2 * needed.count)
    }
}
