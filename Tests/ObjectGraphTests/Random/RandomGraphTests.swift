import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import TestSupport
import Testing

/// Random operations on a small graph, against a graph that is obviously right: after each of them both are equal, and
/// both sides of every relationship agree; after a save so is what another context, and another session, reads.
struct RandomGraphTests {
    private static let runs = 0..<30

    @Test(arguments: runs)
    func inMemory(_ run: Int) throws {
        var generator = SplitMix.freshlySeeded(for: "inMemory \(run)")
        var pair = GraphPair(context: try makeContext(.deleteRules))
        for step in 0..<150 {
            try pair.step(&generator)
            try pair.expectEqual("seed \(generator.seed), step \(step)")
            if step % 50 == 49 {
                try pair.save()
                pair.reopen(in: try pair.context.sibling())
                try pair.expectEqual("seed \(generator.seed), another context after step \(step)")
            }
        }
    }

    @Test(arguments: runs)
    func inAFile(_ run: Int) throws {
        var generator = SplitMix.freshlySeeded(for: "inAFile \(run)")
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Store.json")
        // The operating system's sync is left out: this is about graphs, and it takes most of the time.
        var operations = FileOperations.system
        operations.synchronize = { _ in }
        operations.synchronizeFolder = { _ in }
        var savedModel = ModelGraph()
        for session in 0..<4 {
            let store = try JSONStore(
                at: url, model: .deleteRules, operations: operations, newIdentifier: UUID())
            let container = try PersistentContainer(model: .deleteRules, store: SharedStore(store: store))
            var pair = GraphPair(context: container.newContext())
            pair.savedModel = savedModel
            pair.reopen(in: pair.context)
            try pair.expectEqual("seed \(generator.seed), session \(session)")
            for _ in 0..<40 { try pair.step(&generator) }
            try pair.expectEqual("seed \(generator.seed), end of session \(session)")
            try pair.save()
            savedModel = pair.savedModel
        }
    }
}
