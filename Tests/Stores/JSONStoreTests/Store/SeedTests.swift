import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// Stores that begin as a copy of one that a program brings along.
struct SeedTests {
    private func makeSeed() throws -> StoreFile {
        let seed = try StoreFile(name: "Seed.json")
        try seed.session { context in
            Superhero(context: context).name = "Batman"
            try context.save()
        }
        return seed
    }

    @Test("STO-9 a store starts as a copy of a bundled one, once")
    func seeding() throws {
        let seed = try makeSeed()
        let before = try seed.bytes
        let url = seed.folder.url.appending(path: "Folder/Store.json")
        for round in 1...2 {
            let container = try PersistentContainer(model: .superheroes, store: .json(at: url, seed: seed.url))
            let context = container.newContext()
            #expect(try context.all(Superhero.self).count == round)
            Superhero(context: context).name = "Superman"
            try context.save()
        }
        #expect(try seed.bytes == before)
    }

    @Test("An invalid seed leaves no store")
    func aSeedThatIsNoStoreLeavesNone() throws {
        let seed = try makeSeed()
        try seed.write("{}")
        let url = seed.folder.url.appending(path: "Store.json")
        #expect(throws: StoreError.self) {
            try PersistentContainer(model: .superheroes, store: .json(at: url, seed: seed.url))
        }
        #expect(!FileManager.default.fileExists(atPath: url.path(percentEncoded: false)))
    }
}
