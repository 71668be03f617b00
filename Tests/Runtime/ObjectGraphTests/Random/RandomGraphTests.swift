import FileAccess
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

    @Test(
        "After random operations, a context has the same objects as a simple reference graph",
        arguments: runs)
    func inMemory(_ run: Int) throws {
        var generator = SplitMix.seeded(for: "inMemory \(run)")
        // In every third run in the tables of a store that was added to another one, which is gone since.
        let container = try run % 3 == 2 ? replacedContainer(.tested) : makeContainer(.deleteRules)
        var pair = GraphPair(context: container.newContext())
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

    @Test(
        "After random operations, a JSON file has the same objects as a simple reference graph",
        arguments: runs)
    func inAFile(_ run: Int) throws {
        var generator = SplitMix.seeded(for: "inAFile \(run)")
        let folder = try TemporaryFolder()
        let store = UnsyncedStore(url: folder.url.appending(path: "Store.json"))
        var savedModel = ModelGraph()
        for session in 0..<4 {
            // The file is the same, wherever the store's tables are.
            let container =
                try session % 2 == 1
                ? replacedContainer(store) : PersistentContainer(model: .deleteRules, store: store)
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

    /// A container with a store that was added to another one, which was removed then.
    private func replacedContainer(_ store: some PersistentStoreDescription) throws -> PersistentContainer {
        let container = try makeContainer(.deleteRules)
        let coordinator = container.persistentStoreCoordinator
        try coordinator.addPersistentStore(with: store)
        try coordinator.remove(coordinator.persistentStores[0])
        return container
    }
}

/// A file without the operating system's sync: this is about graphs, and it takes most of the time.
private struct UnsyncedStore: PersistentStoreDescription {
    let url: URL

    func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        var operations = FileOperations.system
        operations.synchronize = { _ in }
        operations.synchronizeFolder = { _ in }
        return try JSONStore(at: url, model: model, operations: operations, newIdentifier: UUID())
    }
}
