import Synchronization

/// A cache of row shapes, by entities.
final class RowShapes: Sendable {
    private struct Key: Hashable {
        var entityNames: [String]
        var alias: String
    }

    private let known = Mutex<[Key: RowShape]>([:])

    func shape(of entityNames: [String], alias: String, _ core: StoreCore) -> RowShape {
        known.withLock { known in
            let key = Key(entityNames: entityNames, alias: alias)
            if let shape = known[key] { return shape }
            let shape = RowShape(entityNames, core, alias: alias)
            known[key] = shape
            return shape
        }
    }
}
