import Foundation
import ObjectGraph
import SQLiteStore
import StoreTestSupport
import TestSupport
import Testing

/// Orders that an index of the file has, although SQLite compares some values otherwise than the runtime.
struct IndexOrderTests {
    private static let model = ManagedObjectModel(
        Model(
            name: "Notes",
            entities: [
                Entity(
                    name: "Note",
                    attributes: [
                        Attribute(name: "date", type: .date, isOptional: true),
                        Attribute(name: "text", type: .string, isOptional: true),
                        Attribute(name: "title", type: .string, isOptional: true),
                        Attribute(name: "kind", type: .string, isOptional: true),
                        Attribute(name: "label", type: .string, isOptional: true),
                    ],
                    indexes: [["date"], ["text"], ["kind", "label"]].map { names in
                        FetchIndex(
                            name: "by" + names.joined(),
                            elements: names.map { FetchIndex.Element(propertyName: $0, order: .ascending) })
                    })
            ]))

    private let file: SQLiteFile
    private let lines = LogLines()
    private let context: ManagedObjectContext

    init() throws {
        file = try SQLiteFile(Self.model)
        context = try file.openContext(SQLiteStoreOptions(durability: .off, logger: lines.logger))
        try save(["b", nil, "Äpfel", "a", "ab", ""])
    }

    private func save(_ texts: [String?], dates: [Date] = []) throws {
        for text in texts {
            let note = context.insertNewObject(forEntityName: "Note")
            note.setValue(text, forKey: "text")
            note.setValue(text, forKey: "title")
            note.setValue(text, forKey: "label")
            note.setValue("same", forKey: "kind")
        }
        for date in dates { context.insertNewObject(forEntityName: "Note").setValue(date, forKey: "date") }
        try context.save()
    }

    private static func text(_ value: Any) -> String {
        (value as? Date).map { "\($0.timeIntervalSinceReferenceDate)" } ?? "\(value)"
    }

