/// A save whose commit still runs. Whatever is about to change the context must complete it first.
package protocol UnfinishedSave: AnyObject {
    /// The commit that the save waits for; nil at the end.
    var commit: WaitingCommit? { get }

    /// Completes the save, and waits in place for what is necessary.
    func complete()

    /// Whether a task runs all commits of the save, with what they need read before.
    var isRunByTask: Bool { get }

    /// Waits without blocking the context's actor: until the end of the save if a task runs it, otherwise until
    /// somebody has run the commit.
    func waitAsynchronously(isolation: isolated (any Actor)?) async
}
