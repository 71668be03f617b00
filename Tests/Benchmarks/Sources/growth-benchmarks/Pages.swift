import BenchmarkModels
import Foundation
import GRDB
import GRDBPeer
import ObjectGraph
import SQLiteStore

/// What a page costs far from the beginning.
extension GrowthBenchmarks {
    static let manyCount = 1_000_000

    /// A store and a peer with a million people.
    static func fillMany(in folder: URL) throws -> URL {
        let file = folder.appending(path: "many.sqlite")
        guard !FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else { return file }
        for start in stride(from: 0, to: manyCount, by: 100_000) {
            let context = try openContainer(file, People.indexedModel).newContext()
            for number in start + 1...start + 100_000 { Person(context: context).set(PersonValues(number: number)) }
            try context.save()
        }
        return file
    }

    static func openContainer(_ file: URL, _ model: ManagedObjectModel) throws -> PersistentContainer {
        try PersistentContainer(model: model, store: .sqlite(at: file))
    }

    static func pages(in folder: URL) throws {
        let container = try openContainer(fillMany(in: folder), People.indexedModel)
        let peer = try PeerDatabase(folder.appending(path: "peer-many.sqlite"))
        try peer.fill(personCount: manyCount, householdCount: 1)
        for key in ["self", "name", "age"] {
            var request = FetchRequest<Person>()
            request.sortDescriptors = [ModelSortDescriptor(key: key)]
            request.fetchLimit = 100
            let column = key == "self" ? "id" : key
            let records = PersonRecord.order(Column(column))
            for (offset, isNext) in [(0, false), (500_000, false), (500_100, true)] {
                let name = "100 by \(key) from \(offset) of \(manyCount)\(isNext ? ", after the 100 before" : "")"
                try row(name, beside: "GRDB", bar: 3) {
                    let context = container.newContext()
                    if isNext {
                        request.fetchOffset = offset - request.fetchLimit
                        _ = try context.fetch(request)
                    }
                    request.fetchOffset = offset
                    var sums = (0, 0)
                    let own = try seconds { sums.0 = try context.fetch(request).reduce(0) { $0 + $1.weight } }
                    let other = try seconds {
                        sums.1 = try peer.pool.read { database in
                            try records.limit(100, offset: offset).fetchAll(database).reduce(0) { $0 + $1.weight }
                        }
                    }
                    precondition(sums.0 > 0 && sums.1 > 0)
                    return (own, other)
                }
            }
        }
    }
}
