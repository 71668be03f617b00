import Foundation
import ObjectGraph
import SQLiteStore
import StoreTestSupport
import TestSupport
import Testing

/// Files damaged in every small way: an error, or what can be read; never a crash, never a changed file.
struct DamageTests {
    /// Opens and reads what is in a file.
    ///
    /// - Returns: What it says; nil where it is refused.
    private func read(_ file: SQLiteFile, _ damaged: [UInt8], _ place: String) throws -> [String]? {
        try file.write(damaged)
        let files = try FileManager.default.contentsOfDirectory(atPath: file.folder.url.path(percentEncoded: false))
        defer {
            #expect((try? file.bytes) == damaged, "\(place)")
            #expect(
                (try? FileManager.default.contentsOfDirectory(atPath: file.folder.url.path(percentEncoded: false)))
                    == files, "\(place)")
        }
        do {
            return try SmallStore.contents(file.open(.readOnly))
        } catch let error as SQLiteStoreError {
            #expect(error.path == file.path && !error.message.isEmpty, "\(place): \(error)")
            return nil
        }
    }

    @Test func aFileThatIsCutOff() throws {
        let file = try SmallStore.make()
        let bytes = try file.bytes
        let whole = try #require(try read(file, bytes, "whole"))
        #expect(whole.count > 20)
        var lengths = Set(stride(from: 0, to: bytes.count, by: 997)).union(stride(from: 0, to: bytes.count, by: 4096))
        lengths.formUnion([1, 15, 16, 17, 99, 100, 101, 511, 512, bytes.count - 1])
        for length in lengths.sorted() {
            let found = try read(file, Array(bytes[..<length]), "\(length) bytes")
            // Pages that nothing of the model is in may be missing.
            #expect(found == nil || found == whole, "\(length) bytes")
        }
    }

    @Test func aBitThatIsFlipped() throws {
        var generator = SplitMix.freshlySeeded()
        let file = try SmallStore.make()
        let bytes = try file.bytes
        // Most of the file is empty, and nothing depends on that.
        let used = bytes.indices.filter { bytes[$0] != 0 }
        var refused = 0
        let count = CrashEffort.rounds(usual: 1_500, full: 50_000)
        for _ in 0..<count {
            let index = used.randomElement(using: &generator) ?? 0
            let bit = UInt8.random(in: 0..<8, using: &generator)
            var damaged = bytes
            damaged[index] ^= 1 << bit
            if try read(file, damaged, "bit \(bit) of byte \(index)") == nil { refused += 1 }
        }
        print("\(count) bits flipped: \(refused) noticed")
        #expect(refused > count / 20)
    }

    @Test func aBitThatIsFlippedOfAStoreThatIsWrittenTo() throws {
        var generator = SplitMix.freshlySeeded()
        let file = try SmallStore.make()
        let bytes = try file.bytes
        let used = bytes.indices.filter { bytes[$0] != 0 }
        for _ in 0..<CrashEffort.rounds(usual: 200, full: 20_000) {
            let index = used.randomElement(using: &generator) ?? 0
            let bit = UInt8.random(in: 0..<8, using: &generator)
            var damaged = bytes
            damaged[index] ^= 1 << bit
            for name in try file.contents().keys where name != file.url.lastPathComponent {
                try FileManager.default.removeItem(at: file.folder.url.appending(path: name))
            }
            try file.write(damaged)
            do {
                try file.session { context in
                    let parts = try context.fetch(FetchRequest<ManagedObject>(entityName: "Part"))
                    parts.first?.setValue("changed", forKey: "name")
                    let new = context.insertNewObject(forEntityName: "Part")
                    new.setValue("new", forKey: "name")
                    try context.save()
                }
            } catch let error as SQLiteStoreError {
                #expect(error.path == file.path && !error.message.isEmpty, "bit \(bit) of byte \(index): \(error)")
            } catch {
                // What a damaged row says may be in the way of the save.
                #expect(
                    error is MergeConflict || error is BrokenPromise,
                    "bit \(bit) of byte \(index): \(error)")
            }
        }
    }
}
