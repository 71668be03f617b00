import Foundation
import ModelExpressions
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// What a store leaves to whoever asks.
struct RemainingQueryTests {
    private func fetch(_ predicate: ModelPredicate) throws -> [ManagedObject] {
        let folder = try TemporaryFolder()
        let container = try PersistentContainer(
            model: .queried, store: .sqlite(at: folder.url.appending(path: "store.sqlite")))
        let context = container.newContext()
        context.insertNewObject(forEntityName: "Item").setValue(String(repeating: "a", count: 40), forKey: "text")
        try context.save()
        let other = container.newContext()
        return try other.fetch(FetchRequest<ManagedObject>(entityName: "Item", predicate: predicate))
    }

    @Test("A regular expression that takes too many steps fails as in memory")
    func aCostlyPatternFailsAsTheEvaluatorSays() throws {
        let error = #expect(throws: QueryError.self) { try fetch(.format("text MATCHES '(a+)+b'")) }
        #expect(error?.code == .patternTooComplex)
        #expect(error?.column == 1)
    }

    @Test("An invalid regular expression fails as in memory")
    func invalidPatterns() throws {
        let error = #expect(throws: QueryError.self) { try fetch(.format("number == nil AND text MATCHES '('")) }
        #expect(error?.code == .invalidPattern)
    }

    @Test("More values than a statement can bind are compared in memory")
    func manyValues() throws {
        let dates = (0..<40_000).map { Date(timeIntervalSinceReferenceDate: Double($0)) }
        #expect(try fetch(.format("NOT (date IN %@)", dates)).count == 1)
        #expect(try fetch(.format("date IN %@", Array(dates.prefix(20_000)))).isEmpty)
        #expect(try fetch(.format("number IN %@", Array(0..<100_000))).isEmpty)
    }

    @Test("More conditions and keys than SQLite accepts are evaluated in memory")
    func manyConditions() throws {
        let folder = try TemporaryFolder()
        let container = try PersistentContainer(
            model: .queried, store: .sqlite(at: folder.url.appending(path: "store.sqlite")))
        let context = container.newContext()
        for number in 0..<20 {
            context.insertNewObject(forEntityName: "Item").setValue("text \(number % 10)", forKey: "text")
        }
        try context.save()
        let alternatives = (0..<1500).map { "text == 'text \($0 + 3)' OR number == \($0)" }.joined(separator: " OR ")
        var request = FetchRequest<ManagedObject>(entityName: "Item", predicate: try .format(alternatives))
        #expect(try context.fetch(request).count == 14)
        #expect(try context.count(for: request) == 14)
        request.sortDescriptors = Array(repeating: ModelSortDescriptor(key: "text", ascending: false), count: 12_000)
        request.fetchLimit = 3
        #expect(
            try context.fetch(request).compactMap { $0.value(forKey: "text") as? String } == [
                "text 9", "text 9", "text 8",
            ])
        request.predicate = nil
        #expect(
            try context.fetch(request).compactMap { $0.value(forKey: "text") as? String } == [
                "text 9", "text 9", "text 8",
            ])
    }
}
