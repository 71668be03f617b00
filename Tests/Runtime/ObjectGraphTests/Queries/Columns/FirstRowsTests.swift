import Foundation
import ObjectGraph
import TestSupport
import Testing

/// The first few objects of an order are those that the whole order begins with, however they are found.
struct FirstRowsTests {
    /// Enough for several chunks.
    private static let count = 3_000
    /// More with `MODELGEN_LONG_TESTS`.
    private static let seeds = randomSeeds.prefix(runsLongTests ? 3 : 1)

    private func fill(_ generator: inout SplitMix) throws -> ManagedObjectContext {
        let context = try makeContext(.columns)
        for number in 0..<Self.count {
            let item = context.insertNewObject(
                forEntityName: Int.random(in: 0..<9, using: &generator) == 0 ? "SpecialItem" : "Item")
            // With many equal ones, with the same eight bytes first, and some beyond ASCII.
            let text = "https://example.org/\(Int.random(in: 0..<400, using: &generator))"
            item.setValue(number % 11 == 0 ? nil : number % 13 == 0 ? "é\(text)" : text, forKey: "text")
            item.setValue("code\(number)", forKey: "code")
            item.setValue(number % 7 == 0 ? nil : Int.random(in: -200..<200, using: &generator), forKey: "number")
            item.setValue(Int.random(in: 0..<3, using: &generator), forKey: "small")
            item.setValue(number % 5 == 0 ? nil : Double.random(in: 0..<1, using: &generator), forKey: "real")
        }
        try context.save()
        return context
    }

    private static let formats = [
        "TRUEPREDICATE", "number < 150", "number == 7", "number BETWEEN {-20, 20}", "small == 1",
        "text BEGINSWITH 'https://example.org/1'", "text == 'https://example.org/17'", "code BEGINSWITH 'code1'",
        "text IN {'https://example.org/17', 'https://example.org/17', 'https://example.org/203', 'x'}",
        "number + 1 > 100", "number > 1000", "text == nil",
    ]

    @Test("SRT-3 and FET-27 the first objects of an order", arguments: seeds)
    func first(seed: UInt64) throws {
        print("FirstRowsTests: seed \(seed)")
        var generator = SplitMix(seed: seed)
        let context = try fill(&generator)
        for step in 0..<80 {
            if step == 50 { try disturb(context, &generator) }
            let format = Self.formats.randomElement(using: &generator) ?? ""
            var request = try FetchRequest<ManagedObject>(entityName: "Item", predicate: .format(format))
            request.includesSubentities = Bool.random(using: &generator)
            request.sortDescriptors = (0..<Int.random(in: 1...2, using: &generator)).map { _ in
                ModelSortDescriptor(
                    key: ["text", "code", "number", "small", "real"].randomElement(using: &generator) ?? "",
                    ascending: Bool.random(using: &generator))
            }
            let whole = try context.fetchObjectIDs(request)
            request.fetchLimit = Int.random(in: 1..<40, using: &generator)
            request.fetchOffset = [0, 0, 3, 200].randomElement(using: &generator) ?? 0
            let expected = whole.dropFirst(request.fetchOffset).prefix(request.fetchLimit)
            #expect(try context.fetchObjectIDs(request) == Array(expected), "\(format) \(request.sortDescriptors)")
        }
    }

    private func disturb(_ context: ManagedObjectContext, _ generator: inout SplitMix) throws {
        for item in try context.fetch(FetchRequest<ManagedObject>(entityName: "Item")).shuffled(using: &generator)
            .prefix(60)
        {
            if Bool.random(using: &generator) {
                context.delete(item)
            } else {
                item.setValue(Int.random(in: -200..<200, using: &generator), forKey: "number")
                item.setValue("https://example.org/\(Int.random(in: 0..<400, using: &generator))", forKey: "text")
            }
        }
    }

    @Test(
        "The plan of a sorted query says when it uses an index",
        .enabled(
            if: TestedStoreDescription.isResident, "only stores in memory have these plans; unset MODELGEN_TEST_STORE"))
    func plansSayWhenTheyGoByAnIndex() throws {
        var generator = SplitMix(seed: 1)
        let context = try fill(&generator)
        var request = FetchRequest<ManagedObject>(entityName: "Item", fetchLimit: 5)
        request.includesSubentities = false
        request.sortDescriptors = [ModelSortDescriptor(key: "number")]
        let step = "Item: follow the index on number until enough objects are found"
        #expect(try context.explain(request).steps.contains(step))
        request.predicate = try .format("number > 190 OR small == 7")
        #expect(try !context.explain(request).steps.contains(step))
        request.predicate = try .format("number > -190 AND small < 7")
        #expect(try context.explain(request).steps.contains(step))
    }

    @Test(
        "An index distinguishes long texts with the same beginning",
        .enabled(
            if: TestedStoreDescription.isResident, "only stores in memory have these plans; unset MODELGEN_TEST_STORE"))
    func indexesTellLongTextsApart() throws {
        let context = try makeContext(.columns)
        for number in 0..<100 {
            let item = context.insertNewObject(forEntityName: "Item")
            item.setValue("https://example.org/\(number)", forKey: "code")
        }
        try context.save()
        func plan(_ format: String) throws -> String? {
            var request = try FetchRequest<ManagedObject>(entityName: "Item", predicate: .format(format))
            request.includesSubentities = false
            return try context.explain(request).steps.first
        }
        #expect(try plan("code == 'https://example.org/7'")?.hasSuffix(": 1 of 100 rows") == true)
        #expect(try plan("code BEGINSWITH 'https://example.org/7'")?.hasSuffix(": 11 of 100 rows") == true)
        let list = "'https://example.org/7', 'https://example.org/8'"
        #expect(try plan("code IN {\(list)}")?.hasSuffix(": 2 of 100 rows") == true)
    }
}
