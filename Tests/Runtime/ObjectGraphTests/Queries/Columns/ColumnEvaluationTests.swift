import Foundation
import ObjectGraph
import TestSupport
import Testing

/// What columns answer is what the evaluation of each object answers.
struct ColumnEvaluationTests {
    /// How many conditions are tried for each seed; `MODELGEN_LONG_TESTS` makes 100,000 cases of it.
    private static let count = runsLongTests ? 17_000 : 120

    private static let orderCount = count / 2

    @Test("PRED-13 a fetch returns the objects for which the predicate is true", arguments: randomSeeds)
    func sameMembers(seed: UInt64) throws {
        print("ColumnEvaluationTests: seed \(seed)")
        var graph = try RandomItems(seed: seed, count: 60)
        for step in 0..<Self.count {
            // First on what is stored, then with changes on top.
            if step == Self.count / 2 { graph.disturb() }
            let format = graph.predicate()
            let predicate = try ModelPredicate.format(format)
            let all = try graph.context.fetch(FetchRequest<ManagedObject>(entityName: "Item"))
            let expected = Result { try all.filter { try predicate.evaluate(with: $0) } }
            let request = FetchRequest<ManagedObject>(entityName: "Item", predicate: predicate)
            let found = Result { try graph.context.fetch(request) }
            switch (expected, found) {
            case (.success(let expected), .success(let found)):
                #expect(found == expected, "\(format)")
                #expect(try graph.context.count(for: request) == expected.count, "\(format)")
            case (.failure, .failure): break
            // A fetch refuses before it looks at objects, and may look at them in another order.
            case (.success, .failure(let error)): #expect(error is QueryError, "\(format)")
            case (.failure(let error), .success):
                Issue.record("only the evaluation of objects fails for \(format): \(error)")
            }
        }
    }

    @Test("SRT-3 to SRT-10: columns sort in the same order as objects", arguments: randomSeeds)
    func sameOrder(seed: UInt64) throws {
        print("ColumnEvaluationTests: seed \(seed)")
        var graph = try RandomItems(seed: seed, count: 80)
        let keys = [
            "text", "code", "small", "number", "large", "real", "single", "price", "flag", "date", "uuid", "uri",
            "box.title", "box.size", "self",
        ]
        for step in 0..<Self.orderCount {
            if step == Self.orderCount / 2 { graph.disturb() }
            var request = FetchRequest<ManagedObject>(entityName: "Item")
            let all = try graph.context.fetch(request)
            let descriptors = (0..<Int.random(in: 1...3, using: &graph.generator)).map { _ in
                ModelSortDescriptor<ManagedObject>(
                    key: keys.randomElement(using: &graph.generator) ?? "text",
                    ascending: Bool.random(using: &graph.generator),
                    comparison: graph.chance(4) ? .caseInsensitive : graph.chance(6) ? .localizedStandard : .plain)
            }
            request.sortDescriptors = descriptors
            let expected = try all.sorted(using: descriptors, in: .columns)
            #expect(try graph.context.fetch(request) == expected, "\(descriptors)")
            request.fetchLimit = Int.random(in: 1..<30, using: &graph.generator)
            request.fetchOffset = Int.random(in: 0..<30, using: &graph.generator)
            let window = expected.dropFirst(request.fetchOffset).prefix(request.fetchLimit)
            #expect(try graph.context.fetch(request) == Array(window), "\(descriptors)")
        }
    }

    @Test(
        "CHD-12 and PRED-13 a fetch in a child sees what has changed there and in its parents", arguments: randomSeeds)
    func children(seed: UInt64) throws {
        print("ColumnEvaluationTests: seed \(seed)")
        var graph = try RandomItems(seed: seed, count: 60)
        for level in 0..<3 {
            graph.disturb()
            if level > 0 { graph.descend() }
            graph.disturb()
            let every = FetchRequest<ManagedObject>(entityName: "Item")
            let all = try graph.context.fetch(every)
            #expect(Set(all) == Set(graph.items), "level \(level)")
            for _ in 0..<Self.count / 4 {
                let format = graph.predicate()
                let predicate = try ModelPredicate.format(format)
                let request = FetchRequest<ManagedObject>(entityName: "Item", predicate: predicate)
                guard let expected = try? all.filter({ try predicate.evaluate(with: $0) }),
                    let found = try? graph.context.fetch(request)
                else { continue }
                #expect(found == expected, "level \(level): \(format)")
                #expect(try graph.context.count(for: request) == expected.count, "level \(level): \(format)")
            }
            let plan = try graph.context.explain(FetchRequest<ManagedObject>(entityName: "Item"))
            if TestedStoreDescription.isResident {
                #expect(plan.steps.first?.wholeMatch(of: /\w+: scan \d+ rows? in \d+ chunks?/) != nil, "\(plan)")
            }
        }
    }

    @Test(
        "The plan of a query names the index and the conditions that remain",
        .enabled(
            if: TestedStoreDescription.isResident, "only stores in memory have these plans; unset MODELGEN_TEST_STORE"))
    func plansNameTheIndexAndWhatRemains() throws {
        let context = try makeContext(.columns)
        for number in 0..<100 {
            let item = context.insertNewObject(forEntityName: "Item")
            item.setValue(number, forKey: "number")
            item.setValue("\(number)", forKey: "text")
        }
        try context.save()
        func plan(_ format: String) throws -> [String] {
            var request = try FetchRequest<ManagedObject>(entityName: "Item", predicate: .format(format))
            request.includesSubentities = false
            return try context.explain(request).steps
        }
        #expect(
            try plan("number == 7 AND box.title == 'x'") == [
                "Item: index on number for number == 7: 1 of 100 rows", "Item: filter on columns: number == 7",
                "Item: filter on columns: box.title == \"x\"",
            ])
        // In the form of models before fetch indexes.
        #expect(try plan("small == 7").first == "Item: index on small for small == 7: 0 of 100 rows")
        #expect(
            try plan("number + 1 == 7").last == "Item: evaluate row by row: number + 1 == 7")
        #expect(try plan("number > 7").first == "Item: scan 100 rows in 1 chunk")
        // What is asked again and again gets an index of its own.
        for _ in 0..<9 { _ = try plan("text == '7'") }
        #expect(try plan("text == '7'").first == "Item: automatic index on text for text == \"7\": 1 of 100 rows")
    }
}
