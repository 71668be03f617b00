import Foundation
import ModelExpressions
import StoreTestSupport
import TestSupport
import Testing

@testable import ObjectGraph
@testable import SQLiteStore

/// Pages of a query: one behind another is found by its place in the order.
struct PageTests {
    /// The keys that objects are sorted by, with and without an index,
    /// and with objects that have the same value or none.
    private static let orders: [[(key: String, ascending: Bool)]] =
        [[]]
        + ["self", "number", "text", "date", "uuid", "other", "box.title"].flatMap { key in
            [[(key, true)], [(key, false)]]
        }
        + [
            [("number", true), ("text", false)], [("number", true), ("text", true)],
            [("text", false), ("number", true)], [("text", false), ("number", false)],
            [("text", true), ("uuid", false), ("number", true)],
            [("number", false), ("self", false)], [("number", true), ("self", true), ("text", false)],
        ]

    @Test("The pages of a query have the objects of the whole, in every order", arguments: orders.indices)
    func pages(_ order: Int) throws {
        var generator = SplitMix(seed: 11 + UInt64(order))
        let store = try QueriedStore(&generator, count: 120, texts: ["", "a", "ab", "b", "Zoo"])
        for (entityName, predicate) in [("Item", nil), ("SpecialItem", nil), ("Item", "number > 0 OR flag == TRUE")] {
            let entity = try #require(ManagedObjectModel.queried.entitiesByName[entityName])
            var query = StoreQuery(entity: entity, entityNames: entity.concreteFamilyNames)
            query.predicate = try predicate.map { try .format($0) }
            query.order = try Self.orders[order].map { key in
                try SortKey(
                    ModelSortDescriptor<ManagedObject>(key: key.key, ascending: key.ascending), of: entity,
                    in: .queried)
            }
            let view = try store.store.openView()
            func objectIDs(_ query: StoreQuery) throws -> [ObjectID] {
                let result = try view.execute(query)
                try #require(result.remainingParts.isEmpty)
                switch result.objects {
                case .rows(let rows): return rows.map(\.objectID)
                case .objectIDs(let objectIDs): return objectIDs
                }
            }
            let whole = try objectIDs(query)
            for (limit, includesRows) in [(1, true), (7, true), (7, false), (40, false)] {
                query.limit = limit
                query.includesRows = includesRows
                var found: [ObjectID] = []
                repeat {
                    query.offset = found.count
                    let page = try objectIDs(query)
                    #expect(page.count == min(limit, whole.count - found.count))
                    found += page
                } while query.offset + limit <= found.count
                #expect(found == whole, "\(entityName) by \(Self.orders[order]), \(limit) at a time")
            }
        }
    }

    @Test("A page behind another skips no rows, in any context, until the store changes")
    func statements() throws {
        let model = ManagedObjectModel(
            Model(
                name: "Notes",
                entities: [
                    Entity(
                        name: "Note", attributes: [Attribute(name: "date", type: .date, isOptional: true)],
                        indexes: [
                            FetchIndex(
                                name: "byDate",
                                elements: [FetchIndex.Element(propertyName: "date", order: .ascending)])
                        ])
                ]))
        let file = try SQLiteFile(model)
        let lines = LogLines()
        let context = try file.openContext(SQLiteStoreOptions(durability: .off, logger: lines.logger))
        /// Makes notes on some days, so that several are of one.
        func save(_ days: [Int]) throws {
            for day in days {
                let date = Date(timeIntervalSinceReferenceDate: Double(day))
                context.insertNewObject(forEntityName: "Note").setValue(date, forKey: "date")
            }
            try context.save()
        }
        /// The days of a page, and whether the store has skipped rows for it.
        func page(_ number: Int, ascending: Bool = true) throws -> (days: [Int], skips: Bool) {
            var request = FetchRequest<ManagedObject>(entityName: "Note")
            request.sortDescriptors = [ModelSortDescriptor(key: "date", ascending: ascending)]
            request.fetchLimit = 10
            request.fetchOffset = 10 * number
            let count = lines.all.count
            let notes = try ManagedObjectContext(coordinator: context.persistentStoreCoordinator).fetch(request)
            let statements = lines.all.dropFirst(count).filter { $0.contains("ORDER BY") }
            let days = notes.compactMap { ($0.value(forKey: "date") as? Date)?.timeIntervalSinceReferenceDate }
            return (days.map { Int($0) }, statements.contains { $0.contains("OFFSET") })
        }
        try save((0..<100).map { $0 / 3 })
        let all = (0..<100).map { $0 / 3 }
        for number in 0..<5 {
            let (days, skips) = try page(number)
            #expect(days == Array(all[10 * number..<10 * number + 10]))
            #expect(!skips)
        }
        for number in 0..<5 {
            let (days, skips) = try page(number, ascending: false)
            #expect(days == Array(all.reversed()[10 * number..<10 * number + 10]))
            #expect(!skips)
        }
        // The page before it has not been fetched.
        #expect(try page(8).skips)
        // The page begins elsewhere now.
        try save([-1])
        let moved = try page(5)
        #expect(moved.days == Array(([-1] + all)[50..<60]))
        #expect(moved.skips)
    }

    @Test("A page behind another in an order by several keys begins in their index", arguments: [true, false])
    func severalKeys(_ ascending: Bool) throws {
        let model = ManagedObjectModel(
            Model(
                name: "Letters",
                entities: [
                    Entity(
                        name: "Letter",
                        attributes: [
                            Attribute(name: "folder", type: .integer32, isOptional: true),
                            Attribute(name: "rank", type: .integer32, isOptional: true),
                        ],
                        indexes: [
                            FetchIndex(
                                name: "byFolder",
                                elements: [
                                    FetchIndex.Element(propertyName: "folder", order: .ascending),
                                    FetchIndex.Element(propertyName: "rank", order: .ascending),
                                ])
                        ])
                ]))
        let file = try SQLiteFile(model)
        let lines = LogLines()
        let context = try file.openContext(SQLiteStoreOptions(durability: .off, logger: lines.logger))
        for number in 0..<90 {
            let letter = context.insertNewObject(forEntityName: "Letter")
            if number % 9 != 0 { letter.setValue(number % 5, forKey: "folder") }
            if number % 7 != 0 { letter.setValue(number % 11, forKey: "rank") }
        }
        try context.save()
        var request = FetchRequest<ManagedObject>(entityName: "Letter")
        request.sortDescriptors = [
            ModelSortDescriptor(key: "folder"), ModelSortDescriptor(key: "rank", ascending: ascending),
        ]
        let whole = try context.fetchObjectIDs(request)
        var found: [ObjectID] = []
        var pagesThatSkip = 0
        request.fetchLimit = 10
        while found.count < whole.count {
            let count = lines.all.count
            request.fetchOffset = found.count
            let reader = ManagedObjectContext(coordinator: context.persistentStoreCoordinator)
            found += try reader.fetch(request).map(\.objectID)
            let statements = lines.all.dropFirst(count).filter { $0.contains("ORDER BY") }
            if statements.contains(where: { $0.contains("OFFSET") }) { pagesThatSkip += 1 }
        }
        #expect(found == whole)
        // A page behind an object without one of the values cannot be found by them.
        #expect((1...4).contains(pagesThatSkip))
    }
}
