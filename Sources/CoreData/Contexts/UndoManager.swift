import ObjectGraph

// Unchecked: it is used only on its context's queue, like the context.
/// A manager for undo and redo in a context. On other platforms than Apple's, Foundation has no class with this name.
///
/// It records the changes of one context. Programs cannot register their own actions.
public final class UndoManager: @unchecked Sendable {
    let history = UndoHistory()
    var link: ContextLink?
    private var context: NSManagedObjectContext? { link?.context }
    private var disabledCount = 0
    /// Whether the changes of one event are a group if the program opens none. They always are.
    public var groupsByEvent = true

    /// Creates a manager. Assign it to a context's `undoManager`.
    public init() {}

    /// The maximum number of groups; 0 for no limit (rule UND-12).
    public var levelsOfUndo: Int {
        get { history.levelsOfUndo }
        set { history.levelsOfUndo = newValue }
    }

    /// Whether the manager records changes (rule UND-7).
    public var isUndoRegistrationEnabled: Bool { disabledCount == 0 }

    /// Stops recording changes. Calls nest.
    public func disableUndoRegistration() {
        disabledCount += 1
        history.disableUndoRegistration()
    }

    /// Resumes recording changes after as many calls as of ``disableUndoRegistration()``.
    ///
    /// - Precondition: ``disableUndoRegistration()`` was called more often.
    public func enableUndoRegistration() {
        require(disabledCount > 0, "enableUndoRegistration was called without disableUndoRegistration")
        disabledCount -= 1
        if disabledCount == 0 { history.enableUndoRegistration() }
    }

    /// Whether there are changes to undo.
    public var canUndo: Bool {
        context?.processPendingChanges()
        return history.canUndo
    }

    /// Whether changes were undone, and nothing has changed since.
    public var canRedo: Bool {
        context?.processPendingChanges()
        return history.canRedo
    }

    /// Undoes the last group of the context's changes. An open group ends first.
    ///
    /// - Precondition: No group within another one is open.
    public func undo() { context?.undo() }

    /// Redoes the last undone group.
    ///
    /// - Precondition: No group is open.
    public func redo() { context?.redo() }

    /// Begins a group, such as for an editor that the user can cancel. One ``undo()`` undoes the group, however many
    /// events it has. Earlier changes are not part of it.
    public func beginUndoGrouping() {
        context?.processPendingChanges()
        history.beginGroup()
    }

    /// Ends the group that was begun last. Groups nest: those within a group are part of it.
    ///
    /// - Precondition: ``beginUndoGrouping()`` was called more often.
    public func endUndoGrouping() {
        require(groupingLevel > 0, "endUndoGrouping was called without beginUndoGrouping")
        context?.processPendingChanges()
        history.endGroup()
    }

    /// The number of groups that have begun and not ended.
    public var groupingLevel: Int { history.groupingLevel }

    /// Removes all groups. One that is open goes on, without its changes so far.
    public func removeAllActions() { history.removeAll() }
}
