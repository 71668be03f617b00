import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
                let place = try createFolder("\(side)-\(round)")
                insertions[side, default: []].append(try perform(.insert, side, place, Self.objectCount))
                readings[side, default: []].append(try perform(.readAll, side, place, Self.objectCount))
            }
        }
        let size = try sizeBytes("modelgen-0/People.json")
        compare("P1", "open, fetch all, read every attribute of \(Self.objectCount)", readings, bar: 0.5)
        compare("P2", "insert \(Self.objectCount), one durable save", insertions, bar: 0.35)
        try compareSingleSaves()
        try compareMemory(readings[.modelgen] ?? [], size)
        try measureSizes()
        try compareContexts()
        try compareMigration()
    }

    /// What the objects take: the memory of P1 beyond that of the same process with a few objects, most of which are
    /// pages of Swift's libraries.
    private mutating func compareMemory(_ readings: [Work.Result], _ sizeBytes: Int) throws {
        let place = try createFolder("memory-of-few")
        _ = try perform(.insert, .modelgen, place, 10)
        let few = try (0..<Self.roundCount).map { _ in
            Double(try perform(.readAll, .modelgen, place, 10).peakMemoryBytes)
        }
        let all = median(readings.map { Double($0.peakMemoryBytes) })
        let memory = all - median(few)
        report.add(
            "P10", "memory of P1, beyond that of 10 objects (\(String(format: "%.1f MB", all / 1e6)) in all)",
            String(format: "%.1f MB", memory / 1e6), against: "size of the JSON",
            String(format: "%.1f MB", Double(sizeBytes) / 1e6), memory / Double(sizeBytes), bar: 2)
    }

    /// Migrating reads the store, and writes it.
    private mutating func compareMigration() throws {
        var times: [Work.Kind: [Double]] = [:]
        for round in 0..<Self.roundCount {
            let place = try createFolder("migration-\(round)")
            _ = try perform(.insert, .modelgen, place, Self.objectCount)
            sync()
            for kind in [Work.Kind.open, .migrate] {
                times[kind, default: []].append(try perform(kind, .modelgen, place, Self.objectCount).seconds)
            }
        }
        let (migrating, opening) = (median(times[.migrate] ?? []), median(times[.open] ?? []))
        report.add(
            "M1", "migrate \(Self.objectCount) objects, one attribute new and one renamed", milliseconds(migrating),
            against: "opening the store", milliseconds(opening), migrating / opening, bar: 2.5)
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
                let place = try createFolder("single-\(side)")
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
                let place = try createFolder("contexts-\(kind)-\(round)")
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
        let counts = [1_000, 100_000, 1_000_000]
        var places: [Int: URL] = [:]
        for count in counts {
            let place = try createFolder("size-\(count)")
            _ = try perform(.insert, .modelgen, place, count)
            places[count] = place
        }
        let sizes = try places.mapValues { try sizeBytes("\($0.lastPathComponent)/People.json") }
        try measureOpening(places, sizes)
        try measureWriting(places, sizes)
        let saves = try measure(.insertOneByOne, places)
        let first = saves[1_000] ?? .nan
        for count in counts {
            let save = saves[count] ?? .nan
            report.add(
                "S3", "save one object in a store of \(count)", String(format: "%.3f ms", save * 1000),
                against: "in a store of 1,000", "", count == 1_000 ? nil : save / first, bar: count == 1_000 ? nil : 1.5
            )
        }
    }

    private mutating func measureOpening(_ places: [Int: URL], _ sizes: [Int: Int]) throws {
        let times = try measure(.open, places)
        for (count, seconds) in times.sorted(by: { $0.key < $1.key }) {
            addRate("S1", "open \(count) objects", count, sizes[count] ?? 0, seconds)
        }
        let each = times.map { ($0.key, $0.value / Double($0.key)) }
        let nanoseconds = Dictionary(uniqueKeysWithValues: each).mapValues { $0 * 1e9 }
        guard let few = nanoseconds[100_000], let many = nanoseconds[1_000_000] else { return }
        report.add(
            "S1", "open 1000000 objects, each", String(format: "%.0f ns", many), against: "each of 100000",
            String(format: "%.0f ns", few), many / few, bar: 1.25)
    }

    /// Writing the whole file: to memory, which is what it takes in this process and no medium's affair, and to the
    /// medium's file system, without waiting for the medium.
    private mutating func measureWriting(_ places: [Int: URL], _ sizes: [Int: Int]) throws {
        let memory = URL(filePath: "/dev/shm")
        if FileManager.default.isWritableFile(atPath: memory.path(percentEncoded: false)) {
            let folder = memory.appending(path: folder.lastPathComponent)
            defer { try? FileManager.default.removeItem(at: folder) }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var copies: [Int: URL] = [:]
            for (count, place) in places {
                let copy = folder.appending(path: place.lastPathComponent)
                try FileManager.default.copyItem(at: place, to: copy)
                copies[count] = copy
            }
            for (count, seconds) in try measure(.write, copies).sorted(by: { $0.key < $1.key }) {
                addRate("S2", "write \(count) objects to memory", count, sizes[count] ?? 0, seconds)
            }
        }
        for (count, seconds) in try measure(.write, places).sorted(by: { $0.key < $1.key }) {
            addRate("S2", "write \(count) objects to a file", count, sizes[count] ?? 0, seconds, hasBar: false)
        }
    }

    private mutating func addRate(
        _ number: String, _ work: String, _ count: Int, _ sizeBytes: Int, _ seconds: Double, hasBar: Bool = true
    ) {
        let rate = Double(sizeBytes) / seconds / 1e6
        report.add(
            number, work, milliseconds(seconds), against: "400 MB/s", String(format: "%.0f MB/s", rate), nil,
            isPassed: hasBar && count >= 100_000 ? rate >= 400 : nil)
    }

    /// The middle one of some times for each size. They are measured in turn, so that what the machine does besides is
    /// the same for all of them.
    private func measure(_ kind: Work.Kind, _ places: [Int: URL]) throws -> [Int: Double] {
        var times: [Int: [Double]] = [:]
        for _ in 0..<Self.roundCount {
            // What was written before is on its way to the medium, which would be waited for.
            sync()
            for (count, place) in places.sorted(by: { $0.key < $1.key }) {
                let result = try perform(kind, .modelgen, place, count)
                times[count, default: []].append(result.secondsEach ?? result.seconds)
            }
        }
        return times.mapValues(median)
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

    private func createFolder(_ name: String) throws -> URL {
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