    /// The values of the first notes in an order, and the statement that found them.
    private func first(
        _ count: Int, by key: String, ascending: Bool = true, in context: ManagedObjectContext? = nil
    ) throws -> (values: [String?], statement: String) {
        var request = FetchRequest<ManagedObject>(entityName: "Note")
        request.predicate = try .format("\(key) != nil")
        request.sortDescriptors = [ModelSortDescriptor(key: key, ascending: ascending)]
        request.fetchLimit = count
        let values = try (context ?? self.context).fetch(request).map { $0.value(forKey: key).map(Self.text) }
        return (values, try #require(lines.all.last { $0.contains("ORDER BY") }))
    }

    @Test("The first objects by a text come from an index as long as all texts have one spelling")
    func plainTexts() throws {
        let sorted = try first(3, by: "text")
        #expect(sorted.values == ["", "a", "ab"])
        #expect(!sorted.statement.contains("COLLATE"))
        #expect(try first(2, by: "text", ascending: false).values == ["Äpfel", "b"])
        // Without an index, sorting by the runtime's collation takes as long.
        #expect(try first(3, by: "title").statement.contains("COLLATE"))
        // The store writes another text, which a letter and an accent begin.
        try save(["A\u{308}a"])
        let anew = try first(10, by: "text", ascending: false)
        #expect(anew.statement.contains("COLLATE"))
        #expect(anew.values == ["Äpfel", "A\u{308}a", "b", "ab", "a", ""])
    }

    @Test("The first objects of a condition by a text come from an index that has both")
    func textsBehindOthers() throws {
        func labels() throws -> (values: [String?], statement: String) {
            var request = FetchRequest<ManagedObject>(entityName: "Note", predicate: try .format("kind == 'same'"))
            request.sortDescriptors = [ModelSortDescriptor(key: "label", ascending: false)]
            request.fetchLimit = 2
            let values = try context.fetch(request).map { $0.value(forKey: "label") as? String }
            return (values, try #require(lines.all.last { $0.contains("ORDER BY") }))
        }
        let plain = try labels()
        #expect(plain.values == ["Äpfel", "b"] && !plain.statement.contains("COLLATE"))
        try save(["A\u{308}z"])
        let anew = try labels()
        #expect(anew.values == ["Äpfel", "A\u{308}z"] || anew.values == ["A\u{308}z", "Äpfel"])
        #expect(anew.statement.contains("COLLATE"))
    }

    @Test("A text that another program writes, before or after the first fetch, is found")
    func othersTexts() throws {
        #expect(try first(1, by: "text", ascending: false).values == ["Äpfel"])
        try file.edit("UPDATE ZNOTE SET ZTEXT = 'A' || char(0x308) || 'z' WHERE ZTEXT = 'b'")
        #expect(try first(2, by: "text", ascending: false).values == ["A\u{308}z", "Äpfel"])
        try file.edit("UPDATE ZNOTE SET ZTEXT = 'b' WHERE ZTEXT LIKE '%z'")
        #expect(try first(2, by: "text", ascending: false).values == ["Äpfel", "b"])
    }

    @Test("A context that keeps an earlier state reads it in its own order")
    func earlierStates() throws {
        try save(["A\u{308}x"])
        let other = try file.openContext(SQLiteStoreOptions(logger: lines.logger))
        try other.pinQueryGeneration(acceptingCost: true)
        #expect(try first(1, by: "text", ascending: false, in: other).values == ["A\u{308}x"])
        let own = ManagedObjectContext(coordinator: context.persistentStoreCoordinator)
        try own.pinQueryGeneration(acceptingCost: true)
        #expect(try first(1, by: "text", ascending: false, in: own).values == ["A\u{308}x"])
        var request = FetchRequest<ManagedObject>(entityName: "Note")
        request.predicate = try .format("text ENDSWITH 'x'")
        for note in try context.fetch(request) { context.delete(note) }
        try context.save()
        #expect(try first(1, by: "text", ascending: false).values == ["Äpfel"])
        for pinned in [own, other] {
            let values = try first(2, by: "text", ascending: false, in: pinned).values
            #expect(values == ["A\u{308}x", "Äpfel"])
        }
    }

    @Test("The first objects by a date come from an index unless a date is not a number")
    func dates() throws {
        let dates = (0..<4).map { Date(timeIntervalSinceReferenceDate: Double($0)) }
        try save([], dates: dates)
        let sorted = try first(2, by: "date", ascending: false)
        #expect(sorted.values == [dates[3], dates[2]].map(Self.text))
        #expect(!sorted.statement.contains("CASE"))
        let noNumber = Date(timeIntervalSinceReferenceDate: .nan)
        try save([], dates: [noNumber])
        let anew = try first(2, by: "date")
        #expect(anew.statement.contains("CASE"))
        #expect(anew.values == [noNumber, dates[0]].map(Self.text))
    }

    @Test("Random texts are in one order with and without an index, and with a limit or none")
    func randomTexts() throws {
        var generator = SplitMix(seed: 42)
        let letters = ["a", "b", "A", "ä", "a\u{308}", "é", "ż", "각", "😀", "\u{212B}", "\r\n", "\u{2FF}", "\u{300}"]
        for round in 0..<40 {
            let plain = letters.filter { $0.unicodeScalars.allSatisfy { $0.value < 0x300 } }
            let alphabet = round < 20 ? plain : letters
            let texts = (0..<5).map { _ in
                (0..<Int.random(in: 0...3, using: &generator))
                    .map { _ in alphabet.randomElement(using: &generator) ?? "" }.joined()
            }
            try save(texts)
            let ascending = Bool.random(using: &generator)
            let count = Int.random(in: 1...20, using: &generator)
            let all = try first(0, by: "title", ascending: ascending).values
            #expect(try first(count, by: "text", ascending: ascending).values == Array(all.prefix(count)), "\(round)")
        }
    }
}
