import Logging
import StoreMigration

/// Tells a logger what a store does with its database.
///
/// What happens seldom is told as `info`, what every save does as `debug`, what takes extra time as `warning`, and what fails as `error`.
/// Messages contain no attribute values, passwords, or connection strings.
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
        let changes = report.entities.flatMap { entity in
            entity.changes.map { Logger.MetadataValue.string("\(entity.newName ?? entity.oldName).\($0)") }
        }
        let count = report.entities.reduce(0) { $0 + $1.objectCount }
        logger?.info(
            "the store was migrated to this version of its model",
            metadata: ["objects": "\(count)", "changes": .array(changes)])
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
        logger?.error("a save has failed", metadata: ["reason": "\(error)"])
    }
}
