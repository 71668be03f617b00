import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// A process that saves all the time is killed at random moments: what it has acknowledged is there, whole.
struct KillTests {
    @Test("Completed saves are in the store after its process is killed")
    func acknowledgedSavesSurviveAKill() throws {
        var generator = SplitMix.seeded()
        let file = try StoreFile()
        var last = 0
        for round in 0..<CrashEffort.rounds(usual: 30, full: 1_000) {
            let writer = try WriterProcess([file.path])
            let acknowledged = writer.killed(after: Int.random(in: 0...8, using: &generator), &generator)
            let lastNumber = acknowledged.last ?? last
            try file.session { context in
                let numbers = try context.all(Superhero.self).compactMap(\.name).compactMap { Int($0) }
                let stored = numbers.last ?? 0
                // The save that was under way when the process died may have come through too.
                #expect(stored == lastNumber || stored == lastNumber + 1, "round \(round), seed \(generator.seed)")
                #expect(numbers == Array(max(1, stored - 7)..<(stored + 1)), "round \(round), seed \(generator.seed)")
                #expect(try context.all(Team.self).count == (stored == 0 ? 0 : 1))
                #expect(try context.all(Team.self).first?.heroes.count ?? 0 == numbers.count)
                try context.expectSound()
                last = stored
            }
        }
        #expect(last > 30)
    }
}
