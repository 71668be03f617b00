import Foundation
import Hummingbird
import NIOCore
import ObjectGraph

/// What the server does with heroes. Each request has a context of its own.
struct Heroes: Sendable {
    private static let pageCount = 100
    private static let batchCount = 1_000
    private static let attemptCount = 3

    private let container: PersistentContainer

    init(_ container: PersistentContainer) { self.container = container }

    func count() async throws -> Int {
        try await container.performBackgroundTask { context in try context.count(for: Hero.fetchRequest()) }
    }

    /// A page of heroes in the order of their names, after a name.
    func list(universe: Int32?, after name: String?) async throws -> [HeroAnswer] {
        try await container.performBackgroundTask { context in
            var request = Hero.fetchRequest()
            request.predicate = #Predicate { hero in
                (universe == nil || hero.universe == universe ?? 0) && (name == nil || hero.name > name ?? "")
            }
            request.sortDescriptors = [ModelSortDescriptor(key: "name")]
            request.fetchLimit = Self.pageCount
            return try context.fetch(request, as: HeroAnswer.self)
        }
    }

    func hero(_ identifier: UUID) async throws -> HeroAnswer {
        try await container.performBackgroundTask { context in
            guard let hero = try context.fetch(Self.request(identifier), as: HeroAnswer.self).first else {
                throw HTTPError(.notFound)
            }
            return hero
        }
    }

    func add(_ form: HeroForm) async throws -> HeroAnswer {
        try await container.performBackgroundTask { context in
            let hero = Hero(context: context)
            hero.identifier = UUID()
            hero.name = form.name
            hero.universe = form.universe ?? 0
            try context.saveFindingOutcome()
            return HeroAnswer(hero)
        }
    }

    /// Changes a hero. If another request changes it at the same time, the work is done again on the newer object.
    func change(_ identifier: UUID, to form: HeroForm) async throws -> HeroAnswer {
        for _ in 1..<Self.attemptCount {
            do {
                return try await changeOnce(identifier, to: form)
            } catch is MergeConflictError {
                continue
            }
        }
        return try await changeOnce(identifier, to: form)
    }

    private func changeOnce(_ identifier: UUID, to form: HeroForm) async throws -> HeroAnswer {
        try await container.performBackgroundTask { context in
            let hero = try Self.find(identifier, in: context)
            hero.name = form.name
            if let universe = form.universe { hero.universe = universe }
            try context.saveFindingOutcome()
            return HeroAnswer(hero)
        }
    }

    func remove(_ identifier: UUID) async throws {
        try await container.performBackgroundTask { context in
            context.delete(try Self.find(identifier, in: context))
            try context.saveFindingOutcome()
        }
    }

    /// All heroes, one JSON object per line, however many there are: only one batch is in memory, and the store is read
    /// no faster than the client does.
    func all() -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/x-ndjson"],
            body: ResponseBody { writer in
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                var last: String?
                while true {
                    let batch = try await batch(after: last)
                    guard let end = batch.last else { break }
                    var text = ByteBuffer()
                    for hero in batch {
                        text.writeBytes(try encoder.encode(hero))
                        text.writeString("\n")
                    }
                    try await writer.write(text)
                    last = end.identifier.uuidString
                }
                try await writer.finish(nil)
            })
    }

    private func batch(after last: String?) async throws -> [HeroAnswer] {
        try await container.performBackgroundTask { context in
            var request = Hero.fetchRequest()
            if let last = last.flatMap(UUID.init(uuidString:)) {
                request.predicate = #Predicate { $0.identifier > last }
            }
            request.sortDescriptors = [ModelSortDescriptor(key: "identifier")]
            request.fetchLimit = Self.batchCount
            return try context.fetch(request, as: HeroAnswer.self)
        }
    }

    private static func request(_ identifier: UUID) -> FetchRequest<Hero> {
        var request = Hero.fetchRequest()
        request.predicate = #Predicate { $0.identifier == identifier }
        request.fetchLimit = 1
        return request
    }

    private static func find(_ identifier: UUID, in context: ManagedObjectContext) throws -> Hero {
        guard let hero = try context.fetch(request(identifier)).first else { throw HTTPError(.notFound) }
        return hero
    }
}
