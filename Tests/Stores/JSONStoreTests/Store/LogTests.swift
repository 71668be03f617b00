import FileAccess
import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// What a store tells a logger.
struct LogTests {
    @Test("Opening, saving, and failing are logged without values")
    func whatAStoreDoesIsLogged() throws {
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
        let line = "info: the store was migrated to this version of its model "
        let (objects, changes) = (#""objects": 2"#, #""changes": ["Superhero.note: new, no value"]"#)
        // What a line knows has no order.
        let either = ["\(line)[\(objects), \(changes)]", "\(line)[\(changes), \(objects)]"]
        #expect(either.contains(lines.all.last ?? ""), "\(lines.all)")
        #expect(!lines.all.contains { $0.contains("secret") })
        try file.write("{")
        #expect(throws: StoreError.self) { try file.open(.system, JSONStoreOptions(logger: logger)) }
        #expect(lines.all.last?.hasPrefix("error: the store was not opened") == true)
    }

    @Test("An error that a reader finds is logged once")
    func savesThatAReaderCannotReadAreLoggedOnce() throws {
        let lines = LogLines()
        let file = try StoreFile()
        try file.session { context in
            _ = Superhero(context: context)
            try context.save()
        }
        let reader = try JSONStore(
            at: file.url, model: .superheroes, options: JSONStoreOptions(isReadOnly: true, logger: lines.logger))
        let container = try PersistentContainer(model: .superheroes, store: OpenStoreDescription(reader))
        func errors() -> [String] { lines.all.filter { $0.hasPrefix("error: the saves of other processes cannot") } }
        let sound = try Data(contentsOf: file.url)
        for round in 1...2 {
            try file.write("no store")
            for _ in 0..<3 { #expect(try container.newContext().all(Superhero.self).count == 1) }
            #expect(errors().count == round)
            try sound.write(to: file.url)
            #expect(try container.newContext().all(Superhero.self).count == 1)
        }
    }
}
