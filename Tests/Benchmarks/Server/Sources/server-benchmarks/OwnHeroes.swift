import Foundation
import ObjectGraph

/// Heroes in a store of this project, as its guide for servers recommends: each request has a context of its own, and
/// what it answers are values.
struct OwnHeroes: HeroStore {
    private let container: PersistentContainer

    init(_ store: some PersistentStoreDescription) throws {
        container = try PersistentContainer(model: HeroModel.model, store: store)
    }

    func fill(with heroes: some Sequence<HeroAnswer>) throws {
        let context = container.newContext()
        for values in heroes {
            let hero = Hero(context: context)
            hero.identifier = values.identifier
            hero.name = values.name
            hero.universe = values.universe
        }
        try context.save()
    }

    func hero(_ identifier: UUID) async throws -> HeroAnswer? {
        try await container.performBackgroundTask { context in
            var request = Hero.fetchRequest()
            request.predicate = #Predicate { $0.identifier == identifier }
            request.fetchLimit = 1
            return try context.fetch(request, as: HeroAnswer.self).first
        }
    }

    func list(universe: Int32) async throws -> [HeroAnswer] {
        try await container.performBackgroundTask { context in
            var request = Hero.fetchRequest()
            request.predicate = #Predicate { $0.universe == universe }
            request.sortDescriptors = [ModelSortDescriptor(key: "name")]
            request.fetchLimit = StoredHeroes.listCount
            return try context.fetch(request, as: HeroAnswer.self)
        }
    }

    func add(_ form: HeroForm) async throws -> HeroAnswer {
        try await container.performBackgroundTask { context in
            let hero = Hero(context: context)
            hero.identifier = UUID()
            hero.name = form.name
            hero.universe = form.universe
            try context.save()
            return HeroAnswer(hero)
        }
    }
}
