import BenchmarkModels
import Foundation
import JSONStore
import ObjectGraph

/// What a change of one member costs where a relationship has very many: it is not to grow with their number.
extension GraphBenchmarks {
    static func links() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "graph-benchmarks-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for size in [1000, 10_000, 100_000] {
            try links(in: PersistentContainer(model: Groups.model, store: .inMemory), size, "in memory")
        }
        for size in [1000, 10_000, 100_000] {
            // What the medium takes is the same for any number of members.
            let options = JSONStoreOptions(durability: .off, compaction: .manual)
            let url = folder.appending(path: "\(size).json")
            let container = try PersistentContainer(model: Groups.model, store: .json(at: url, options: options))
            try links(in: container, size, "in JSON")
        }
    }

    private static func links(in container: PersistentContainer, _ size: Int, _ place: String) throws {
        try Groups.fill(container, count: size)
        let context = container.newContext()
        let group = try context.fetch(FetchRequest<Group>())[0]
        let members = group.queue.objects
        let member = members[size / 2]
        func measure(_ work: String, _ remove: () -> Void, _ add: () -> Void) throws {
            let rounds = 20
            let seconds = try best { stopwatch in
                stopwatch.start()
                for _ in 0..<rounds {
                    remove()
                    try context.save()
                    add()
                    try context.save()
                }
                stopwatch.stop()
            }
            row("\(work) of \(size), saved \(place)", seconds, 2 * rounds)
        }
        try measure("one member to and fro") {
            group.residents.remove(member)
        } _: {
            group.residents.insert(member)
        }
        try measure("one of many-to-many") {
            group.members.remove(member)
        } _: {
            group.members.insert(member)
        }
        try measure("one in order") {
            group.queue.remove(member)
        } _: {
            group.queue.insert(member, at: size / 2)
        }
        try measure("a move from end to end") {
            group.queue.move(from: 0, to: size - 1)
        } _: {
            group.queue.move(from: size - 1, to: 0)
        }
        try measure("a new member") {
            let member = Member(context: context)
            group.members.insert(member)
            group.queue.append(member)
        } _: {
            guard let member = group.queue.last else { return }
            context.delete(member)
        }
    }
}
