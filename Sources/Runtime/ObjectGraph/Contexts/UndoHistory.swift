import ColumnEngine

/// The changes that you can undo and redo in a context. The changes between one processing of changes and the next, an
/// event, form a group (rule UND-6), and so do all events between ``beginGroup()`` and ``endGroup()``.
///
/// Core Data uses Foundation's `UndoManager` for this, which exists only on Apple's platforms. Assign an undo history
/// to ``ManagedObjectContext/undoHistory``.
///
/// ```swift
/// let history = UndoHistory(levelsOfUndo: 20)
/// context.undoHistory = history
/// history.beginGroup()
/// hero.name = "Oracle"
/// hero.universe = 2
/// context.processPendingChanges()
/// history.endGroup()
/// if history.canUndo { context.undo() }  // Both changes
/// ```
public final class UndoHistory {
    /// The maximum number of groups; 0 for no limit (rule UND-12).
    public var levelsOfUndo: Int { didSet { forgetOldest() } }
    /// Whether the undo history records changes (rule UND-7).
    public private(set) var isUndoRegistrationEnabled = true
    private var undone: [Group] = []
    private var done: [Group] = []
    /// Whether changes are being undone.
    package private(set) var isUndoing = false
    /// Whether changes are being redone.
    package private(set) var isRedoing = false
    /// Whether some states refer to committed values. Few do, so that most saves need not look at all states.
    private var hasStatesToComplete = false
    /// The changes since ``beginGroup()``, and the name of the next group.
    private var openGroup = Group()
    /// The number of groups that have begun and not ended, each in the one before.
    public private(set) var groupingLevel = 0
    /// The IDs that objects have received since, by those that recorded states may refer to them with.
    private var permanentReferences: [ObjectReference: ObjectReference] = [:]
    /// The number of ``permanentReferences`` at which those that no state needs are removed.
    private var referenceLimit = 1024
    private typealias Event = [Change]

    private struct Group {
        /// From first to last. They stay apart, because each has states from before and after it.
        var events: [Event] = []
        /// What menus call the group; empty for nothing.
        var name = ""

        var isIncomplete: Bool { events.joined().contains(where: \.isIncomplete) }
    }

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
    public var canUndo: Bool { !done.isEmpty || !openGroup.events.isEmpty }
    /// Whether there are changes to redo.
    public var canRedo: Bool { !undone.isEmpty }
    /// The name of the group to undo; empty for none.
    package var undoName: String { openGroup.events.isEmpty ? done.last?.name ?? "" : openGroup.name }
    /// The name of the group to redo; empty for none.
    package var redoName: String { undone.last?.name ?? "" }

    /// Names the group that is open. Without one, names the changes that a context has not processed yet; otherwise,
    /// the last group, if there is one.
    package func setName(_ name: String, in context: ManagedObjectContext?) {
        if groupingLevel > 0 || context?.event.isEmpty == false {
            openGroup.name = name
        } else if let last = done.indices.last {
            done[last].name = name
        }
    }

    /// The numbers of groups that can be undone and redone, for programs that note more about each.
    package var groupCounts: (undo: Int, redo: Int) { (done.count + (openGroup.events.isEmpty ? 0 : 1), undone.count) }

    /// Stops recording changes. To be able to undo earlier changes, process them first.
    ///
    /// ```swift
    /// context.processPendingChanges()
    /// history.disableUndoRegistration()
    /// hero.universe = 2  // Nothing undoes this.
    /// context.processPendingChanges()
    /// history.enableUndoRegistration()
    /// ```
    public func disableUndoRegistration() { isUndoRegistrationEnabled = false }

    /// Resumes recording changes.
    public func enableUndoRegistration() { isUndoRegistrationEnabled = true }

    /// Removes all groups (rule UND-9). A group that has begun goes on, without its changes so far.
    public func removeAll() {
        done = []
        undone = []
        openGroup = Group()
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
        defer { openGroup = Group() }
        guard !openGroup.events.isEmpty else { return }
        done.append(openGroup)
        forgetOldest()
    }

    /// Notes that an object has another reference than before.
    func note(_ reference: ObjectReference, replacing old: ObjectReference) { permanentReferences[old] = reference }

    /// Whether no object has another reference than recorded states refer to it with.
    var referencesAreUnchanged: Bool { permanentReferences.isEmpty }

    /// Returns the reference that an object has now.
    ///
    /// - Parameters:
    ///   - recorded: The reference in a recorded state.
    ///   - isReplaced: Whether a reference is not that of the object any more, but a later one may be.
    func presentReference(
        _ recorded: ObjectReference, where isReplaced: (ObjectReference, _ later: ObjectReference) -> Bool
    ) -> ObjectReference {
        var present = recorded
        while let later = permanentReferences[present], isReplaced(present, later) { present = later }
        return present
    }

    /// Records the changes of one event.
    func record(_ objects: [ManagedObject]) {
        guard isUndoRegistrationEnabled, !isUndoing, !isRedoing else { return }
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
        openGroup.events.append(event)
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
        hasStatesToComplete = (done + undone + [openGroup]).contains(where: \.isIncomplete)
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
            group.events[event].filter { $0.object.context !== context && state($0) != nil }.map(\.object))
        guard !returning.isEmpty else { return }
        keepCommittedStates(of: returning)
        Self.keepCommittedStates(in: &group, of: returning)
    }

    private static func keepCommittedStates(in group: inout Group, of objects: Set<ManagedObject>?) {
        for event in group.events.indices {
            for index in group.events[event].indices {
                let change = group.events[event][index]
                guard objects?.contains(change.object) ?? change.object.hasPending else { continue }
                group.events[event][index].before = withCommittedValues(change.before, of: change.object)
                group.events[event][index].after = withCommittedValues(change.after, of: change.object)
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
        isUndoing = true
        defer { isUndoing = false }
        for event in group.events.indices.reversed() {
            keepCommittedStates(in: &group, beforeRestoring: event, \.before, to: context)
            apply(in: context) {
                context.restore(
                    group.events[event].reversed().map { (object: $0.object, state: $0.before, other: $0.after) })
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
        isRedoing = true
        defer { isRedoing = false }
        for event in group.events.indices {
            keepCommittedStates(in: &group, beforeRestoring: event, \.after, to: context)
            apply(in: context) {
                context.restore(group.events[event].map { (object: $0.object, state: $0.after, other: $0.before) })
            }
        }
        done.append(group)
        noteIncomplete(group)
    }

    private func noteIncomplete(_ group: Group) {
        if group.isIncomplete { hasStatesToComplete = true }
    }

    /// Reads what the changes of a group compare.
    private func load(_ group: Group, in context: ManagedObjectContext) throws {
        let changes = group.events.flatMap(\.self)
        try context.readAhead(changes.map(\.object))
        let links = changes.flatMap { change in
            [change.before, change.after].compactMap { $0 }.flatMap { $0.links.compactMap(\.deferred) }
        }
        try context.requesting { try DeferredLinks.read(links) }
    }

    private func apply(in context: ManagedObjectContext, _ body: () -> Void) {
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
            for change in group.events.joined() {
                keep(change.before)
                keep(change.after)
            }
        }
        permanentReferences = needed
        referenceLimit = max(1024, 2 * needed.count)
    }
}
