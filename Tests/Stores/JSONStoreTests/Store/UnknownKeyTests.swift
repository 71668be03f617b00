import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// Keys that neither the format nor the model knows: whoever has written them finds them again.
struct UnknownKeyTests {
    private func makeStore() throws -> StoreFile {
        let file = try StoreFile()
        try file.session { context in
            for name in ["Batman", "Superman"] { Superhero(context: context).name = name }
            try context.save()
        }
        let text = try file.text.replacing(
            #""name": "Batman""#, with: "\"cape\": {\"color\":\n [\"black\"]}, \"name\": \"Batman\", \"x\\u0079\": 1e2"
        ).replacing("\"metadata\"", with: "\"editor\": \"by hand\", \"metadata\"")
        try file.write(text)
        return file
    }

    @Test("Unknown keys are kept when the file is written")
    func theyAreKeptWhenTheFileIsWritten() throws {
        let file = try makeStore()
        try file.session { context in
            Superhero(context: context).name = "Cyborg"
            try context.save()
        }
        #expect(
            try file.objectsText == #"""
                 "entities": {
                  "Superhero": [
                   {"id": 1, "name": "Batman", "universe": 0, "cape": {"color":  ["black"]}, "xy": 1e2},
                   {"id": 2, "name": "Superman", "universe": 0},
                   {"id": 3, "name": "Cyborg", "universe": 0}
                  ],
                  "Team": []},
                 "editor": "by hand"}

                """#)
        try file.session { context in
            context.delete(try context.all(Superhero.self)[0])
            try context.save()
        }
        #expect(
            try file.objectsText == #"""
                 "entities": {
                  "Superhero": [
                   {"id": 2, "name": "Superman", "universe": 0},
                   {"id": 3, "name": "Cyborg", "universe": 0}
                  ],
                  "Team": []},
                 "editor": "by hand"}

                """#)
    }

    @Test("An object can have very many unknown keys", .timeLimit(.minutes(1)))
    func veryMany() throws {
        let file = try makeStore()
        let keys = (0..<60_000).map { "\"key\($0)\": 0" }.joined(separator: ", ")
        try file.write(file.text.replacing("\"cape\"", with: "\(keys), \"cape\""))
        try file.session { context in
            #expect(try context.count(for: Superhero.fetchRequest()) == 2)
            Superhero(context: context).name = "Cyborg"
            try context.save()
        }
        #expect(try file.objectsText.contains("\"key59999\": 0, \"cape\""))
    }

    @Test("A check reports unknown keys")
    func checkingReportsThem() throws {
        let file = try makeStore()
        let findings = try JSONStore.check(file.url, model: file.model)
        #expect(
            findings.map(\.description) == [
                "\(file.path): unknown key 'editor' is kept",
                "\(file.path):15:4: Superhero 1: the model has no property 'cape', which is kept",
                "\(file.path):15:4: Superhero 1: the model has no property 'xy', which is kept",
            ])
    }

    @Test("A repair keeps unknown keys")
    func repairingKeepsThem() throws {
        let file = try makeStore()
        try file.write(try file.text.replacing("Superman", with: "Super\u{1}man"))
        _ = try JSONStore.repair(file.url, model: file.model)
        #expect(
            try file.objectsText == #"""
                 "entities": {
                  "Superhero": [
                   {"id": 1, "name": "Batman", "universe": 0, "cape": {"color":  ["black"]}, "xy": 1e2}
                  ],
                  "Team": []},
                 "editor": "by hand"}

                """#)
    }
}
