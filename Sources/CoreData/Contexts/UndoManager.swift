import ObjectGraph

// Unchecked: it is used on its context's queue only, as the context is.
/// What can be undone in a context, and done again. Foundation has no class of this name off Apple's platforms.
///
/// It keeps account of one context's changes. What programs register themselves is not part of it.
public final class UndoManager: @unchecked Sendable {
    let history = UndoHistory()
    var link: ContextLink?
    private var context: NSManagedObjectContext? { link?.context }
    private var disabledCount = 0
    /// Whether the changes of one event are a group. They always are.
    public var groupsByEvent = true

    /// A manager of nothing so far. Assign it to a context's `undoManager`.
    public init() {}

    /// The greatest number of groups that are kept; 0 for no limit (rule UND-12).
    public var levelsOfUndo: Int {
        get { history.levelsOfUndo }
        set { history.levelsOfUndo = newValue }
    }

    /// Whether changes are kept account of (rule UND-7).
    public var isUndoRegistrationEnabled: Bool { disabledCount == 0 }

    /// Changes from now on cannot be undone. Calls nest.
    public func disableUndoRegistration() {
        disabledCount += 1
        history.disableUndoRegistration()
    }

    /// Changes from now on can be undone again, once this was called as often as ``disableUndoRegistration()``.
    ///
    /// - Precondition: It was called more often.
    public func enableUndoRegistration() {
        precondition(disabledCount > 0, "enableUndoRegistration was called without disableUndoRegistration")
        disabledCount -= 1
        if disabledCount == 0 { history.enableUndoRegistration() }
    }

    /// Whether there is something to undo.
    public var canUndo: Bool {
        context?.processPendingChanges()
        return history.canUndo
    }

    /// Whether something was undone and nothing changed since.
    public var canRedo: Bool {
        context?.processPendingChanges()
        return history.canRedo
    }

    /// Undoes the last group of the context's changes.
    public func undo() {
        context?.undo()
    }

    /// Does the group again that was undone last.
    public func redo() {
        context?.redo()
    }

    /// Begins a group. Groups follow the context's events, so the event under way ends.
    public func beginUndoGrouping() {
        context?.processPendingChanges()
    }

    /// Ends a group.
    public func endUndoGrouping() {
        context?.processPendingChanges()
    }

    /// Forgets everything.
    public func removeAllActions() {
        history.removeAll()
    }
}
