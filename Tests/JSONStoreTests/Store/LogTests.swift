import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// What a store tells a logger.
struct LogTests {
    @Test func whatAStoreDoesIsLogged() throws {
        let lines = LogLines()
        let file = try StoreFile()
        let logger = lines.logger
        try file.session(JSONStoreOptions(logger: logger)) { context in
            for name in ["secret", "hidden"] {
                Superhero(context: context).name = name
                try context.save()
            }
        }
        let expected = [
            "info: there is no store yet", "info: the file was written", "debug: saved", "debug: saved",
            "info: the journal was merged into the file", "info: the store was closed",
        ]
        #expect(lines.all.count == expected.count)
        for (line, beginning) in zip(lines.all, expected) { #expect(line.hasPrefix(beginning), "\(line)") }
        #expect(!lines.all.contains { $0.contains("secret") })
        var schema = ManagedObjectModel.superheroes.schema
        schema.entities[0].attributes.append(Attribute(name: "note", type: .string, isOptional: true))
        try JSONStore.migrate(
            file.url, to: ManagedObjectModel(schema), options: JSONStoreOptions(logger: logger))
        #expect(lines.all.last?.hasPrefix("info: the store was migrated") == true)
        #expect(lines.all.last?.contains("Superhero.note: new, no value") == true)
        #expect(!lines.all.contains { $0.contains("secret") })
        try file.write("{")
        #expect(throws: JSONStoreError.self) { try file.open(.system, JSONStoreOptions(logger: logger)) }
        #expect(lines.all.last?.hasPrefix("error: the store was not opened") == true)
    }
}
