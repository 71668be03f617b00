import BenchmarkModels
import Foundation
import ObjectGraph
import SQLiteStore

/// Work in a process of its own, whose memory is measured.
struct MemoryWork {
    enum Kind: String {
        /// Nothing.
        case empty
        /// Opens a store.
        case open
        /// Opens a store, fetches 1,000 objects, and reads them.
        case touch
    }

    struct Result: Codable {
        var seconds: Double
        var residentBytes: Int
    }

    var kind: Kind
    var file: URL

    init(kind: Kind, file: URL) {
        self.kind = kind
        self.file = file
    }

    /// Nil where a program is not to do such work.
    init?(arguments: [String]) {
        guard arguments.count == 4, arguments[1] == "perform", let kind = Kind(rawValue: arguments[2]) else {
            return nil
        }
        self.init(kind: kind, file: URL(filePath: arguments[3]))
    }

    /// Has another process do the work.
    func run() throws -> Result {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["perform", kind.rawValue, file.path(percentEncoded: false)]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(Result.self, from: output)
    }

    /// Does the work, and prints what it took.
    func perform() throws {
        var container: PersistentContainer?
        var sum = 0
        let duration = try ContinuousClock().measure {
            guard kind != .empty else { return }
            container = try PersistentContainer(model: People.model, store: .sqlite(at: file))
        }
        if kind == .touch, let context = container?.newContext() {
            var request = FetchRequest<Person>(entityName: "Person")
            request.fetchLimit = 1_000
            sum = try context.fetch(request).reduce(0) { $0 + $1.weight }
        }
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        let resident = (pages.count > 1 ? Int(pages[1]) ?? 0 : 0) * 4096
        let seconds =
            Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        let result = Result(seconds: seconds, residentBytes: resident + (sum < 0 ? 1 : 0))
        FileHandle.standardOutput.write(try JSONEncoder().encode(result))
        withExtendedLifetime(container) {}
    }
}
