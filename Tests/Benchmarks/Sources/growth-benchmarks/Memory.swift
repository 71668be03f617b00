import BenchmarkModels
import Foundation
import ObjectGraph
import SQLiteStore

/// What memory work takes as it goes on, or as values get large.
extension GrowthBenchmarks {
    static func batches(in folder: URL) throws {
        let file = try fillMany(in: folder)
        let empty = try MemoryWork(kind: .empty, file: file).run()
        for (kind, name) in [(MemoryWorkKind.batches, "as they come"), (.sortedBatches, "by name")] {
            let result = try MemoryWork(kind: kind, file: file).run()
            let peak = Double(result.peakBytes - empty.peakBytes) / 1e6
            printRow(
                "read \(manyCount) in batches of 1,000, \(name)",
                String(format: "%.1f MB, %.1f s", peak, result.seconds), "", "", "", "≤ 60 MB",
                peak <= 60 ? "ok" : "MISS")
        }
    }

    static func operations(in folder: URL) throws {
        let few = try MemoryWork(kind: .fewOperations, file: folder.appending(path: "few.sqlite")).run()
        let many = try MemoryWork(kind: .manyOperations, file: folder.appending(path: "many-operations.sqlite")).run()
        let growth = Double(many.residentBytes - few.residentBytes) / Double(MemoryWorkKind.manyOperationCount * 2 / 3)
        printRow(
            "\(MemoryWorkKind.manyOperationCount) operations", String(format: "%.1f bytes each", growth),
            "\(MemoryWorkKind.manyOperationCount / 3)", "", "", "≤ 4 bytes", growth <= 4 ? "ok" : "MISS")
        let file = folder.appending(path: "deletion.sqlite")
        var times: [Double] = []
        for count in [50_000, 500_000] {
            try FileManager.default.removeStore(at: file)
            let container = try openContainer(file, People.model)
            let context = container.newContext()
            for number in 1...count { Person(context: context).set(PersonValues(number: number)) }
            try context.save()
            times.append(
                try seconds {
                    _ = try container.newContext().execute(BatchDeleteRequest(fetchRequest: FetchRequest<Person>()))
                })
        }
        let ratio = times[1] / times[0]
        printRow(
            "delete 500,000 by a batch request", String(format: "%.2f s", times[1]), "50,000",
            String(format: "%.2f s", times[0]), String(format: "%.1f ×", ratio), "≤ 15 ×", ratio <= 15 ? "ok" : "MISS")
    }

    static func blobs(in folder: URL) throws {
        let file = folder.appending(path: "blob.sqlite")
        let empty = try MemoryWork(kind: .empty, file: file).run()
        for (kind, name) in [(MemoryWorkKind.writeBlob, "save"), (.readBlob, "read")] {
            let result = try MemoryWork(kind: kind, file: file).run()
            let peak = Double(result.peakBytes - empty.peakBytes) / Double(Blobs.byteCount)
            printRow(
                "\(name) a blob of 100 MB", String(format: "%.0f MB", peak * 100), "its size", "100 MB",
                String(format: "%.2f ×", peak), "≤ 1.5 ×", peak <= 1.5 ? "ok" : "MISS")
        }
    }
}

extension FileManager {
    func removeStore(at file: URL) throws {
        for suffix in ["", "-wal", "-shm"] {
            let path = file.path(percentEncoded: false) + suffix
            if fileExists(atPath: path) { try removeItem(atPath: path) }
        }
    }
}
