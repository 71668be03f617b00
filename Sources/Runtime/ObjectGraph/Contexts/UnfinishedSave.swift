/// A save that whatever changes its context first completes.
package protocol UnfinishedSave: AnyObject {
    /// The commit that the save waits for; nil at the end.
    var commit: WaitingCommit? { get }

    /// Completes the save, and waits in place for what is necessary.
    func complete()
}
