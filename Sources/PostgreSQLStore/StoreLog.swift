import Logging
import StoreMigration

/// Logs the operations of a store on its database.
///
/// The level is `info` for rare events, `debug` for every save, `warning` for causes of slowness, and `error` for failures.
/// Messages contain no attribute values, passwords, or connection strings, because those are private.
struct StoreLog: Sendable {
    private let logger: Logger?

    init(_ logger: Logger?, place: String) {
        var logger = logger
        logger?[metadataKey: "store"] = "\(place)"
        self.logger = logger
    }

    func opened(isReadOnly: Bool) {
        logger?.info("the store was opened", metadata: ["isReadOnly": "\(isReadOnly)"])
    }

    func migrated(_ report: MigrationReport) {
        logger?.info(
            "the store was migrated to this version of its model",
            metadata: ["objects": "\(report.objectCount)", "changes": .array(report.changes.map { .string($0) })])
    }

    func refused(_ error: any Error) {
        logger?.error("the store was not opened", metadata: ["reason": "\(error)"])
    }

    func saved(attemptCount: Int) {
        logger?.debug("saved", metadata: ["attempts": "\(attemptCount)"])
    }

    func repeated(_ error: PostgreSQLStoreError) {
        logger?.warning("retrying a save", metadata: ["reason": "\(error)"])
    }

    func settled(tookPlace: Bool) {
        logger?.info("determined the outcome of an earlier save", metadata: ["tookPlace": "\(tookPlace)"])
    }

    func notListening(_ error: any Error) {
        logger?.info(
            "cannot listen for other processes; the store polls for their saves", metadata: ["reason": "\(error)"])
    }

    func notCopying(_ error: any Error) {
        logger?.info(
            "the server refuses COPY; the store saves many objects with INSERT", metadata: ["reason": "\(error)"])
    }

    func notTidied(_ error: any Error) {
        logger?.warning("could not remove old rows of transactions", metadata: ["reason": "\(error)"])
    }

    func failed(_ error: PostgreSQLStoreError) {
        logger?.error("a save failed", metadata: ["reason": "\(error)"])
    }
}
