import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import TestSupport
import Testing

/// A store's file is there to be edited; not while a program has it open.
@Suite struct EditedFileTests {
    @Test("A save refuses to overwrite a file that was edited while the store is open")
    func anEditUnderAnOpenStoreIsNotLost() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "store.json")
        let context = try PersistentContainer(model: .superheroes, store: .json(at: url)).newContext()
        Superhero(context: context).name = "Superman"
        try context.save()
        let edited = try String(contentsOf: url, encoding: .utf8).replacing("Superman", with: "Clark Kent")
        try Data(edited.utf8).write(to: url)

        Superhero(context: context).name = "Cyborg"
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .changedElsewhere)
        #expect(try String(contentsOf: url, encoding: .utf8) == edited)
        #expect(context.hasChanges)
    }

    @Test("A save creates the file again if it was deleted")
    func aFileThatIsGoneIsMadeAgain() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "store.json")
        let context = try PersistentContainer(model: .superheroes, store: .json(at: url)).newContext()
        Superhero(context: context).name = "Superman"
        try context.save()
        try FileManager.default.removeItem(at: url)
        Superhero(context: context).name = "Cyborg"
        try context.save()
        let text = try String(contentsOf: url, encoding: .utf8)
        #expect(
            text.hasSuffix(
                #"""
                 "entities": {
                  "Superhero": [
                   {"id": 1, "name": "Superman", "universe": 0},
                   {"id": 2, "name": "Cyborg", "universe": 0}
                  ],
                  "Team": []}}

                """#), "\(text)")
    }
}
