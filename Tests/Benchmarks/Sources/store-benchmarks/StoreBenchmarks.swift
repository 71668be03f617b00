import Foundation

/// Prints a table of what stores cost, each row against its peers on the same work in the same run.
///
/// Usage: `store-benchmarks [--json <file>]`
@main
struct StoreBenchmarks {
    private static let objectCount = 100_000
    private static let roundCount = 5

    let folder: URL
    var report = Report(
        machine:
            "\(ProcessInfo.processInfo.operatingSystemVersionString), \(ProcessInfo.processInfo.processorCount) cores",
        versions: ["GRDB": "7.10.0", "Swift": swiftVersion])

    static func main() throws {
        let arguments = CommandLine.arguments
        if arguments.count == 3, arguments[1] == "perform" {
            let work = try JSONDecoder().decode(Work.self, from: Data(arguments[2].utf8))
            FileHandle.standardOutput.write(try JSONEncoder().encode(try work.perform()))
            return
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "store-benchmarks-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var benchmarks = StoreBenchmarks(folder: folder)
        Report.printHead()
        try benchmarks.run()
        guard arguments.count == 3, arguments[1] == "--json" else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(benchmarks.report).write(to: URL(filePath: arguments[2]))
    }

    mutating func run() throws {
        let sides = Work.SideName.allCases
        var insertions: [Work.SideName: [Work.Result]] = [:]
        var readings: [Work.SideName: [Work.Result]] = [:]
        for round in 0..<Self.roundCount {
            for side in sides {
                let place = try makeFolder("\(side)-\(round)")
                insertions[side, default: []].append(try perform(.insert, side, place, Self.objectCount))
                readings[side, default: []].append(try perform(.readAll, side, place, Self.objectCount))
            }
        }
        let size = try sizeBytes("modelgen-0/People.json")
        compare("P1", "open, fetch all, read every attribute of \(Self.objectCount)", readings, bar: 0.5)
        compare("P2", "insert \(Self.objectCount), one durable save", insertions, bar: 0.35)
        try compareSingleSaves()
        let memory = median(readings[.modelgen]?.map { Double($0.peakMemoryBytes) } ?? [])
        report.add(
            "P10", "resident memory of P1", String(format: "%.1f MB", memory / 1e6), against: "size of the JSON",
            String(format: "%.1f MB", Double(size) / 1e6), memory / Double(size), bar: 3)
        try measureSizes()
        try compareContexts()
    }

    private mutating func compare(
        _ number: String, _ work: String, _ results: [Work.SideName: [Work.Result]], bar: Double
    ) {
        let own = median(results[.modelgen]?.map(\.seconds) ?? [])
        for (side, name) in [
            (Work.SideName.records, "GRDB, Codable records"), (.rows, "GRDB, raw rows"),
            (.foundation, "Foundation's coders"),
        ] {
            let peer = median(results[side]?.map(\.seconds) ?? [])
            report.add(
                number, work, milliseconds(own), against: name, milliseconds(peer), own / peer,
                bar: side == .records ? bar : nil)
        }
    }

    private mutating func compareSingleSaves() throws {
        var times: [Work.SideName: [Double]] = [:]
        for round in 0..<10 {
            for side in [Work.SideName.modelgen, .records, .rows] {
                let place = try makeFolder("single-\(side)")
                if round == 0 { _ = try perform(.insert, side, place, 100) }
                let result = try perform(.insertOneByOne, side, place, 100 * (round + 1))
                times[side, default: []].append(result.secondsEach ?? 0)
            }
        }
        let own = median(times[.modelgen] ?? []) * 1000
        for (side, name) in [(Work.SideName.records, "GRDB, WAL, FULL"), (.rows, "GRDB, raw statement")] {
            let peer = median(times[side] ?? []) * 1000
            report.add(
                "P3", "1,000 single-object durable saves", milliseconds(own), against: name, milliseconds(peer),
                own / peer, bar: side == .records ? 1 : nil)
        }
    }

    /// What contexts gain that save at the same time.
    private mutating func compareContexts() throws {
        var times: [Work.Kind: [Double]] = [:]
        for round in 0..<Self.roundCount {
            for kind in [Work.Kind.saveInTurn, .saveTogether] {
                let place = try makeFolder("contexts-\(kind)-\(round)")
                times[kind, default: []].append(try perform(kind, .modelgen, place, 1000).seconds)
            }
        }
        let (together, inTurn) = (median(times[.saveTogether] ?? []), median(times[.saveInTurn] ?? []))
        report.add(
            "S4", "1,000 single-object durable saves by ten contexts at once", milliseconds(together),
            against: "by one context", milliseconds(inTurn), together / inTurn, bar: 0.8)
    }

    /// What must not depend on the size of the store, and what must be linear in it.
    private mutating func measureSizes() throws {
        var firstSave: Double?
        var firstOpening: Double?
        for count in [1_000, 100_000, 1_000_000] {
            let place = try makeFolder("size-\(count)")
            _ = try perform(.insert, .modelgen, place, count)
            let sizeBytes = try sizeBytes("size-\(count)/People.json")
            let openings = try (0..<3).map { _ in try perform(.open, .modelgen, place, count) }
            let opening = median(openings.map(\.seconds))
            let rate = Double(sizeBytes) / opening / 1e6
            report.add(
                "S1", "open \(count) objects: \(String(format: "%.0f", opening / Double(count) * 1e9)) ns each",
                milliseconds(opening), against: "each of 100,000", String(format: "%.0f MB/s", rate),
                count == 1_000_000 ? opening / Double(count) / (firstOpening ?? 1) : nil,
                isPassed: count == 1_000_000 ? opening / Double(count) / (firstOpening ?? 1) <= 1.25 : nil)
            if count == 100_000 { firstOpening = opening / Double(count) }
            let writing = median(try (0..<3).map { _ in try perform(.write, .modelgen, place, count).seconds })
            report.add(
                "S2", "write \(count) objects, without waiting for the medium", milliseconds(writing),
                against: "400 MB/s",
                String(format: "%.0f MB/s", Double(sizeBytes) / writing / 1e6), nil)
            let save = try perform(.insertOneByOne, .modelgen, place, count).secondsEach ?? 0
            report.add(
                "S3", "save one object in a store of \(count)", String(format: "%.3f ms", save * 1000),
                against: "in a store of 1,000", "", firstSave.map { save / $0 }, bar: firstSave == nil ? nil : 1.5)
            firstSave = firstSave ?? save
        }
    }

    private func perform(
        _ kind: Work.Kind, _ side: Work.SideName, _ place: URL, _ count: Int
    ) throws -> Work.Result {
        let work = Work(kind: kind, side: side, folder: place.path(percentEncoded: false), count: count)
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["perform", String(decoding: try JSONEncoder().encode(work), as: UTF8.self)]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return try JSONDecoder().decode(Work.Result.self, from: data)
    }

    private func makeFolder(_ name: String) throws -> URL {
        let place = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: place.appending(path: "Rows"), withIntermediateDirectories: true)
        return place
    }

    private func sizeBytes(_ path: String) throws -> Int {
        try folder.appending(path: path).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    }

    private func median(_ values: [Double]) -> Double {
        values.isEmpty ? .nan : values.sorted()[values.count / 2]
    }

    private func milliseconds(_ seconds: Double) -> String { String(format: "%.1f ms", seconds * 1000) }

    private static var swiftVersion: String {
        #if swift(>=6.4)
            "6.4 or later"
        #elseif swift(>=6.3)
            "6.3"
        #else
            "6.2 or earlier"
        #endif
    }
}
