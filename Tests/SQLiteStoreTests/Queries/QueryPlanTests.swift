import CSQLite
import Foundation
import ModelExpressions
import SQLTranslation
import TestSupport
import Testing

@testable import ObjectGraph
@testable import SQLiteStore

/// What SQLite does for a question: an index is gone by where there is one.
struct QueryPlanTests {
    private static let identifier = UUID()

    /// The statement of a question, and what SQLite says of it.
    private func explain(
        _ predicate: ModelPredicate?, order: [String] = [], entity: String = "Item"
    ) throws -> (text: String, plan: String) {
        let model = ManagedObjectModel.queried
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "plan.sqlite")
        _ = try SQLiteStore(at: file, model: model)
        let description = try #require(model.entitiesByName[entity])
        let layout = StoreLayout(model, numbers: EntityNumbers(of: model))
        let translator = QuestionTranslator(
            model, names: layout, dialect: SQLiteDialect(), storeIdentifier: Self.identifier)
        var question = StoreQuestion(
            entity: description, entityNames: description.concreteFamilyNames, predicate: predicate)
        question.order = try order.map {
            try SortKey(ModelSortDescriptor<ManagedObject>(key: $0), of: description, in: model)
        }
        let translated = try #require(translator.translate(question))
        let fragment = translated.statement(selecting: "t.Z_PK")
        let connection = try SQLiteConnection(path: file.path(percentEncoded: false), access: .writing)
        let statement = try connection.statement("EXPLAIN QUERY PLAN \(fragment)" as SQLFragment)
        var lines: [String] = []
        while try statement.step() { lines.append(statement.text(at: 3)) }
        return (fragment.written(in: SQLiteDialect()).text, lines.joined(separator: "\n"))
    }

    @Test(arguments: ["Item", "SpecialItem"])
    func indexesAreGoneBy(entity: String) throws {
        func plan(_ format: String, _ arguments: (any PredicateArgument)?...) throws -> String {
            try explain(.format(format, argumentArray: arguments), entity: entity).plan
        }
        #expect(try plan("number == 7").contains("Z_Item_byNumber (ZNUMBER=?)"))
        #expect(try plan("number > 7 AND number <= 9").contains("Z_Item_byNumber (ZNUMBER>? AND ZNUMBER<?)"))
        #expect(try plan("number BETWEEN {1, 2}").contains("Z_Item_byNumber (ZNUMBER>? AND ZNUMBER<?)"))
        #expect(try plan("number IN {1, 2, 3}").contains("Z_Item_byNumber (ZNUMBER=?)"))
        #expect(try plan("text == 'abc'").contains("Z_Item_byText (ZTEXT=?)"))
        #expect(try plan("text == 'Kelvin'").contains("Z_Item_byText (ZTEXT=?)"))
        #expect(try plan("text == 'Zoë'").contains("Z_Item_byText (ZTEXT>? AND ZTEXT<?)"))
        #expect(try plan("text BEGINSWITH 'ab'").contains("Z_Item_byText (ZTEXT>? AND ZTEXT<?)"))
        #expect(try plan("text LIKE 'ab*'").contains("Z_Item_byText (ZTEXT>? AND ZTEXT<?)"))
        #expect(try plan("text IN {'a', 'b'}").contains("Z_Item_byText (ZTEXT=?)"))
        #expect(try plan("date > %@", Date.distantPast).contains("Z_Item_byDate (ZDATE>?"))
        #expect(try plan("uuid == %@", UUID()).contains("Z_Item_byUUID (ZUUID=?)"))
        #expect(try plan("SELF == %@", object("Item")).contains("INTEGER PRIMARY KEY (rowid=?)"))
        #expect(try plan("box == %@", object("Box")).contains("ZITEM_ZBOX_INDEX (ZBOX=?)"))
        #expect(try plan("box.title == 'a' AND number == 7").contains("Z_Item_byNumber"))
    }

    private func object(_ entity: String) -> ObjectID {
        ObjectID(storeIdentifier: Self.identifier, entityName: entity, number: 1)
    }

    @Test func anOrderGoesByAnIndex() throws {
        let plan = try explain(nil, order: ["number"]).plan
        #expect(plan.contains("Z_Item_byNumber"))
        #expect(!plan.contains("TEMP B-TREE"))
    }

    @Test func argumentsAreNeverInTheText() throws {
        let secret = "x'; DROP TABLE ZITEM;--"
        for format in ["text == %@", "text CONTAINS[c] %@", "text IN {%@, 'b'}", "ANY tags.name == %@", "text LIKE %@"]
        {
            let text = try explain(.format(format, secret)).text
            #expect(!text.contains("DROP"))
            #expect(text.contains("?"))
        }
        let text = try explain(.format("number == %@ AND real > %@", 424_242, 3.25)).text
        #expect(!text.contains("424242") && !text.contains("3.25"))
    }

    @Test func aStatementThatIsCopiedAsksWhatTheStoreWasAsked() throws {
        let model = ManagedObjectModel.queried
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "copied.sqlite")
        let container = try PersistentContainer(model: model, store: .sqlite(at: file))
        let context = container.newContext()
        let texts = [
            "it's", "x'; DROP TABLE ZITEM;--", "a\u{0}b", "\u{0}", "line\nbreak", "back\\slash", "\u{202E}turned",
            "\u{1B}[31m", "",
            "'\u{301}accent", "?1",
        ]
        for text in texts { context.insertNewObject(forEntityName: "Item").setValue(text, forKey: "text") }
        try context.save()
        let connection = try SQLiteConnection(path: file.path(percentEncoded: false), access: .writing)
        for text in texts {
            var request = FetchRequest<ManagedObject>(entityName: "Item", fetchLimit: 5)
            request.predicate = try .matching(.format("text == %@ AND real != %@", text, -Double.infinity))
            let shown = try #require(try container.newContext().explain(request).statements.first)
            #expect(
                shown.unanswered == []
                    && shown.text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.properties.isControl })
            let statement = try connection.statement(shown.text)
            defer { statement.reset() }
            var found = 0
            while try statement.step() { found += 1 }
            #expect(found == 1, "\(shown.text)")
        }
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isControl: Bool { generalCategory == .control || generalCategory == .format }
}
