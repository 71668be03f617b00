import Foundation
import ModelSchema
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// Names of a model that would be more than names in SQL, and names that only look so.
struct HostileNameTests {
    private func model(entity: String, attribute: String) -> ManagedObjectModel {
        ManagedObjectModel(
            Model(
                name: "M",
                entities: [
                    Entity(
                        name: entity,
                        attributes: [Attribute(name: attribute, type: .string, isOptional: true, isIndexed: true)])
                ]))
    }

    @Test(
        "A name that SQLite identifiers cannot have is refused",
        arguments: ["a\"b", "a; DROP TABLE Z_METADATA; --", "a'b", "a b", "a-b", "a)", "a\0b", "a`b", "a[b]", ""])
    func aNameThatIsNoneIsRefused(_ name: String) throws {
        for model in [model(entity: name, attribute: "name"), model(entity: "Thing", attribute: name)] {
            let file = try SQLiteFile(model)
            let error = #expect(throws: StoreError.self) { _ = try file.open() }
            #expect(error?.code == .modelMismatch, "\(String(describing: error))")
            #expect(
                error?.message == """
                    the model's name '\(name)' cannot name a table or column; use only letters, digits, and '_'
                    """)
            #expect(try file.contents().isEmpty)
        }
    }

    @Test(
        "Entities that would share a table, or take one of the store's own, are refused, and leave no file",
        arguments: [
            (["Book", "BOOK"], "ZBOOK"), (["straße", "Strasse"], "ZSTRASSE"), (["_metadata"], "Z_METADATA"),
            (["_PrimaryKey"], "Z_PRIMARYKEY"), (["_ModelCache"], "Z_MODELCACHE"),
        ])
    func aTableThatIsNeededTwice(_ names: [String], _ table: String) throws {
        let attribute = Attribute(name: "title", type: .string, isOptional: true)
        let entities = names.map { Entity(name: $0, attributes: [attribute]) }
        try expectRefusal(of: entities, because: table)
    }

    @Test("Relationships whose pairs would be in one table are refused, and leave no file")
    func pairsThatAreNeededTwice() throws {
        func toMany(_ name: String, _ destination: String, _ inverse: String) -> Relationship {
            Relationship(
                name: name, isOptional: true, isToMany: true, destinationName: destination, inverseName: inverse,
                inverseEntityName: destination)
        }
        let entities = [
            Entity(name: "Book", relationships: [toMany("tags", "Tag", "books"), toMany("Tags", "Tag", "others")]),
            Entity(name: "Tag", relationships: [toMany("books", "Book", "tags"), toMany("others", "Book", "Tags")]),
        ]
        try expectRefusal(of: entities, because: "Z_1TAGS")
    }

    private func expectRefusal(of entities: [Entity], because table: String) throws {
        let file = try SQLiteFile(ManagedObjectModel(Model(name: "M", entities: entities)))
        let error = #expect(throws: StoreError.self) { _ = try file.open() }
        #expect(error?.code == .unsupported)
        #expect(error?.message.hasPrefix("the model needs the table '\(table)' twice") == true)
        #expect(try file.contents().isEmpty)
    }

    @Test(
        "A name in any script, or a keyword, can name a table and a column",
        arguments: ["größe", "名前", "select", "Table", "_x", "e\u{301}t\u{e9}", "🦸"])
    func aNameOfAnyScriptIsATable(_ name: String) throws {
        let file = try SQLiteFile(model(entity: name, attribute: name))
        try file.session { context in
            context.insertNewObject(forEntityName: name).setValue("x", forKey: name)
            try context.save()
        }
        try file.session { context in
            let found = try context.fetch(FetchRequest<ManagedObject>(entityName: name))
            #expect(found.map { $0.value(forKey: name) as? String } == ["x"])
        }
        #expect(try SQLiteStore.check(file.url, model: file.model).isEmpty)
    }

    @Test(
        "A file name can contain any characters",
        arguments: ["a b?c#d%41.sqlite", "a'b\"c;d.sqlite", "ü🦸.sqlite", "file:x&vfs=none.sqlite"])
    func aPathOfAnyCharactersIsAFile(_ name: String) throws {
        let file = try SQLiteFile(model(entity: "Thing", attribute: "name"), name: name)
        try file.session { context in
            context.insertNewObject(forEntityName: "Thing").setValue("x", forKey: "name")
            try context.save()
        }
        #expect(try file.contents()[name] != nil)
        #expect(try DatabaseFile(file.url).rows("SELECT ZNAME FROM ZTHING") == [["x"]])
    }
}
