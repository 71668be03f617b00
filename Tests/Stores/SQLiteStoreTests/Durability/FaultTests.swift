import CSQLite
import Foundation
import ObjectGraph
import SQLiteStore
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// Each operation on the files fails in turn: a clear error, the old state or the new one, and the next save works.
struct FaultTests {
    /// What an operation that fails says, and whether all others after it fail too.
    enum Kind: CaseIterable {
        case once, full, lasting, lastingFull

        func fault(after count: Int) -> TestFileSystem.Fault {
            TestFileSystem.Fault(
                countdown: count, isLasting: self == .lasting || self == .lastingFull,
                result: self == .full || self == .lastingFull ? SQLITE_FULL : nil)
        }
    }

    @Test("Any file operation can fail without damaging the store", arguments: Kind.allCases)
    func anyOperationFails(_ kind: Kind) throws {
        let step = CrashEffort.isFull ? 1 : 8
        var count = Int(SplitMix.seeded().seed % UInt64(step))
        while try runScript(kind, failingAfter: count) { count += step }
        // Making the store, saves, and folding the journal in are all among them.
        #expect(count > 100)
    }

    /// Saves, with an operation that fails on the way, and reopens the store.
    ///
    /// - Returns: Whether there was an operation to fail.
    private func runScript(_ kind: Kind, failingAfter count: Int) throws -> Bool {
        let file = try SQLiteFile()
        let fileSystem = try TestFileSystem()
        let place = Comment(rawValue: "\(kind), operation \(count)")
        fileSystem.fail(kind.fault(after: count))
        var expected = Script()
        var isMet = false
        for _ in 0..<2 {
            do {
                let context = try file.openContext(.on(fileSystem))
                try withExtendedLifetime(context) {
                    try run(&expected, context, fileSystem, place)
                }
            } catch let error as StoreError {
                // The store could not be opened or made.
                #expect(Script.codes.contains(error.code), "\(place): \(error)")
                #expect(error.location == file.path && !error.message.isEmpty, place)
            }
            isMet = isMet || fileSystem.hasFailed
            try expectWhole(file, expected, place)
        }
        // Whatever is left beside the file does not keep the next from working.
        try file.session { context in
            Superhero(context: context).name = "last"
            try context.save()
        }
        expected.names.insert("last")
        try expectWhole(file, expected, place)
        return isMet
    }

    /// What saves lead to.
    private struct Script {
        var names: Set<String> = []
        var round = 0

        static let codes: Set<StoreError.Code> = [.fileSystem, .outOfSpace, .readOnly, .damaged]
    }

    private func run(
        _ script: inout Script, _ context: ManagedObjectContext, _ fileSystem: TestFileSystem, _ place: Comment
    ) throws {
        for step in 0..<5 {
            script.round += 1
            var names = script.names
            do {
                try change(context, step, script.round, &names)
                try context.save()
                script.names = names
            } catch let error as StoreError {
                #expect(fileSystem.hasFailed, "\(place): \(error)")
                #expect(error.code == .fileSystem || error.code == .outOfSpace, "\(place): \(error)")
                context.rollback()
                // What was there is read as before, by the same context.
                let left = try Set(context.all(Superhero.self).compactMap(\.name))
                #expect(left == script.names, place)
                fileSystem.fail(nil)
                // The same store goes on when the file system does.
                Superhero(context: context).name = "after \(script.round)"
                try context.save()
                script.names.insert("after \(script.round)")
            }
            let stored = try Set(context.all(Superhero.self).compactMap(\.name))
            #expect(stored == script.names, place)
        }
    }

    /// An insertion, an update, links, a deletion, and values that need many pages.
    private func change(
        _ context: ManagedObjectContext, _ step: Int, _ round: Int, _ names: inout Set<String>
    ) throws {
        let hero = Superhero(context: context)
        hero.name = "hero \(round)"
        names.insert("hero \(round)")
        let heroes = try context.all(Superhero.self)
        switch step {
        case 1:
            let team = Team(context: context)
            for hero in heroes { team.addToHeroes(hero) }
        case 2:
            let changed = heroes[0]
            changed.name.map { _ = names.remove($0) }
            changed.name = "changed \(round)"
            names.insert("changed \(round)")
        case 3:
            heroes[0].name.map { _ = names.remove($0) }
            context.delete(heroes[0])
        case 4:
            hero.abilities = String(repeating: "x", count: 20_000)
        default:
            break
        }
    }

    private func expectWhole(_ file: SQLiteFile, _ expected: Script, _ place: Comment) throws {
        guard FileManager.default.fileExists(atPath: file.path) else {
            #expect(expected.names.isEmpty, place)
            return
        }
        #expect(try DatabaseFile(file.url).integrity() == "ok", place)
        try file.session { context in
            let stored = try Set(context.all(Superhero.self).compactMap(\.name))
            #expect(stored == expected.names, place)
            try context.expectSound(place)
        }
        #expect(try SQLiteStore.check(file.url, model: file.model).isEmpty, place)
    }
}
