import Foundation
import JSONStore
import Logging
import ObjectGraph
import SampleModels
import Synchronization
import TestSupport
import Testing

/// What a store tells a logger.
struct LogTests {
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func append(_ line: String) {
            lines.withLock { $0.append(line) }
        }
    }

    private struct Handler: LogHandler {
        let lines: Lines
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]

        init(lines: Lines) { self.lines = lines }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.append("\(event.level): \(event.message) \(event.metadata ?? [:])")
        }
    }

    @Test func whatAStoreDoesIsLogged() throws {
        let lines = Lines()
        let file = try StoreFile()
        let logger = Logger(label: "test") { _ in Handler(lines: lines) }
        try file.session(JSONStoreOptions(logger: logger)) { context in
            for name in ["secret", "hidden"] {
                Superhero(context: context).name = name
                try context.save()
            }
        }
        let expected = [
            "info: there is no store yet", "info: the file was written", "debug: saved", "debug: saved",
            "info: the journal was folded into the file", "info: the store was closed",
        ]
        #expect(lines.all.count == expected.count)
        for (line, beginning) in zip(lines.all, expected) { #expect(line.hasPrefix(beginning), "\(line)") }
        #expect(!lines.all.contains { $0.contains("secret") })
        try file.write("{")
        #expect(throws: JSONStoreError.self) { try file.open(.system, JSONStoreOptions(logger: logger)) }
        #expect(lines.all.last?.hasPrefix("error: the store was not opened") == true)
    }
}
