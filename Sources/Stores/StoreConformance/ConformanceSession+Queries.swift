import Foundation
import ModelExpressions
import ObjectGraph

// The rules for queries.
extension ConformanceSession {
    // MARK: Without contexts

    func resultsMatchTheQuery() throws {
        try withStore { store in
            let things = try insertThings(in: store)
            for query in try Self.queries() {
                var whole = query
                (whole.offset, whole.limit) = (0, 0)
                let (found, remainingParts) = try store.view().execute(query)
                let candidates = things.filter { query.entityNames.contains($0.key.entityName) }
                try expect(
                    Set(found).isSubset(of: candidates.keys), "a result contains objects that were never committed")
                let matching = candidates.filter { Self.matches($1, query) }.keys.sorted { $0.number < $1.number }
                let rest = matching.dropFirst(query.offset)
                let expected = query.limit > 0 ? Array(rest.prefix(query.limit)) : Array(rest)
                switch remainingParts {
                case []: try expect(found == expected, "a result does not contain exactly the matching objects")
                case _ where remainingParts.isDisjoint(with: [.predicate, .range]):
                    try expect(Set(found) == Set(expected), "a result does not contain exactly the matching objects")
                case _ where !remainingParts.contains(.predicate):
                    try expect(Set(found) == Set(matching), "a result does not contain exactly the matching objects")
                    if !remainingParts.contains(.order) {
                        try expect(found == matching, "a result does not have the requested order")
                    }
                default: try expect(Set(matching).isSubset(of: found), "a result lacks matching objects")
                }
            }
        }
    }

    func countsAgree() throws {
        try withStore { store in
            _ = try insertThings(in: store)
            let view = try store.view()
            for query in try Self.queries() {
                guard let count = try view.view.count(query) else { continue }
                let (found, remainingParts) = try view.execute(query)
                guard remainingParts.isEmpty else {
                    throw StoreConformanceError(
                        description: "a store counts the objects of a query that it cannot answer")
                }
                try expect(count == found.count, "a count is \(count), but the answer contains \(found.count) objects")
            }
        }
    }

    func groupsAgree() throws {
        try withStore { store in
            let things = try insertThings(in: store)
            let text = ModelKeyPath([.key("stringValue")])
            let number = ModelKeyPath([.key("integer64Value")])
            let aggregates = [
                StoreAggregate(.count, of: ModelKeyPath([])), StoreAggregate(.count, of: number),
                StoreAggregate(.sum, of: number),
                StoreAggregate(.minimum, of: number), StoreAggregate(.maximum, of: number),
            ]
            for query in try Self.queries() where query.limit == 0 && query.offset == 0 {
                let matching = things.filter {
                    query.entityNames.contains($0.key.entityName) && Self.matches($0.value, query)
                }
                for keys in [[], [text]] {
                    let asked = StoreGroupQuery(objects: query, keys: keys, aggregates: aggregates)
                    guard let groups = try store.view().view.groups(asked) else { continue }
                    let members = matching.sorted { $0.key.number < $1.key.number }.map(\.value)
                    let texts = members.map(\.text).reduce(into: [String]()) { texts, text in
                        if !texts.contains(text) { texts.append(text) }
                    }
                    let expected =
                        keys.isEmpty
                        ? [Self.group([], members.map(\.number))]
                        : texts.map { text in
                            Self.group([.value(.string(text))], members.filter { $0.text == text }.map(\.number))
                        }
                    try expect(groups == expected, "the groups are not those of the matching objects")
                }
            }
        }
    }

    private static func group(_ keys: [StoreGroup.Key], _ numbers: [Int64]) -> StoreGroup {
        func value(_ number: Int64?) -> AttributeValue { number.map(AttributeValue.integer) ?? .null }
        let count = value(Int64(numbers.count))
        let sum = value(numbers.isEmpty ? nil : numbers.reduce(0, +))
        return StoreGroup(keys: keys, aggregates: [count, count, sum, value(numbers.min()), value(numbers.max())])
    }

    func queriesForIDsAgree() throws {
        try withStore { store in
            _ = try insertThings(in: store)
            let view = try store.view()
            for query in try Self.queries() {
                var bare = query
                bare.includesRows = false
                let (rows, remainingParts) = try view.execute(query)
                let (identities, left) = try view.execute(bare)
                guard left == remainingParts else { continue }
                try expect(Set(rows) == Set(identities), "answers with IDs and with rows contain different objects")
                if left.isEmpty {
                    try expect(rows == identities, "answers with IDs and with rows have different orders")
                }
            }
        }
    }

    /// Inserts objects of two entities.
    ///
    /// - Returns: Their numbers and texts.
    private func insertThings(in store: BareStore) throws -> [ObjectID: (number: Int64, text: String)] {
        var things: [ObjectID: (number: Int64, text: String)] = [:]
        var inserted: [StoreChanges.Insertion] = []
        for number in 0..<12 as Range<Int64> {
            let objectID = try store.newObjectID(number.isMultiple(of: 3) ? "SpecialThing" : "Thing")
            let text = number.isMultiple(of: 2) ? "even" : "odd"
            things[objectID] = (number, text)
            inserted.append(
                try store.insertion(objectID, ["integer64Value": .integer(number), "stringValue": .string(text)]))
        }
        inserted.append(try store.insertion(store.newObjectID("Box")))
        try store.commit { $0.inserted = inserted }
        return things
    }

