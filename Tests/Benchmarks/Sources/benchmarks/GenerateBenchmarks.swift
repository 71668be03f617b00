import Foundation

/// P7 to P9: what `modelgen generate` costs as a process of its own.
struct GenerateBenchmarks {
    /// What SwiftGen's Core Data template took for the largest public model on a machine of this kind. It cannot be
    /// built here, so the figure was recorded once.
    private static let swiftGenSeconds = 8.9
    /// Of the processor, for the largest public model.
    private static let maximumSeconds = 0.040
    private static let roundCount = 11
    private static let turnCount = 5

    /// The tool, built for release.
    let tool: String
    let folder: URL

    func printTable(largestModel: URL?) throws {
        print("\n| # | work | time | system | memory | against | ratio | bar | |")
        print("|---|---|---|---|---|---|---|---|---|")
        if let largestModel { try printLargest(largestModel) }
        try printSizes()
    }

    private func printLargest(_ contents: URL) throws {
        let cost = try cost(
            of: contents.deletingLastPathComponent().path(percentEncoded: false), below: Self.memoryFolder ?? folder)
        let seconds = cost.processorSeconds + cost.systemSeconds
        let ratio = seconds / Self.swiftGenSeconds
        row(
            "P7", "generate the largest public model, cold process", cost, "SwiftGen: 8.9 s (recorded)",
            String(format: "%.4f ×, %.1f ms", ratio, seconds * 1000), "≤ 0.05 ×, 40 ms",
            ratio <= 0.05 && seconds <= Self.maximumSeconds)
        try printUnchanged(contents, full: cost)
    }

    private func printUnchanged(_ contents: URL, full: ProcessCost) throws {
        let arguments = [
            "generate", contents.deletingLastPathComponent().path(percentEncoded: false), "--output",
            folder.appending(path: "Unchanged").path(percentEncoded: false),
        ]
        // What is remembered for the runs below belongs to no user.
        setenv("XDG_CACHE_HOME", folder.appending(path: "Cache").path(percentEncoded: false), 1)
        defer { unsetenv("XDG_CACHE_HOME") }
        _ = try ProcessCost(running: tool, arguments)
        let cost = try (0..<Self.roundCount).map { _ in try ProcessCost(running: tool, arguments) }
            .sorted { $0.processorSeconds < $1.processorSeconds }[Self.roundCount / 2]
        let ratio =
            (cost.processorSeconds + cost.systemSeconds) / (full.processorSeconds + full.systemSeconds)
        row(
            "P8", "generate it again, nothing changed", cost, "its own full run", String(format: "%.2f ×", ratio),
            "≤ 0.12 ×", ratio <= 0.12)
    }

    /// A number of entities, and how often a turn generates a model of it.
    private struct Size {
        let entityCount: Int
        let runCount: Int

        static let all = [
            Size(entityCount: 10, runCount: 11), Size(entityCount: 100, runCount: 11),
            Size(entityCount: 1_000, runCount: 5), Size(entityCount: 10_000, runCount: 1),
        ]
    }

    /// The sizes take turns, and each is compared with the hundred entities of its own turn:
    /// machines change their speed.
    ///
    /// What the smallest size takes is taken off first: most of it is for the process and the templates.
    private func printSizes() throws {
        let models = try Size.all.map { try SyntheticModel.write(entityCount: $0.entityCount, into: folder) }
        let turns = try (0..<Self.turnCount).map { _ in
            try zip(models, Size.all).map { model, size in
                try cost(of: model, rounds: size.runCount, below: Self.memoryFolder ?? folder)
            }
        }
        for (place, size) in Size.all.enumerated() {
            let turn = turns.sorted { $0[place].processorSeconds < $1[place].processorSeconds }[Self.turnCount / 2]
            let work = "generate \(size.entityCount) entities"
            guard place > 0 else {
                row("P9", work, turn[place], "", "", "", nil)
                continue
            }
            func each(_ turn: [ProcessCost], _ place: Int) -> Double {
                let count = Size.all[place].entityCount - Size.all[0].entityCount
                return (turn[place].processorSeconds - turn[0].processorSeconds) / Double(count)
            }
            let ratio = turns.map { each($0, place) / each($0, 1) }.sorted()[Self.turnCount / 2]
            let milliseconds = turns.map { each($0, place) * 1000 }.sorted()[Self.turnCount / 2]
            row(
                "P9", "\(work): \(String(format: "%.3f", milliseconds)) ms each", turn[place],
                place > 1 ? "each of 100 entities" : "", place > 1 ? String(format: "%.2f ×", ratio) : "",
                place > 1 ? "± 20 %" : "", place > 1 ? (0.8...1.2).contains(ratio) : nil)
        }
    }

    /// What a file system takes to make ten thousand files is not the tool's.
    private static var memoryFolder: URL? {
        let folder = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
        return FileManager.default.isWritableFile(atPath: folder.path(percentEncoded: false)) ? folder : nil
    }

    /// The median run, each into a folder that is not there yet.
    private func cost(of model: String, rounds: Int = roundCount, below folder: URL) throws -> ProcessCost {
        try (0..<rounds).map { _ in
            let output = folder.appending(path: "modelgen-\(UUID())")
            defer { try? FileManager.default.removeItem(at: output) }
            return try ProcessCost(
                running: tool, ["generate", model, "--no-cache", "--output", output.path(percentEncoded: false)])
        }.sorted { $0.processorSeconds < $1.processorSeconds }[rounds / 2]
    }

    private func row(
        _ number: String, _ work: String, _ cost: ProcessCost, _ peer: String, _ ratio: String, _ bar: String,
        _ isPassed: Bool?
    ) {
        let columns = [
            number, work, String(format: "%.1f ms", cost.processorSeconds * 1000),
            String(format: "%.1f ms", cost.systemSeconds * 1000),
            String(format: "%.1f MB", Double(cost.memoryBytes) / 1e6), peer, ratio, bar,
            isPassed.map { $0 ? "ok" : "MISS" } ?? "",
        ]
        print("| \(columns.joined(separator: " | ")) |")
    }
}
