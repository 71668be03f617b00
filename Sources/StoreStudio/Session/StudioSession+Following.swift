import FileAccess
import Foundation
import ObjectGraph

// What others do to the store.
extension StudioSession {
    /// Looks whether others have saved, and takes in what they have. What is pending here stays as it is.
    ///
    /// Costs a few calls of the file system when nothing has happened.
    package func lookForOthersChanges() {
        guard store.url != nil else { return followDatabase() }
        let now = store.stamps
        // A save is written to the journal before others can read it: who looked between is to look once more.
        guard now != stamps || isLookingAgain else { return }
        isLookingAgain = now != stamps
        stamps = now
        guard let file = now.first ?? nil else {
            return note("The store's file was removed. What was read stays visible.")
        }
        if let openedFile, !file.isSameFile(as: openedFile), store.kind == "SQLite" {
            guard readOnlyReason != nil else { return note(Self.replacedFile) }
            do {
                try reopen()
            } catch {
                return note("Another file replaced the store, and it cannot be read: \(error)")
            }
        }
        trouble = nil
        takeInOthersChanges()
        revision += 1
    }

    /// Asks a store in a database, which says whether others have saved.
    private func followDatabase() {
        context.mergeChanges(from: SavedObjectIDs())
        let count = container.persistentStoreCoordinator.commitCount
        guard count != knownCommitCount else { return }
        knownCommitCount = count
        takeInOthersChanges()
        revision += 1
    }

    /// Moves on to what others have saved. Objects with pending changes keep what they were read as, so that a save finds
    /// what both have changed, and asks.
    func takeInOthersChanges() {
        context.mergeChanges(from: SavedObjectIDs())
        for object in context.registeredObjects where !object.hasChanges {
            context.refresh(object, mergeChanges: false)
        }
        context.processPendingChanges()
    }

    private static let replacedFile =
        "Another file replaced the store. You cannot save; start the studio again to see the new file."

    /// A save would go to a file that nobody finds any more.
    ///
    /// - Throws: ``StudioError`` when the file that was opened is gone, or another one has its place.
    func refuseReplacedFile() throws {
        guard let openedFile, store.kind == "SQLite" else { return }
        guard let file = store.stamps.first ?? nil, file.isSameFile(as: openedFile) else {
            throw StudioError("The store's file was removed or replaced. Nothing was saved.")
        }
    }

    /// Takes the state of the files as the one that this studio knows.
    func noteOwnSave() {
        stamps = store.stamps
        knownCommitCount = container.persistentStoreCoordinator.commitCount
    }

    private func note(_ text: String) {
        guard trouble != text else { return }
        trouble = text
        revision += 1
    }
}
