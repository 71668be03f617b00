import ObjectGraph
import Synchronization

/// Asks a store for its state in the middle of a save.
final class ReaderDuringSave: Sendable {
    private struct State {
        weak var store: (any ResidentStore)?
        var generations: [Int] = []
    }

    private let state = Mutex(State())

    var generations: [Int] { state.withLock { $0.generations } }

    func store(_ store: any ResidentStore) {
        state.withLock { $0.store = store }
    }

    func read() {
        state.withLock { state in
            guard let generation = state.store?.snapshot.generation else { return }
            state.generations.append(generation)
        }
    }
}
