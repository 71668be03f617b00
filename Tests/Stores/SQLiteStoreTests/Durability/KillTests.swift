import Foundation
import ObjectGraph
import SQLiteStore
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// Processes that save all the time are killed at random moments: what they have acknowledged is there, whole.
struct KillTests {
    @Test("Completed saves are in the store after its process is killed")
    func acknowledgedSavesSurviveAKill() throws {
        var generator = SplitMix.seeded()
        let file = try SQLiteFile()
        var last = 0
        for round in 0..<CrashEffort.rounds(usual: 20, full: 1_000) {
            let writer = try WriterProcess([file.path])
            let acknowledged = writer.killed(after: Int.random(in: 0...8, using: &generator), &generator)
            if FileManager.default.fileExists(atPath: file.path) {
                #expect(try DatabaseFile(file.url).integrity() == "ok", "round \(round), seed \(generator.seed)")
            }
            last = try file.session {
                try $0.expectSaves(upTo: acknowledged.last ?? last, "round \(round), seed \(generator.seed)")
            }
        }
        #expect(last > 20)
        #expect(try SQLiteStore.check(file.url, model: file.model).isEmpty)
    }

    /// The header of a journal with pages of 4,096 bytes, as SQLite writes it before the first change.
    private static let journalHeader: [UInt8] = [
        0x37, 0x7F, 0x06, 0x82, 0x00, 0x2D, 0xE2, 0x18, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x0E, 0x4F, 0x87, 0xEB, 0x60, 0xEC, 0x0B, 0x04, 0xC0, 0x6E, 0x52, 0x21, 0x7C, 0x62, 0x16, 0x26,
    ]

    @Test("A store whose writer was killed during its first save can be read at once")
    func killedAtFirstSave() throws {
        let file = try SQLiteFile()
        try file.session { context in
            context.insertNewObject(forEntityName: "Superhero").setValue("Bruce Wayne", forKey: "name")
            try context.save()
        }
        try Data(Self.journalHeader).write(to: file.folder.url.appending(path: "Store.sqlite-wal"))
        try Data(count: 32_768).write(to: file.folder.url.appending(path: "Store.sqlite-shm"))
        let before = try file.contents()
        let start = ContinuousClock.now
        try file.session(.readOnly) { context in
            let names = try context.all(Superhero.self).map(\.name)
            #expect(names == ["Bruce Wayne"])
        }
        // SQLite by itself waits for ten seconds.
        #expect(ContinuousClock.now - start < .seconds(8))
        #expect(try file.contents() == before)
        try file.session { context in
            try context.all(Superhero.self).first?.name = "Batman"
            try context.save()
        }
        try file.session(.readOnly) { context in
            let names = try context.all(Superhero.self).map(\.name)
            #expect(names == ["Batman"])
        }
    }

    @Test("Several processes can save at the same time")
    func severalProcessesSaveAtOnce() throws {
        let file = try SQLiteFile()
        let saveCount = 60
        // Both make the store where there is none.
        let writers = try ["first", "second"].map { try WriterProcess([file.path, $0, String(saveCount)]) }
        try readWhileTheyWrite(file, writers)
        for writer in writers { #expect(writer.finished() == Array(0..<saveCount)) }
        try expectHeroes(file, ["first": saveCount, "second": saveCount])
        #expect(try SQLiteStore.check(file.url, model: file.model).isEmpty)
    }

    @Test("Several processes can be killed while they save")
    func severalProcessesAreKilledWhileTheySave() throws {
        var generator = SplitMix.seeded()
        let file = try SQLiteFile()
        for round in 0..<CrashEffort.rounds(usual: 4, full: 100) {
            let names = ["\(round)a", "\(round)b"]
            let writers = try names.map { try WriterProcess([file.path, $0, "1000000"]) }
            var least: [String: Int] = [:]
            for (name, writer) in zip(names, writers) {
                least[name] = writer.killed(after: Int.random(in: 0...10, using: &generator), &generator).count
            }
            try expectHeroes(file, least, mayHaveOneMore: true)
            #expect(try DatabaseFile(file.url).integrity() == "ok", "seed \(generator.seed)")
        }
        #expect(try SQLiteStore.check(file.url, model: file.model).isEmpty)
    }

    /// Reads the store again and again, until the writers have ended, and expects whole saves each time.
    private func readWhileTheyWrite(_ file: SQLiteFile, _ writers: [WriterProcess]) throws {
        let store = try file.open()
        let entity = try #require(file.model.entitiesByName["Superhero"])
        let name = try #require(entity.attributes.firstIndex { $0.name == "name" })
        let query = StoreQuery(entity: entity, entityNames: [entity.name])
        repeat {
            let view = try store.openView()
            guard case .rows(let rows) = try view.execute(query).objects else {
                Issue.record("rows are asked for")
                return
            }
            let byName = Dictionary(grouping: rows) { $0.values[name] }
            // Each save makes two heroes of one name.
            #expect(byName.values.allSatisfy { $0.count == 2 })
            #expect(Set(rows.map(\.objectID)).count == rows.count)
            #expect(try view.count(query) == rows.count)
        } while writers.contains(where: \.isRunning)
    }

    /// Expects the heroes of a number of saves by each writer, and nobody twice.
    private func expectHeroes(_ file: SQLiteFile, _ saveCounts: [String: Int], mayHaveOneMore: Bool = false) throws {
        try file.session { context in
            let heroes = try context.all(Superhero.self)
            #expect(Set(heroes.map(\.objectID)).count == heroes.count)
            let names = heroes.compactMap(\.name)
            for (writer, count) in saveCounts {
                let numbers = names.filter { $0.hasPrefix("\(writer) ") }.compactMap { $0.split(separator: " ").last }
                    .compactMap { Int($0) }.sorted()
                #expect(
                    numbers == (0..<count).flatMap { [$0, $0] }
                        || mayHaveOneMore && numbers == (0...count).flatMap { [$0, $0] }, "\(writer)")
            }
            try context.expectSound()
        }
    }
}
