import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import TestSupport
import Testing

/// Two files that hold the same entities, with a history each.
struct SeveralStoreFilesTests {
    let folder: TemporaryFolder
    let urls: [URL]

    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        urls = ["first", "second"].map { folder.url.appending(path: "\($0).json") }
    }

    private func container() throws -> PersistentContainer {
        try PersistentContainer(model: .superheroes, stores: urls.map { (nil, .json(at: $0)) })
    }

    /// Saves a hero to each store, in one save or in two.
    @discardableResult
    private func saveHeroes(_ name: String, in container: PersistentContainer) throws -> [ObjectID] {
        let context = container.newContext()
        let heroes = container.persistentStoreCoordinator.persistentStores.map { store in
            let hero = Superhero(context: context)
            hero.name = name
            context.assign(hero, to: store)
            return hero
        }
        try context.save()
        return heroes.map(\.objectID)
    }

    @Test("CTX-30 each file contains its assigned objects, and can be opened separately")
    func assigning() throws {
        let objectIDs = try saveHeroes("Hulk", in: container())
        for (url, objectID) in zip(urls, objectIDs) {
            let alone = try PersistentContainer(model: .superheroes, store: .json(at: url))
            let heroes = try alone.newContext().fetch(Superhero.fetchRequest())
            #expect(heroes.map(\.objectID) == [objectID])
            #expect(heroes.map(\.name) == ["Hulk"])
        }
        let both = try container().newContext()
        #expect(try Set(both.fetch(Superhero.fetchRequest()).map(\.objectID)) == Set(objectIDs))
    }

    @Test("HIS-1 and HIS-8 each store keeps its own history, beside its objects, and a token is a place in each")
    func histories() throws {
        var tokens: [PersistentHistoryToken] = []
        do {
            let container = try container()
            let coordinator = container.persistentStoreCoordinator
            #expect(coordinator.currentPersistentHistoryToken == nil)
            try coordinator.setTracksHistory(true)
            try saveHeroes("Hulk", in: container)
            tokens.append(try #require(coordinator.currentPersistentHistoryToken))
            let context = container.newContext()
            Superhero(context: context).name = "Thor"
            try context.save()
            let stores = coordinator.persistentStores
            let second = try #require(coordinator.currentPersistentHistoryToken(fromStores: [stores[1]]))
            #expect(second.storeIdentifier == stores[1].identifier && second.transactionNumber == 1)
            let first = try coordinator.history(after: PersistentHistoryToken?.none, fromStores: [stores[0]])
            #expect(coordinator.currentPersistentHistoryToken(fromStores: [stores[0]]) == first.last?.token)
            #expect(first.count == 2)
        }
        let container = try container()
        let coordinator = container.persistentStoreCoordinator
        #expect(coordinator.tracksHistory)
        let all = try coordinator.history(after: PersistentHistoryToken?.none)
        #expect(all.count == 3)
        #expect(Set(all.map(\.storeIdentifier)).count == 2)
        for transaction in all {
            let store = transaction.storeIdentifier
            #expect(transaction.changes.allSatisfy { $0.changedObjectID.storeIdentifier == store })
        }
        let later = try coordinator.history(after: tokens[0])
        #expect(later.map(\.storeIdentifier) == [coordinator.persistentStores[0].identifier])
        // A token may be kept in a file.
        let data = try JSONEncoder().encode(tokens[0])
        #expect(try JSONDecoder().decode(PersistentHistoryToken.self, from: data) == tokens[0])
    }

    @Test("HIS-5 history is deleted in each store up to the place that a token has there")
    func deletingHistory() throws {
        let container = try container()
        let coordinator = container.persistentStoreCoordinator
        try coordinator.setTracksHistory(true)
        try saveHeroes("Hulk", in: container)
        let before = try #require(coordinator.currentPersistentHistoryToken)
        try saveHeroes("Thor", in: container)
        try saveHeroes("Loki", in: container)
        let after = try #require(coordinator.currentPersistentHistoryToken)
        try coordinator.deleteHistory(before: after)
        // In each store, only the transaction at the token is left.
        #expect(try coordinator.history(after: PersistentHistoryToken?.none).count == 2)
        try coordinator.deleteHistory(before: Date.distantFuture)
        #expect(throws: PersistentHistoryTokenExpiredError.self) { try coordinator.history(after: before) }
    }

    @Test("HIS-10 one store may keep a history that another does not")
    func oneHistory() throws {
        let container = try container()
        let coordinator = container.persistentStoreCoordinator
        let second = coordinator.persistentStores[1]
        try coordinator.setTracksHistory(true, ofStores: [second])
        try saveHeroes("Hulk", in: container)
        let history = try coordinator.history(after: PersistentHistoryToken?.none)
        #expect(history.map(\.storeIdentifier) == [second.identifier])
    }

    @Test("STO-16 a removed store's file remains, and others can open it after its release")
    func removing() throws {
        let container = try container()
        try saveHeroes("Hulk", in: container)
        try removeSecond(from: container)
        let alone = try PersistentContainer(model: .superheroes, store: .json(at: urls[1]))
        let context = alone.newContext()
        let hero = try #require(try context.fetch(Superhero.fetchRequest()).first)
        hero.name = "Bruce"
        try context.save()
    }

    /// In a function of its own, so that nothing holds the store afterwards.
    private func removeSecond(from container: PersistentContainer) throws {
        let coordinator = container.persistentStoreCoordinator
        try coordinator.remove(coordinator.persistentStores[1])
    }

    @Test("A coordinator cannot add the same file twice")
    func theSameFileCannotBeOpenedTwice() throws {
        let container = try container()
        let coordinator = container.persistentStoreCoordinator
        #expect(coordinator.persistentStore(for: urls[1]) === coordinator.persistentStores[1])
        #expect(coordinator.persistentStore(for: urls[1].appendingPathExtension("other")) == nil)
        #expect(throws: StoreError.self) { try coordinator.addPersistentStore(with: .json(at: urls[0])) }
        #expect(coordinator.persistentStores.count == 2)
    }
}
