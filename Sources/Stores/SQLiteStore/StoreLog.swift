import Logging
import StoreMigration

extension StoreLog {
    func created() { logger?.info("the store was created") }

    func saved(journalPages: Int) { logger?.debug("saved", metadata: named(["journalPages": "\(journalPages)"])) }

    func mergedJournal(pages: Int) {
        logger?.info("the journal was merged into the file", metadata: ["pages": "\(pages)"])
    }

    /// - Parameters:
    ///   - pages: The length of the journal.
    ///   - left: The part of it that cannot be merged into the file yet.
    func couldNotMergeJournal(pages: Int, left: Int) {
        logger?.warning(
            "an open view keeps the journal from being merged into the file; let contexts merge or refresh",
            metadata: ["journalPages": "\(pages)", "unmergedPages": "\(left)"])
    }
}
