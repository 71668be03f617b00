import Foundation
import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Testing

/// Statements that people copy, in a program of their own.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct CopiedStatementTests {
    @Test("A copied statement returns the same rows as the query of the store")
    func copiedStatement() throws {
        let server = try #require(TestServer.shared)
        let model = ManagedObjectModel(
            Model(
                name: "Notes",
                entities: [
                    Entity(
                        name: "Note",
                        attributes: [
                            Attribute(name: "key", type: .uuid, isOptional: true),
                            Attribute(name: "number", type: .double, isOptional: true),
                            Attribute(name: "text", type: .string, isOptional: true),
                        ])
                ]))
        let options = PostgreSQLStoreOptions(schemaName: server.newSchemaName())
        let container = try PersistentContainer(
            model: model, store: .postgreSQL(connectionString: server.connection, options: options))
        let context = container.newContext()
        let texts = [
            "it's", "x'; DROP TABLE note;--", "a\u{0}b", "line\nbreak", "back\\'slash", "\u{202E}turned", "", "$1",
            "\\! ls",
        ]
        let key = UUID()
        for (place, text) in texts.enumerated() {
            let note = context.insertNewObject(forEntityName: "Note")
            note.setValuesForKeys(["text": text, "key": key, "number": -0.1 * Double(place)])
        }
        try context.save()
        for text in texts {
            var request = FetchRequest<ManagedObject>(entityName: "Note", fetchLimit: 5)
            request.predicate = try .matching(.format("text == %@ AND key == %@ AND number > %@", text, key, -1e300))
            let shown = try #require(try container.newContext().explain(request).statements.first)
            #expect(shown.remainingParts == [] && shown.storeSpecificNames == [])
            #expect(!shown.text.contains("\u{202E}"))
            let counting = "SELECT COUNT(*) FROM (\(shown.text.dropLast())) found"
            #expect(try server.run(counting) == "1", "\(shown.text)")
        }
    }
}
