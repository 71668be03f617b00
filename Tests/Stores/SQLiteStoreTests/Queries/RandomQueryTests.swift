import Foundation
import ModelExpressions
import SQLiteStore
import TestSupport
import Testing

@testable import ObjectGraph

/// What SQL answers is what the evaluation of each object answers.
struct RandomQueryTests {
    private static let seeds: [UInt64] = [0, 1] + SplitMix.seeds(4, for: "queries")

    private func query(_ entity: String, _ predicate: ModelPredicate? = nil) throws -> StoreQuery {
        let description = try #require(ManagedObjectModel.queried.entitiesByName[entity])
        return StoreQuery(
            entity: description, entityNames: description.concreteFamilyNames, predicate: predicate)
    }

    @Test("PRED-13 SQL finds the objects for which a predicate is true", arguments: seeds)
    func sameObjects(seed: UInt64) throws {
        print("RandomQueryTests: seed \(seed)")
        var generator = SplitMix(seed: seed)
        let store = try QueriedStore(&generator, count: 40)
        var conditions = RandomConditions(store: store, generator: generator)
        var saidCount = 0
        let count = runsLongTests ? 20_000 : 800
        for _ in 0..<count {
            let predicate = try conditions.predicate()
            let entity = Bool.random(using: &conditions.generator) ? "Item" : "SpecialItem"
            guard let expected = try? store.family(entity).filter({ try predicate.evaluate(with: $0) }) else {
                continue
            }
            var query = try query(entity, predicate)
            query.includesRows = Bool.random(using: &conditions.generator)
            let found = try store.execute(query)
            if found.remainingParts.contains(.predicate) {
                #expect(Set(found.objectIDs).isSuperset(of: expected.map(\.objectID)), "\(predicate)")
                #expect(try store.store.openView().count(query) == nil)
            } else {
                saidCount += 1
                #expect(found.objectIDs == expected.map(\.objectID), "\(predicate)")
                #expect(try store.store.openView().count(query) == expected.count, "\(predicate)")
            }
        }
        #expect(saidCount > count / 2)
    }

    @Test("SRT-3 to SRT-11: SQL sorts in the same order as evaluation in memory", arguments: seeds)
    func sameOrder(seed: UInt64) throws {
        print("RandomQueryTests: seed \(seed)")
        var generator = SplitMix(seed: seed)
        let store = try QueriedStore(&generator, count: 60, texts: AwkwardValues.ordered)
        let keys = [
            "text", "other", "small", "number", "large", "real", "single", "price", "flag", "date", "uuid", "uri",
            "box.title", "box.size", "maker.since", "whole.maker.name", "whole.real", "self",
        ]
        for _ in 0..<(runsLongTests ? 2_000 : 150) {
            let descriptors = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                ModelSortDescriptor<ManagedObject>(
                    key: keys.randomElement(using: &generator) ?? "text",
                    ascending: Bool.random(using: &generator),
                    comparison: SortComparison.allCases.randomElement(using: &generator) ?? .plain)
            }
            let all = store.family("Item")
            let expected = try all.sorted(using: descriptors, in: .queried).map(\.objectID)
            var query = try query("Item")
            query.order = try descriptors.map { try SortKey($0, of: query.entity, in: .queried) }
            let whole = try store.execute(query)
            let isLeft = descriptors.contains { $0.key == "price" }
            #expect(whole.remainingParts.contains(.order) == isLeft)
            if isLeft { continue }
            #expect(whole.objectIDs == expected, "\(descriptors)")
            query.limit = Int.random(in: 1..<30, using: &generator)
            query.offset = Int.random(in: 0..<70, using: &generator)
            query.includesRows = false
            let window = Array(expected.dropFirst(query.offset).prefix(query.limit))
            #expect(try store.execute(query).objectIDs == window, "\(descriptors)")
            #expect(try store.store.openView().count(query) == window.count)
        }
    }

    @Test("SRT-4 the value that nil reads as determines its place")
    func nilValues() throws {
        var generator = SplitMix(seed: 7)
        let store = try QueriedStore(&generator, count: 60, texts: AwkwardValues.ordered)
        let values: [(String, ConstantValue)] = [
            ("text", ""), ("number", 0), ("real", 0.0), ("flag", false), ("date", .date(0)),
        ]
        for (key, value) in values {
            for ascending in [true, false] {
                var query = try query("Item")
                let descriptor = ModelSortDescriptor<ManagedObject>(key: key, ascending: ascending)
                let sortKey = try SortKey(descriptor, of: query.entity, in: .queried, nilValue: value)
                let all = store.family("Item")
                let evaluator = PredicateEvaluator(source: ManagedObjectSource(context: store.context), now: Date())
                let expected = try SortKeys(keys: [sortKey]).sorted(all, with: evaluator).map(\.objectID)
                query.order = [sortKey]
                #expect(try store.execute(query).objectIDs == expected, "\(key) \(ascending)")
            }
        }
    }
}
