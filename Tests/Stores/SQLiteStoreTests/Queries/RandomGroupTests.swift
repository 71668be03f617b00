import Foundation
import ModelExpressions
import SQLiteStore
import TestSupport
import Testing

@testable import ObjectGraph

/// Groups that SQL makes are those that are made of objects.
struct RandomGroupTests {
    private static let seeds: [UInt64] = [0] + SplitMix.seeds(2, for: "groups")

    /// A store with a context that may ask it for groups, and one that may not.
    private struct Pair {
        let store: QueriedStore
        let context: ManagedObjectContext
        let reference: ManagedObjectContext

        init(_ generator: inout SplitMix, texts: [String] = AwkwardValues.texts) throws {
            store = try QueriedStore(&generator, count: 40, texts: texts)
            context = store.context
            let container = try PersistentContainer(
                model: .queried, store: OpenStoreDescription(UngroupingStore(store: store.store)))
            reference = container.newContext()
        }

        /// What both contexts answer; nil where both throw.
        func answers(_ request: FetchRequest<ManagedObject>) -> (found: [[String: Any]], expected: [[String: Any]])? {
            let found = try? context.fetchDictionaries(request)
            let expected = try? reference.fetchDictionaries(request)
            #expect((found == nil) == (expected == nil))
            return found.flatMap { found in expected.map { (found, $0) } }
        }
    }

    private static let keys = [
        "text", "small", "number", "large", "real", "single", "flag", "date", "uuid", "uri", "box", "box.title",
        "box.size", "maker", "maker.since", "whole.number", "whole.box.title", "price",
    ]
    private static let functions = [
        "count:(SELF)", "count:(text)", "count:(box)", "count:(maker)", "count:(data)", "count:(whole.price)",
        "sum:(small)", "sum:(number)", "sum:(large)", "average:(number)", "min:(large)", "max:(date)", "min:(single)",
        "max:(whole.small)", "min:(box.size)", "sum:(small) * 2 + count:(SELF)", "max:(text)", "sum:(flag)",
        "max:(flag)",
        "median:(number)", "sum:(price)",
    ]
    private static let conditions = ["count:(SELF) > 1", "sum:(number) != 0 AND max:(small) < 3", "min:(large) == nil"]

    @Test("FET-15, FET-16 and FET-17 SQL forms the same groups as evaluation in memory", arguments: seeds)
    func sameGroups(seed: UInt64) throws {
        print("RandomGroupTests: seed \(seed)")
        var generator = SplitMix(seed: seed)
        try checkGroups(of: Pair(&generator), &generator, areSorted: false)
        try checkGroups(of: Pair(&generator, texts: AwkwardValues.ordered), &generator, areSorted: true)
    }

    private func checkGroups(of pair: Pair, _ generator: inout SplitMix, areSorted: Bool) throws {
        var conditions = RandomConditions(store: pair.store, generator: generator)
        for _ in 0..<75 {
            var request = FetchRequest<ManagedObject>(
                entityName: Bool.random(using: &generator) ? "Item" : "SpecialItem")
            if Bool.random(using: &generator) { request.predicate = .matching(try conditions.predicate()) }
            let keys = Self.keys.shuffled(using: &generator).prefix(Int.random(in: 0..<3, using: &generator))
            request.propertiesToGroupBy = Array(keys)
            request.propertiesToFetch = Array(keys)
            request.expressionsToFetch = try Self.functions.shuffled(using: &generator)
                .prefix(Int.random(in: 1..<4, using: &generator)).enumerated().map { number, format in
                    FetchedExpression(name: "value\(number)", expression: try ModelExpression(format: format))
                }
            if !keys.isEmpty, Bool.random(using: &generator) {
                request.havingPredicate = try Self.conditions.randomElement(using: &generator).map {
                    try .init(format: $0)
                }
            }
            if areSorted, let key = keys.first, key != "box", key != "maker" {
                request.sortDescriptors = [ModelSortDescriptor(key: key, ascending: Bool.random(using: &generator))]
            }
            guard let (found, expected) = pair.answers(request) else { continue }
            let isSame = areEqual(found, expected)
            #expect(isSame, "\(described(request))\n\(described(found))\n\(described(expected))")
        }
    }

    @Test("FET-14 SQL finds distinct results", arguments: seeds)
    func sameDistinctValues(seed: UInt64) throws {
        print("RandomGroupTests: seed \(seed)")
        var generator = SplitMix(seed: seed)
        let pair = try Pair(&generator)
        for _ in 0..<60 {
            var request = FetchRequest<ManagedObject>(entityName: "Item")
            request.propertiesToFetch = Array(
                Self.keys.filter { !$0.contains(".") }.shuffled(using: &generator)
                    .prefix(Int.random(in: 1..<4, using: &generator)))
            request.returnsDistinctResults = true
            request.fetchOffset = Int.random(in: 0..<3, using: &generator)
            request.fetchLimit = Int.random(in: 0..<9, using: &generator)
            guard let (found, expected) = pair.answers(request) else { continue }
            let isSame = areEqual(found, expected)
            #expect(isSame, "\(described(request))\n\(described(found))\n\(described(expected))")
        }
    }

