public import Logging
import Synchronization

/// What a logger is told, a line for each event.
public final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])
    private let onLine: (@Sendable (String) -> Void)?

    /// Nothing has been told yet.
    ///
    /// - Parameter onLine: Is called with each line, where the event takes place.
    public init(onLine: (@Sendable (String) -> Void)? = nil) { self.onLine = onLine }

    /// The level, the message and the metadata of each event, in the order in which they came.
    public var all: [String] { lines.withLock { $0 } }

    /// A logger that tells these lines everything.
    public var logger: Logger { Logger(label: "test") { _ in LineHandler(lines: self) } }

    fileprivate func append(_ line: String) {
        lines.withLock { $0.append(line) }
        onLine?(line)
    }
}

private struct LineHandler: LogHandler {
    let lines: LogLines
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    init(lines: LogLines) { self.lines = lines }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.append("\(event.level): \(event.message) \(event.metadata ?? [:])")
    }
}
