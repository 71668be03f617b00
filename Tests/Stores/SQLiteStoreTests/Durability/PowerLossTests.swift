import Foundation
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

@testable import SQLiteStore

/// Power is lost at random moments of a script of saves, with any part of what nobody has waited for on the medium.
struct PowerLossTests {
    /// What was done, and the states that saves lead to, the first of none.
    private struct Script {
        var log: [TestFileSystem.Operation] = []
        var states: [[String]] = [[]]
    }

    private func run() throws -> Script {
        let file = try SQLiteFile()
        let fileSystem = try TestFileSystem(isRecording: true)
        var script = Script()
        // Twice, so that closing, which folds the journal in and removes it, is in the middle.
        for session in 0..<2 {
            try file.session(.on(fileSystem)) { context in
                for round in 0..<12 {
                    let heroes = try context.all(Superhero.self)
                    let hero = round % 5 == 4 ? heroes[heroes.count / 2] : Superhero(context: context)
                    // One save makes the journal so long that the next folds it in.
                    let isLarge = round == 7
                    hero.name = "\(session) \(round)"
                    hero.abilities = String(repeating: "x", count: isLarge ? 4_200_000 : round * 7919 % 9_000)
                    if round % 4 == 3 { context.delete(heroes[0]) }
                    if round % 3 == 2 { Team(context: context).addToHeroes(hero) }
                    script.states.append(try context.all(Superhero.self).compactMap(\.name))
                    fileSystem.mark(-(script.states.count - 1))
                    try context.save()
                    fileSystem.mark(script.states.count - 1)
                }
            }
        }
        script.log = fileSystem.log
        return script
    }

    @Test("Completed saves are in the store after a power loss")
    func acknowledgedSavesSurviveAPowerLoss() throws {
        var generator = SplitMix.seeded()
        let script = try run()
        // What closing does is the rarest, and all operations count alike.
        #expect(script.log.contains { if case .delete(_, _) = $0 { true } else { false } })
        for _ in 0..<CrashEffort.rounds(usual: 30, full: 5_000) {
            let cut = Int.random(in: 0...script.log.count, using: &generator)
            let place = Comment(rawValue: "operation \(cut) of \(script.log.count), seed \(generator.seed)")
            var acknowledged = 0
            var begun = 0
            for case .mark(let number) in script.log[..<cut] {
                acknowledged = max(acknowledged, number)
                begun = max(begun, -number)
            }
            let file = try SQLiteFile()
            try FilesAfterPowerLoss(script.log[..<cut], &generator).write(to: file.folder.url)
            try file.session { context in
                let names = try context.all(Superhero.self).compactMap(\.name)
                let possible = Set([acknowledged, begun].map { script.states[$0] })
                #expect(possible.contains(names), place)
                try context.expectSound(place)
                // And goes on.
                Superhero(context: context).name = "last"
                try context.save()
            }
            #expect(try DatabaseFile(file.url).integrity() == "ok", place)
            #expect(try SQLiteStore.check(file.url, model: file.model).isEmpty, place)
        }
    }

    @Test(
        "Every connection that writes waits for the medium, and not only for the cache of an Apple device's drive",
        arguments: [true, false])
    func cachesOfDrives(isNew: Bool) throws {
        let file = try SQLiteFile()
        if !isNew { _ = try file.open() }
        let connection = try SQLiteConnection(path: file.path, access: isNew ? .making : .writing)
        for durability in Durability.allCases {
            try connection.setDurability(durability)
            for pragma in ["fullfsync", "checkpoint_fullfsync"] {
                #expect(try connection.number("PRAGMA \(pragma)") == 1, "\(pragma), \(durability)")
            }
        }
    }
}
