public import Foundation
import ObjectGraph

// Unchecked: it is used only on its context's queue, like the context.
/// A manager for undo and redo in a context. On other platforms than Apple's, Foundation has no class with this name.
///
/// It records the changes of one context. Programs cannot register their own actions.
///
/// ```swift
/// let manager = UndoManager()
/// manager.levelsOfUndo = 20
/// context.undoManager = manager
/// manager.beginUndoGrouping()
/// hero.name = "Oracle"
/// hero.universe = 2
/// manager.endUndoGrouping()
/// if manager.canUndo { manager.undo() }  // Both changes
/// ```
public final class UndoManager: NSObject, @unchecked Sendable {
    let history = UndoHistory()
    var link: ContextLink?
    private var context: NSManagedObjectContext? { link?.context }
    private var disabledCount = 0
    /// Whether the changes of one event are a group if the program opens none. They always are.
    public var groupsByEvent = true

    /// Creates a manager. Assign it to a context's `undoManager`.
    public override init() {}

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

    /// Undoes the last group.
    ///
    /// - Precondition: No group is open, because groups within a group are part of it.
    public func undoNestedGroup() {
        require(groupingLevel == 0, "undoNestedGroup was called within a group; end the group first")
        undo()
    }

    /// Whether the manager is undoing changes, as it does while objects are told about them.
    public var isUndoing: Bool { history.isUndoing }

    /// Whether the manager is redoing changes.
    public var isRedoing: Bool { history.isRedoing }

    // MARK: - Names

    /// Names a group for menus: the group that is open, or else that of the changes that the context has not processed
    /// yet. Without such changes, it names the last group, which the program may just have ended.
    ///
    /// ```swift
    /// hero.name = "Oracle"
    /// context.undoManager?.setActionName("Rename")
    /// context.processPendingChanges()
    /// let title = context.undoManager?.undoMenuItemTitle  // "Undo Rename"
    /// ```
    public func setActionName(_ actionName: String) { history.setName(actionName, in: context?.usedGraph) }

    /// The name of the group that ``undo()`` undoes; empty if it has none.
    public var undoActionName: String {
        context?.processPendingChanges()
        return history.undoName
    }

    /// The name of the group that ``redo()`` redoes; empty if it has none.
    public var redoActionName: String {
        context?.processPendingChanges()
        return history.redoName
    }

    /// The title of a menu item that undoes the last group, such as “Undo Rename”. It is not localized.
    public var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

    /// The title of a menu item that redoes the last undone group.
    public var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

    /// Returns the title of a menu item that undoes an action.
    public func undoMenuTitle(forUndoActionName actionName: String) -> String { Self.title("Undo", actionName) }

    /// Returns the title of a menu item that redoes an action.
    public func redoMenuTitle(forUndoActionName actionName: String) -> String { Self.title("Redo", actionName) }

    private static func title(_ verb: String, _ actionName: String) -> String {
        actionName.isEmpty ? verb : "\(verb) \(actionName)"
    }

    /// Removes all groups. One that is open goes on, without its changes so far.
    public func removeAllActions() { history.removeAll() }

    /// Unavailable: the manager records the changes of its context only.
    @available(*, unavailable, message: "The manager records only the changes of its context.")
    public func registerUndo<Target: AnyObject>(
        withTarget target: Target, handler: @escaping @Sendable @MainActor (Target) -> Void
    ) {}
}
