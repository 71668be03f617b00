import BenchmarkModels
import Foundation
import ObjectGraph
import SQLiteStore

typealias MemoryWork = MeasuredWork<MemoryWorkKind>

enum MemoryWorkKind: String {
    case empty, batches, sortedBatches, fewOperations, manyOperations, writeBlob, readBlob

    static let manyOperationCount = 27_000
}

extension MemoryWork {
    /// Does the work, and prints what it took.
    func perform() throws {
        try perform { kind in
            switch kind {
            case .empty: nil
            case .batches: try readInBatches(by: [])
            case .sortedBatches: try readInBatches(by: [ModelSortDescriptor(key: "name")])
            case .fewOperations: try operate(Kind.manyOperationCount / 3)
            case .manyOperations: try operate(Kind.manyOperationCount)
            case .writeBlob: try writeBlob()
            case .readBlob: try readBlob()
            }
        }
    }

    private func readInBatches(by order: [ModelSortDescriptor<Person>]) throws -> PersistentContainer {
        let container = try GrowthBenchmarks.openContainer(file, People.indexedModel)
        let context = container.newContext()
        var request = FetchRequest<Person>()
        request.sortDescriptors = order
        var sum = 0
        try context.forEachBatch(of: request, size: 1_000) { people in
            for person in people { sum += person.weight }
        }
        precondition(sum > 0)
        return container
    }

    /// Inserts, changes, and deletes an object, and saves each time.
    private func operate(_ count: Int) throws -> PersistentContainer {
        let container = try GrowthBenchmarks.openContainer(file, People.model)
        let context = container.newContext()
        for number in 0..<count / 3 {
            let person = Person(context: context)
            person.set(PersonValues(number: number))
            try context.save()
            person.age += 1
            try context.save()
            context.delete(person)
            try context.save()
        }
        return container
    }

    private func writeBlob() throws -> PersistentContainer {
        let container = try GrowthBenchmarks.openContainer(file, Blobs.model)
        try Blobs.write(in: container)
        return container
    }

    private func readBlob() throws -> Blob {
        try Blobs.read(in: GrowthBenchmarks.openContainer(file, Blobs.model))
    }
}
