/// A save whose commit still runs. Whatever is about to change the context must complete it first.
package protocol UnfinishedSave: AnyObject {
    /// The commit that the save waits for; nil at the end.
    var commit: WaitingCommit? { get }

    /// Completes the save, and waits in place for what is necessary.
    func complete()
}
