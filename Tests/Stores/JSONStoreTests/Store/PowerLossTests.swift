import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// Power is lost at every moment of a script of saves, with any part of what nobody has waited for on the medium.
struct PowerLossTests {
    /// The states that saves lead to, the first of none.
    private struct Script {
        var log: [RecordedMedium.Entry] = []
        var states: [[String]] = [[]]
    }

    private func run(_ durability: Durability) throws -> Script {
        let file = try StoreFile()
        let medium = RecordedMedium(root: file.folder.url)
        var script = Script()
        do {
            let context = try file.open(
                medium.operations, JSONStoreOptions(durability: durability, compaction: .manual))
            for round in 0..<24 {
                let heroes = try context.all(Superhero.self)
                let hero = round % 5 == 4 ? heroes[heroes.count / 2] : Superhero(context: context)
                // Some lines fill more than one block of the medium.
                // Two saves write the file, one of them right after it was completed.
                let isLarge = round == 7 || round == 17
                hero.name = "\(round)" + String(repeating: "x", count: isLarge ? 70_000 : round * 7919 % 1_500)
                if round % 4 == 3 { context.delete(heroes[0]) }
                script.states.append(try context.all(Superhero.self).compactMap(\.name))
                medium.note(.saveBegan)
                try context.save()
                medium.note(.saveReturned)
                if round % 7 == 6 { try (context.persistentStore as? JSONStore)?.compact() }
            }
        }
        script.log = medium.log
        return script
    }

    /// The names of the heroes that a medium holds.
    private func names(on medium: MediumAfterPowerLoss) throws -> [String] {
        let file = try StoreFile()
        try medium.write(to: file.folder.url)
        let names = try file.session(JSONStoreOptions(compaction: .manual)) { context in
            try context.expectSound()
            let names = try context.all(Superhero.self).compactMap(\.name)
            Superhero(context: context).name = "next"
            try context.save()
            return names
        }
        let reread = try file.session { try $0.all(Superhero.self).compactMap(\.name) }
        #expect(reread == names + ["next"])
        return names
    }

    @Test("After a power loss, the store has every completed save and no part of another")
    func fullSynchronization() throws {
        var generator = SplitMix.seeded()
        let script = try run(.full)
        var count = 0
        for end in 0...script.log.count {
            for _ in 0..<CrashEffort.rounds(usual: 2, full: 25) {
                let medium = MediumAfterPowerLoss(script.log[..<end], using: &generator)
                let names = try names(on: medium)
                let possible = script.states[medium.returnedCount...medium.begunCount]
                #expect(possible.contains(names), "after \(end) operations, seed \(generator.seed)")
                count += 1
            }
        }
        print("power lost \(count) times among \(script.log.count) operations")
    }

    @Test("Without full synchronization, a power loss removes the last saves first")
    func normalSynchronization() throws {
        var generator = SplitMix.seeded()
        let script = try run(.normal)
        for end in 0...script.log.count {
            for _ in 0..<CrashEffort.rounds(usual: 1, full: 10) {
                let medium = MediumAfterPowerLoss(script.log[..<end], using: &generator)
                let names = try names(on: medium)
                #expect(
                    script.states[...medium.begunCount].contains(names),
                    "after \(end) operations, seed \(generator.seed)")
            }
        }
    }
}
