import Foundation
import ModelSchema
import ModelText
import TestSupport
import Testing

/// The example in the doc comment of a dump.
@Suite struct DocumentationExampleTests {
    @Test("The example of a dump writes a file that other programs read")
    func aDump() throws {
        let model = Model(name: "Library", entities: [Entity(name: "Book")])
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "Library.json")
        // Example: ModelDump
        let dump = ModelDump(model)
        try Data(dump.json.utf8).write(to: file)
        // End
        let read = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        #expect((read?["model"] as? [String: Any])?["name"] as? String == "Library")
    }
}
