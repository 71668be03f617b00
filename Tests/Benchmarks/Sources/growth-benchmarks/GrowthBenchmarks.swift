import BenchmarkModels
import Foundation
import ObjectGraph
import SQLiteStore

/// Prints what work costs as its size grows: each row beside a smaller size, or beside the same work by hand with GRDB.
///
/// With arguments, only the parts with these names are measured.
@main
enum GrowthBenchmarks {
    static func main() throws {
        if let work = MemoryWork(arguments: CommandLine.arguments) { return try work.perform() }
        let folder = FileManager.default.temporaryDirectory.appending(path: "growth-benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let parts: [(name: String, run: (URL) throws -> Void)] = [
            ("undo", { _ in try undo() }), ("pages", pages), ("members", members), ("batches", batches),
            ("operations", operations), ("blobs", blobs), ("upserts", upserts), ("scaling", scaling),
        ]
        print("| work | figure | beside | its figure | ratio | bar | |")
        print("|---|---|---|---|---|---|---|")
        let wanted = CommandLine.arguments.dropFirst()
        for part in parts where wanted.isEmpty || wanted.contains(part.name) { try part.run(folder) }
    }

    // MARK: Rows

    /// Prints the medians of interleaved rounds.
    ///
    /// - Parameter work: Two kinds of work, each of which returns its seconds.
    static func row(
        _ name: String, beside other: String, bar: Double?, rounds: Int = 5, _ work: () throws -> (Double, Double)
    ) rethrows {
        var times: [(Double, Double)] = []
        for _ in 0..<rounds { times.append(try work()) }
        let own = times.map(\.0).sorted()[rounds / 2]
        let peer = times.map(\.1).sorted()[rounds / 2]
        let verdict = bar.map { own / peer <= $0 ? "ok" : "MISS" } ?? ""
        printRow(
            name, String(format: "%.3f ms", own * 1000), other, String(format: "%.3f ms", peer * 1000),
            String(format: "%.2f ×", own / peer), bar.map { "≤ \($0) ×" } ?? "", verdict)
    }

    static func printRow(_ columns: String...) {
        print("| \(columns.joined(separator: " | ")) |")
    }

    static func seconds(_ work: () throws -> Void) rethrows -> Double {
        let duration = try ContinuousClock().measure(work)
        return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }
}