    private static func queries() throws -> [StoreQuery] {
        guard let thing = ConformanceModel.model.entitiesByName["Thing"] else { return [] }
        let predicates: [ModelPredicate?] = [
            nil, try ModelPredicate(format: "stringValue == 'even'"), try ModelPredicate(format: "integer64Value == 3"),
            try ModelPredicate(format: "integer64Value > 5"), .constant(false),
        ]
        var queries: [StoreQuery] = []
        for names in [["Thing"], ["SpecialThing"], ["SpecialThing", "Thing"]] {
            for predicate in predicates {
                for (offset, limit) in [(0, 0), (0, 2), (1, 3), (2, 0), (50, 1)] {
                    queries.append(
                        StoreQuery(
                            entity: thing, entityNames: names, predicate: predicate, offset: offset, limit: limit))
                }
            }
        }
        return queries
    }

    /// The queries of ``queries()``.
    private static func matches(_ thing: (number: Int64, text: String), _ query: StoreQuery) -> Bool {
        switch query.predicate?.description {
        case nil: true
        case "stringValue == \"even\"": thing.text == "even"
        case "integer64Value == 3": thing.number == 3
        case "integer64Value > 5": thing.number > 5
        default: false
        }
    }

    // MARK: With contexts

    func queriesFindMatchingObjects() throws {
        try once { container in
            let reference = try PersistentContainer(model: ConformanceModel.model, store: .inMemory)
            try fill(container)
            try fill(reference)
            let context = container.newContext()
            let other = reference.newContext()
            try compare(context, other)
            // Unsaved objects count too.
            for context in [context, other] {
                let things = try context.things()
                things[4].setValue("b", forKey: "stringValue")
                things[7].setValue(nil, forKey: "box")
                context.delete(things[9])
                insert(99, in: context)
            }
            try compare(context, other)
        }
    }

    private func fill(_ container: PersistentContainer) throws {
        let context = container.newContext()
        let boxes = ["even", "odd"].map { label in
            let box = context.insertNewObject(forEntityName: "Box")
            box.setValue(label, forKey: "label")
            return box
        }
        let things = (0..<20).map { insert($0, in: context) }
        for (number, thing) in things.enumerated() {
            if number % 5 != 0 { thing.setValue(boxes[number % 2], forKey: "box") }
            if number > 4 { thing.setValue(things[number / 4], forKey: "parent") }
        }
        things[3].setValue([things[8], things[9]], forKey: "friends")
        try context.save()
    }

    @discardableResult
    private func insert(_ number: Int, in context: ManagedObjectContext) -> ManagedObject {
        let thing = context.insertNewObject(forEntityName: number % 4 == 1 ? "SpecialThing" : "Thing")
        thing.setValue(Int64(number), forKey: "integer64Value")
        thing.setValue(["a", "b", "Anna", nil][number % 4], forKey: "stringValue")
        thing.setValue(Double(number * 7 % 10) / 4, forKey: "doubleValue")
        thing.setValue(number % 3 == 0, forKey: "booleanValue")
        return thing
    }

    private func compare(_ context: ManagedObjectContext, _ reference: ManagedObjectContext) throws {
        for request in try Self.requests() {
            var whole = request
            (whole.fetchOffset, whole.fetchLimit) = (0, 0)
            let found = try context.numbers(request)
            let what = "a fetch of '\(request.entityName ?? "")' finds"
            try expect(try found == reference.numbers(request), "\(what) the wrong objects, or the wrong order")
            let rest = try context.numbers(whole).dropFirst(request.fetchOffset)
            let part = request.fetchLimit > 0 ? Array(rest.prefix(request.fetchLimit)) : Array(rest)
            try expect(found == part, "\(what) the wrong part of the result")
            try expect(
                try context.count(for: request) == reference.count(for: request),
                "a count differs from the number of objects in the answer"
            )
        }
    }

    private static func requests() throws -> [FetchRequest<ManagedObject>] {
        let formats: [String?] = [
            nil, "stringValue == 'b'", "stringValue == nil", "stringValue BEGINSWITH[c] 'A'",
            "integer64Value > 7 AND integer64Value <= 15", "integer64Value IN {1, 2, 30}", "NOT (booleanValue == YES)",
            "box == nil", "box.label == 'odd'", "ANY friends.integer64Value == 3", "children.@count > 1",
            "SUBQUERY(children, $child, $child.integer64Value > 10).@count > 0", "FALSEPREDICATE",
        ]
        let orders: [[ModelSortDescriptor<ManagedObject>]] = [
            [], [ModelSortDescriptor(key: "integer64Value", ascending: false)],
            [ModelSortDescriptor(key: "stringValue"), ModelSortDescriptor(key: "doubleValue", ascending: false)],
            [ModelSortDescriptor(key: "box.label"), ModelSortDescriptor(key: "integer64Value")],
        ]
        let ranges = [
            ("Thing", 0, 0), ("Thing", 0, 4), ("Thing", 2, 3), ("Thing", 3, 0), ("SpecialThing", 1, 2),
            ("Thing", 100, 1),
        ]
        var requests: [FetchRequest<ManagedObject>] = []
        for (row, format) in formats.enumerated() {
            for (column, (name, offset, limit)) in ranges.enumerated() {
                var request = FetchRequest<ManagedObject>(
                    entityName: name, predicate: try format.map { try .format($0) })
                // Each one combined with others, so a rule takes moments and covers all of them.
                request.sortDescriptors = orders[(row + column) % orders.count]
                request.fetchOffset = offset
                request.fetchLimit = limit
                requests.append(request)
            }
        }
        return requests
    }
}

extension ManagedObjectContext {
    /// The result of a fetch, as the numbers of the objects.
    fileprivate func numbers(_ request: FetchRequest<ManagedObject>) throws -> [Int64?] {
        try fetch(request).map { $0.value(forKey: "integer64Value") as? Int64 }
    }
}
