import ColumnEngine
package import Logging

/// Logs the operations of a store.
///
/// The level is `info` for rare events, `debug` for every save and every statement, `warning` for causes of slowness,
/// and `error` for failures. Messages contain no attribute values, passwords, or connection strings, because those are
/// private data. Those about the work of a context contain its name.
package struct StoreLog: Sendable {
    package let logger: Logger?

    /// - Parameter store: The file or database, without secrets.
    package init(_ logger: Logger?, store: String) {
        var logger = logger
        logger?[metadataKey: "store"] = "\(store)"
        self.logger = logger
    }

    package func opened(isReadOnly: Bool) {
        logger?.info("the store was opened", metadata: ["isReadOnly": "\(isReadOnly)"])
    }

    package func migrated(_ report: MigrationReport) {
        logger?.info(
            "the store was migrated to this version of its model",
            metadata: ["objects": "\(report.objectCount)", "changes": .array(report.changes.map { .string($0) })])
    }

    /// A store with a different version of its model is no failure, because the caller might migrate it.
    package func refused(_ error: any Error) {
        if (error as? StoreError)?.code == .modelMismatch {
            logger?.info("the store has a different version of its model", metadata: ["reason": "\(error)"])
        } else {
            logger?.error("the store was not opened", metadata: ["reason": "\(error)"])
        }
    }

    /// Whether the logger's level includes statements. Otherwise, they are not measured, which would take time.
    package var logsStatements: Bool { logger.map { $0.logLevel <= .debug } ?? false }

    /// - Parameters:
    ///   - text: The statement, without values.
    ///   - seconds: The time until its last row.
    ///   - rowCount: The number of rows that it returned or wrote.
    package func ran(_ text: String, seconds: Double, rowCount: Int) {
        logger?.debug(
            "ran a statement",
            metadata: named([
                "statement": "\(text)", "milliseconds": "\(Self.milliseconds(seconds))", "rows": "\(rowCount)",
            ]))
    }

    /// - Parameters:
    ///   - text: A statement that failed, without values.
    ///   - seconds: The time until its failure.
    ///   - error: The reason.
    package func failed(_ text: String, seconds: Double, _ error: any Error) {
        logger?.debug(
            "a statement failed",
            metadata: named([
                "statement": "\(text)", "milliseconds": "\(Self.milliseconds(seconds))", "reason": "\(error)",
            ]))
    }

    package func failed(_ error: any Error) {
        logger?.error("a save failed", metadata: named(["reason": "\(error)"]))
    }

    /// Metadata with the name of the context whose work is logged, if it has one.
    package func named(_ metadata: Logger.Metadata) -> Logger.Metadata {
        guard let name = RequestingContext.name else { return metadata }
        var metadata = metadata
        metadata["context.name"] = "\(name)"
        return metadata
    }

    private static func milliseconds(_ seconds: Double) -> Double { (seconds * 1e6).rounded() / 1e3 }
}
