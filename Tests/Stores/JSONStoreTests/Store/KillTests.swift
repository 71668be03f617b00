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
            last = try file.session {
                try $0.expectSaves(upTo: acknowledged.last ?? last, "round \(round), seed \(generator.seed)")
            }
        }
        #expect(last > 30)
    }
}
