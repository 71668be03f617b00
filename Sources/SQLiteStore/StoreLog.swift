import Logging
import StoreMigration

/// Logs the operations of a store on its file.
///
/// The level is `info` for rare events, `debug` for every save, `warning` for causes of slowness, and `error` for
/// failures. Messages contain no attribute values, because those are private data.
struct StoreLog: Sendable {
    private let logger: Logger?

    init(_ logger: Logger?, path: String) {
        var logger = logger
        logger?[metadataKey: "store"] = "\(path)"
        self.logger = logger
    }

    func made() { logger?.info("the store was created") }

    func opened(isReadOnly: Bool) {
        logger?.info("the store was opened", metadata: ["isReadOnly": "\(isReadOnly)"])
    }

    func migrated(_ report: MigrationReport) {
        logger?.info(
            "the store was migrated to this version of its model",
            metadata: ["objects": "\(report.objectCount)", "changes": .array(report.changes.map { .string($0) })])
    }

    func refused(_ error: any Error) {
        // The caller might migrate it.
        if (error as? SQLiteStoreError)?.code == .modelMismatch {
            logger?.info("the store has a different version of its model", metadata: ["reason": "\(error)"])
            return
        }
        logger?.error("the store was not opened", metadata: ["reason": "\(error)"])
    }

    func saved(journalPages: Int) { logger?.debug("saved", metadata: ["journalPages": "\(journalPages)"]) }

    func failed(_ error: SQLiteStoreError) { logger?.error("a save failed", metadata: ["reason": "\(error)"]) }

    func folded(pages: Int) {
        logger?.info("the journal was merged into the file", metadata: ["pages": "\(pages)"])
    }

    /// - Parameters:
    ///   - pages: The length of the journal.
    ///   - left: The part of it that cannot be merged into the file yet.
    func heldUp(pages: Int, left: Int) {
        logger?.warning(
            "an open view keeps the journal from being merged into the file; let contexts merge or refresh",
            metadata: ["journalPages": "\(pages)", "unfoldedPages": "\(left)"])
    }
}
