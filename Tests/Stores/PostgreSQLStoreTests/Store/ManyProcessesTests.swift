import Foundation
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Testing

/// Two stores of one schema, as two processes have them.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct ManyProcessesTests {
    private let tags: TagStore
    private let first: PostgreSQLStore
    private let second: PostgreSQLStore

    init() throws {
        tags = try TagStore()
        first = tags.store
        second = try tags.another()
    }

    @Test("Two processes never reserve the same number")
    func numbersOfTwoProcessesNeverMeet() throws {
        let numbers = try (0..<50).flatMap { _ in
            [try tags.newObjectID(in: first).number, try tags.newObjectID(in: second).number]
        }
        #expect(Set(numbers).count == 100)
    }

    @Test("A unique value that another process has saved is a constraint conflict")
    func constraintConflicts() throws {
        let taken = try tags.insert("a", in: first)
        let error = #expect(throws: ConstraintConflictError.self) { try tags.insert("a", in: second) }
        #expect(error?.conflicts.first?.constraint == ["name"])
        #expect(error?.conflicts.first?.databaseObjectID == taken)
        #expect(try tags.names(in: second) == ["a"])
    }

    @Test("A check finds equal unique values: those that a missing index let in, and those that differ in their bytes")
    func repeatedValues() throws {
        func findings() throws -> [String] {
            try PostgreSQLStore.check(
                connectionString: tags.server.connection, model: TagStore.model, options: tags.options
            ).map { "\($0.table ?? "") \($0.row ?? 0): \($0.message)" }
        }
        let message = "another object has the same values of 'name'"
        try tags.insert("\u{e9}", in: first)
        #expect(try findings() == [])
        let equivalent = try tags.insert("e\u{301}", in: second)
        #expect(try findings() == ["tag \(equivalent.number): \(message)"])
        try tags.server.run("DROP INDEX \(tags.options.schemaName ?? "").tag_name_key")
        let repeated = try tags.insert("\u{e9}", in: tags.another())
        #expect(
            try findings() == [
                "tag \(equivalent.number): \(message)", "tag \(repeated.number): \(message)",
            ])
    }

    @Test("An update of an object that another process has changed is a merge conflict")
    func mergeConflicts() throws {
        let objectID = try tags.insert("a", in: first)
        try tags.rename(objectID, "b", in: second)
        let error = #expect(throws: MergeConflictError.self) { try tags.rename(objectID, "c", in: first) }
        #expect(error?.objectIDs == [objectID])
        #expect(try tags.names(in: first) == ["b"])
    }

    @Test("A save with a conflict leaves no rows behind")
    func conflictsLeaveNothing() throws {
        let objectID = try tags.insert("a", in: first)
        try tags.insert("taken", in: second)
        let schema = tags.options.schemaName ?? ""
        let saves = "SELECT COUNT(*) FROM \(schema).modelgen_transaction"
        let before = try tags.server.run(saves)
        #expect(throws: MergeConflictError.self) { try tags.rename(objectID, "b", version: 2, in: first) }
        #expect(throws: MergeConflictError.self) { try tags.rename(objectID, "b", version: 0, in: first) }
        let error = #expect(throws: ConstraintConflictError.self) { try tags.rename(objectID, "taken", in: first) }
        #expect(error?.conflicts.first?.conflictingObjectIDs == [objectID])
        var deletion = StoreChanges()
        deletion.deleted = [StoreChanges.ObjectVersion(objectID: objectID, version: 1)]
        #expect(try tags.server.run(saves) == before)
        _ = try second.commit(deletion)
        #expect(throws: MergeConflictError.self) { try tags.rename(objectID, "b", in: first) }
        #expect(try tags.names(in: first) == ["taken"])
    }

    @Test("Each store receives the changes of the other, and none of its own")
    func externalChanges() throws {
        let objectID = try tags.insert("a", in: first)
        #expect(try second.externalChanges() == ExternalChanges(inserted: [objectID]))
        #expect(try second.externalChanges() == nil)
        #expect(try first.externalChanges() == nil)
        try tags.rename(objectID, "b", in: second)
        #expect(try first.externalChanges() == ExternalChanges(updated: [objectID]))
    }

    @Test("A save takes one round trip for one object and two for several")
    func roundTripsOfSaves() throws {
        var objectID = try tags.insert("a", in: first)
        // The second time, statements are prepared.
        objectID = try tags.insert("b", in: first)
        try tags.rename(objectID, "c", in: first)
        var before = first.roundTripCount
        try tags.rename(objectID, "d", version: 2, in: first)
        #expect(first.roundTripCount - before == 1)
        _ = try first.openView().rows(of: [objectID])
        #expect(first.roundTripCount - before == 2)
        let other = try tags.insert("e", in: first)
        for version in 3...5 {
            var changes = StoreChanges()
            changes.updated = [(objectID, version, "f"), (other, version - 2, "g")].map { objectID, version, name in
                StoreChanges.Update(objectID: objectID, version: version, values: [0: .string("\(name) \(version)")])
            }
            before = first.roundTripCount
            _ = try first.commit(changes)
            if version > 3 { #expect(first.roundTripCount - before == 2) }
        }
    }

    @Test("A fetch takes one round trip between two checks for changes")
    func roundTripsOfFetches() throws {
        var options = tags.options
        options.pollingIntervalMilliseconds = 60_000
        let store = try PostgreSQLStore(
            connectionString: tags.server.connection, model: TagStore.model, options: options)
        try tags.insert("a", in: store)
        let container = try PersistentContainer(model: TagStore.model, store: OpenStoreDescription(store))
        let context = container.newContext()
        let request = try FetchRequest<ManagedObject>(entityName: "Tag", predicate: .format("name BEGINSWITH 'a'"))
        // The second time, statements are prepared.
        for _ in 0..<2 {
            context.reset()
            #expect(try context.fetch(request).count == 1)
        }
        var before = store.roundTripCount
        for _ in 0..<3 {
            context.reset()
            #expect(try context.fetch(request).map { $0.value(forKey: "name") as? String } == ["a"])
        }
        #expect(store.roundTripCount - before == 3)
        before = store.roundTripCount
        #expect(try context.count(for: request) == 1)
        #expect(store.roundTripCount - before == 1)
    }

    @Test(
        "Dates are the same to the last bit",
        arguments: [0.1, -0.0, 1e-9, 1e18, -1e300, .infinity, 721_692_800.123_456_7, 721_692_800.123_456])
    func datesComeBackToTheLastBit(_ seconds: Double) throws {
        let objectID = try tags.insert("date", Date(timeIntervalSinceReferenceDate: seconds), in: first)
        let row = try #require(try second.openView().rows(of: [objectID]).first)
        guard case .date(let date) = row.values[1] else {
            Issue.record("there is no date")
            return
        }
        #expect(date.timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern)
    }
}
