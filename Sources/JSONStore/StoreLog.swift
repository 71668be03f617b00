import Logging
import StoreMigration

/// Logs the operations of a store on its files.
///
/// The level is `info` for rare events, `debug` for every save, and `error` for failures. Messages contain no attribute values,
/// because those are private data.
struct StoreLog: Sendable {
    private let logger: Logger?

    init(_ logger: Logger?, path: String) {
        var logger = logger
        logger?[metadataKey: "store"] = "\(path)"
        self.logger = logger
    }

    func opened(_ store: OpenedStore?, isReadOnly: Bool) {
        guard let logger else { return }
        guard let store else { return logger.info("there is no store yet") }
        logger.info(
            "the store was opened",
            metadata: [
                "objects": "\(store.contents.snapshot.objectCount)", "bytes": "\(store.base.sizeBytes)",
                "replayedSaves": "\(store.sequence - store.baseSequence)", "isReadOnly": "\(isReadOnly)",
            ])
        if let damage = store.damage { logger.error("the store is damaged", metadata: ["reason": "\(damage)"]) }
    }

    func migrated(_ report: MigrationReport) {
        logger?.info(
            "the store was migrated to this version of its model",
            metadata: ["objects": "\(report.objectCount)", "changes": .array(report.changes.map { .string($0) })])
    }

    func refused(_ error: any Error) {
        // The caller might migrate it.
        if (error as? JSONStoreError)?.code == .modelMismatch {
            logger?.info("the store has a different version of its model", metadata: ["reason": "\(error)"])
            return
        }
        logger?.error("the store was not opened", metadata: ["reason": "\(error)"])
    }

    func notFollowed(_ error: any Error) {
        logger?.error("the saves of other processes cannot be read", metadata: ["reason": "\(error)"])
    }

    func saved(_ count: Int, journalBytes: Int?) {
        logger?.debug("saved", metadata: ["saves": "\(count)", "journalBytes": "\(journalBytes ?? 0)"])
    }

    func failed(_ error: JSONStoreError) { logger?.error("a save failed", metadata: ["reason": "\(error)"]) }

    func replaced(_ sizeBytes: Int) {
        logger?.info("the file was written", metadata: ["bytes": "\(sizeBytes)"])
    }

    func compacted(_ sizeBytes: Int) {
        logger?.info("the journal was merged into the file", metadata: ["bytes": "\(sizeBytes)"])
    }

    func collected(_ count: Int) {
        logger?.info("unused files of values were removed", metadata: ["files": "\(count)"])
    }

    func closed() { logger?.info("the store was closed") }
}