    @Test("Common groups and aggregates are computed in SQL")
    func whatIsUsualIsSaidInSQL() throws {
        var generator = SplitMix(seed: 1)
        let store = try QueriedStore(&generator, count: 10)
        let item = try #require(ManagedObjectModel.queried.entitiesByName["Item"])
        func path(_ text: String) throws -> ModelKeyPath { try #require(ModelKeyPath(text: text)) }
        let query = StoreGroupQuery(
            objects: StoreQuery(
                entity: item, entityNames: item.concreteFamilyNames, predicate: try .init(format: "number > 0"),
                order: [try SortKey(ModelSortDescriptor<ManagedObject>(key: "flag"), of: item, in: .queried)]),
            keys: [try path("flag"), try path("box.title")],
            aggregates: [
                StoreAggregate(.count, of: ModelKeyPath([])), StoreAggregate(.sum, of: try path("number")),
                StoreAggregate(.maximum, of: try path("box.size")),
            ])
        let groups = try #require(try store.store.openView().groups(query))
        #expect(!groups.isEmpty)
    }

    @Test("Groups by an invalid foreign key, or more than the maximum, are left to memory")
    func keysThatAreNoneAreNotOfAGroup() throws {
        var generator = SplitMix(seed: 1)
        let store = try QueriedStore(&generator, count: 10)
        _ = try DatabaseFile(store.file).rows("UPDATE ZITEM SET ZBOX = 0")
        let item = try #require(ManagedObjectModel.queried.entitiesByName["Item"])
        var query = StoreGroupQuery(
            objects: StoreQuery(entity: item, entityNames: item.concreteFamilyNames),
            keys: [ModelKeyPath([.key("box")])], aggregates: [])
        #expect(try store.store.openView().groups(query) == nil)
        query.keys = [ModelKeyPath([.key("text")])]
        let count = try #require(try store.store.openView().groups(query)).count
        query.maximumCount = count
        #expect(try store.store.openView().groups(query)?.count == count)
        query.maximumCount = count - 1
        #expect(try store.store.openView().groups(query) == nil)
    }

    // MARK: Comparing

    private func areEqual(_ left: [[String: Any]], _ right: [[String: Any]]) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy { left, right in
                Set(left.keys) == Set(right.keys) && left.allSatisfy { areEqual($0.value, right[$0.key]) }
            }
    }

    private func described(_ request: FetchRequest<ManagedObject>) -> String {
        let computed = request.expressionsToFetch.map { "\($0.expression)" }
        return "\(request.propertiesToFetch) \(computed) \(request.predicate?.formatCondition.map { "\($0)" } ?? "")"
    }

    /// Foundation cannot say what an infinite date is.
    private func described(_ rows: [[String: Any]]) -> String {
        rows.map { row in
            row.sorted { $0.key < $1.key }
                .map {
                    "\($0.key): \(($0.value as? Date).map { "\($0.timeIntervalSinceReferenceDate)" } ?? "\($0.value)")"
                }
                .joined(separator: ", ")
        }
        .joined(separator: "\n")
    }

    private func areEqual(_ left: Any, _ right: Any?) -> Bool {
        switch (left, right) {
        case (let left as Double, let right as Double):
            left == right || left.isNaN && right.isNaN || abs(left - right) <= 1e-12 * abs(right)
        case (let left as Date, let right as Date):
            areEqual(left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
        case (let left as Float, let right as Float): left == right || left.isNaN && right.isNaN
        case (let left as any Hashable, let right as any Hashable):
            AnyHashable(left) == AnyHashable(right) && type(of: left) == type(of: right)
        default: false
        }
    }
}

/// Leaves all groups to whoever asks.
private final class UngroupingStore: PersistentStore {
    private let store: SQLiteStore

    init(store: SQLiteStore) { self.store = store }

    var identifier: UUID { store.identifier }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        try store.reserveNumbers(count, forRootEntityNamed: name)
    }

    func openView() throws -> any StoreView { View(view: try store.openView()) }

    func commit(_ changes: StoreChanges) throws -> StoreReceipt { try store.commit(changes) }

    private final class View: StoreView {
        let view: any StoreView

        init(view: any StoreView) { self.view = view }

        func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] { try view.rows(of: objectIDs) }

        func destinations(
            of relationship: RelationshipDescription, from objectIDs: [ObjectID]
        ) throws -> StoreDestinations { try view.destinations(of: relationship, from: objectIDs) }

        func execute(_ query: StoreQuery) throws -> StoreResult { try view.execute(query) }
    }
}
