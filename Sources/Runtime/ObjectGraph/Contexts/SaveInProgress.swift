/// A save whose commit runs on another thread, while the context's actor does other work.
///
/// Meanwhile, nothing changes the context: whatever would do so first completes the save in place.
package final class SaveInProgress: UnfinishedSave {
    private let context: ManagedObjectContext
    private var run: CommitRun
    /// The commit that the save waits for; nil at the end.
    package private(set) var commit: WaitingCommit?
    /// What ended the save; nil if it succeeded, or has not ended.
    private var error: (any Error)?
    package var isRunByTask = false
    /// The tasks that wait for the end of the save.
    private var waitingTasks: [CheckedContinuation<Void, Never>] = []

    /// Begins a save, whose first commit somebody has to run.
    init(of context: ManagedObjectContext, _ run: CommitRun) {
        self.context = context
        self.run = run
        begin()
    }

    /// Completes the save after somebody has run the commit, or while somebody does,
    /// and waits in place for what is necessary.
    package func complete() {
        while let commit {
            proceed(with: commit.wait())
            self.commit?.run()
        }
    }

    package func waitAsynchronously(isolation: isolated (any Actor)? = #isolation) async {
        guard let commit else { return }
        guard isRunByTask else { return await commit.waitAsynchronously() }
        await withCheckedContinuation { waitingTasks.append($0) }
    }

    /// Takes the outcome of the commit, unless ``complete()`` has already done so. If the save has to be tried again,
    /// there is another commit.
    ///
    /// - Parameter rows: What was read of the coordinator's latest state since the commit; nil if that was not looked
    ///   for.
    func proceed(after commit: WaitingCommit, _ rows: ReadRows?) {
        guard commit === self.commit else { return }
        run.readRows = rows
        proceed(with: commit.wait())
        // It has precedence, which belongs to this thread.
        guard run.isOvertaken else { return }
        self.commit?.run()
        complete()
    }

    /// - Throws: What ended the save.
    package func result() throws {
        if let error { throw error }
    }

    private func proceed(with outcome: Result<CommittedState, any Error>) {
        guard let changes = commit?.changes else { return }
        commit = nil
        // What follows may change the context.
        context.saveInProgress = nil
        do {
            if try context.requesting({ try run.finish(changes, outcome) }) == nil { begin() }
        } catch {
            fail(with: error)
        }
        guard commit == nil else { return }
        for task in waitingTasks { task.resume() }
        waitingTasks = []
    }

    private func begin() {
        do {
            while commit == nil {
                guard let changes = try context.requesting({ try run.nextChanges() }) else { continue }
                commit = WaitingCommit(changes, by: context.persistentStoreCoordinator, at: context.now())
            }
            context.endEventOfSave()
            context.saveInProgress = self
        } catch {
            fail(with: error)
        }
    }

    private func fail(with error: any Error) {
        self.error = error
        // New objects keep the IDs that they received at the beginning.
        context.notifyOfOtherIDs()
    }
}

extension ManagedObjectContext {
    /// Completes a save that is in progress, before something changes the context.
    @inline(__always)
    func completeSaveInProgress() {
        guard let saveInProgress else { return }
        saveInProgress.complete()
    }
}
