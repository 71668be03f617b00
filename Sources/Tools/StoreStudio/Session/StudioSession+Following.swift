import FileAccess
import Foundation
import ObjectGraph

// Changes of the store by others.
extension StudioSession {
    /// Reads what others have saved, if anything. Pending changes stay as they are.
    ///
    /// Without changes, this takes only a few file system calls.
    package func checkForExternalChanges() {
        guard store.url != nil else { return followDatabase() }
        let now = store.stamps
        // A save is in the journal before others can read it, so a check in between must be repeated.
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
        do {
            try store.follow(container)
        } catch {
            return note("The store's file cannot be followed any more: \(error). What was read stays visible.")
        }
        trouble = nil
        takeInOthersChanges()
        revision += 1
    }

    /// Asks a store in a database whether others have saved.
    private func followDatabase() {
        context.mergeChanges(from: SavedObjectIDs())
        let count = container.persistentStoreCoordinator.commitCount
        guard count != knownCommitCount else { return }
        knownCommitCount = count
        takeInOthersChanges()
        revision += 1
    }

    /// Updates the context to the saves of others. Objects with pending changes keep their original values, so a save
    /// detects conflicts, and asks.
    func takeInOthersChanges() {
        contentsNumber += 1
        context.mergeChanges(from: SavedObjectIDs())
        for object in context.registeredObjects where !object.hasChanges {
            context.refresh(object, mergeChanges: false)
        }
        context.processPendingChanges()
    }

    private static let replacedFile =
        "Another file replaced the store. You cannot save; start the studio again to see the new file."

    /// Prevents a save to a file that was removed or replaced.
    ///
    /// - Throws: ``StudioError`` if the opened file is gone, or another one has its place.
    func refuseReplacedFile() throws {
        guard let openedFile, store.kind == "SQLite" else { return }
        guard let file = store.stamps.first ?? nil, file.isSameFile(as: openedFile) else {
            throw StudioError("The store's file was removed or replaced. Nothing was saved.")
        }
    }

    /// Records the state of the files as known to this studio.
    func noteOwnSave() {
        stamps = store.stamps
        // If the file was removed, the save has created it again.
        if let file = stamps.first, file != nil { trouble = nil }
        knownCommitCount = container.persistentStoreCoordinator.commitCount
    }

    private func note(_ text: String) {
        guard trouble != text else { return }
        trouble = text
        revision += 1
    }
}
