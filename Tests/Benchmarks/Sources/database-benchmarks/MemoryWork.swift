import BenchmarkModels
import Foundation
import ObjectGraph
import SQLiteStore

typealias MemoryWork = MeasuredWork<MemoryWorkKind>

enum MemoryWorkKind: String {
    /// Nothing.
    case empty
    /// Opens a store.
    case open
    /// Opens a store, fetches 1,000 objects, and reads them.
    case touch
}

extension MemoryWork {
    /// Does the work, and prints what it took.
    func perform() throws {
        try perform { kind in
            guard kind != .empty else { return nil }
            let container = try PersistentContainer(model: People.model, store: .sqlite(at: file))
            guard kind == .touch else { return container }
            var request = FetchRequest<Person>(entityName: "Person")
            request.fetchLimit = 1_000
            let weight = try container.newContext().fetch(request).reduce(0) { $0 + $1.weight }
            precondition(weight > 0)
            return container
        }
    }
}
