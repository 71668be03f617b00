import Foundation
import ObjectGraph
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQLStore

/// Answers of so many rows that several threads make objects of them.
@Suite(.enabled(if: TestServer.shared != nil, "no PostgreSQL server can be run here: install the package 'postgresql'"))
struct LargeAnswerTests {
    private let tags: TagStore
    private let context: ManagedObjectContext
    private static let count = 6_000

    init() throws {
        tags = try TagStore()
        let container = try PersistentContainer(
            model: TagStore.model, store: .postgreSQL(connection: tags.server.connection, options: tags.options))
        let saving = container.newContext()
        for number in 0..<Self.count {
            let tag = saving.insertNewObject(forEntityName: "Tag")
            tag.setValue("tag \(number)", forKey: "name")
            if number % 7 != 0 {
                tag.setValue(Date(timeIntervalSinceReferenceDate: Double(number) / 3), forKey: "savedAt")
            }
        }
        try saving.save()
        context = container.newContext()
    }

    private var table: String { "\(tags.options.schemaName ?? "").tag" }

    private func numbers(_ request: FetchRequest<ManagedObject>) throws -> [Int] {
        try context.fetch(request).compactMap { tag in
            (tag.value(forKey: "name") as? String).flatMap { Int($0.dropFirst("tag ".count)) }
        }
    }

    @Test func objectsComeInTheOrderInWhichTheyWereMade() throws {
        // The server writes a changed row behind the others.
        _ = try tags.server.run("UPDATE \(table) SET name = name WHERE id % 3 = 0")
        let ascends = "SELECT bool_and(before < id) FROM (SELECT id, lag(id) OVER () AS before FROM \(table)) rows"
        #expect(try tags.server.run(ascends).contains("f"))
        #expect(try numbers(FetchRequest(entityName: "Tag")) == Array(0..<Self.count))
        let objects = try context.fetch(FetchRequest(entityName: "Tag"))
        for (number, tag) in objects.enumerated() {
            let date = Date(timeIntervalSinceReferenceDate: Double(number) / 3)
            #expect(tag.value(forKey: "savedAt") as? Date == (number % 7 == 0 ? nil : date))
        }
    }

    @Test func objectsComeInTheOrderOfTheRequest() throws {
        var request = FetchRequest<ManagedObject>(entityName: "Tag")
        request.sortDescriptors = [ModelSortDescriptor(key: "name", ascending: false)]
        let sorted = (0..<Self.count).sorted { "tag \($0)" > "tag \($1)" }
        #expect(try numbers(request) == sorted)
        request.fetchOffset = 10
        request.fetchLimit = 5_000
        #expect(try numbers(request) == Array(sorted[10..<5_010]))
    }

    @Test func rowsOfUnknownEntitiesAreLeftOut() throws {
        _ = try tags.server.run("UPDATE \(table) SET entity = 99 WHERE name IN ('tag 0', 'tag 4000', 'tag 5999')")
        let left = (0..<Self.count).filter { ![0, 4_000, 5_999].contains($0) }
        #expect(try numbers(FetchRequest(entityName: "Tag")) == left)
    }

    @Test func anInvalidRowFailsTheFetchAndLeavesTheContextAsItWas() throws {
        _ = try tags.server.run("UPDATE \(table) SET version = -1 WHERE name = 'tag 5000'")
        let error = #expect(throws: PostgreSQLStoreError.self) { try numbers(FetchRequest(entityName: "Tag")) }
        #expect(error?.code == .malformed)
        #expect(context.registeredObjects.isEmpty)
        _ = try tags.server.run("UPDATE \(table) SET version = 1 WHERE name = 'tag 5000'")
        #expect(try numbers(FetchRequest(entityName: "Tag")).count == Self.count)
    }
}

/// Work that other threads do ahead.
struct WorkAheadTests {
    private struct Failure: Error, Equatable {
        var piece: Int
    }

    @Test(arguments: 1...4)
    func resultsAreTakenInOrderOnTheCallingThread(_ threadCount: Int) throws {
        let caller = pthread_self()
        var taken: [Int] = []
        var isOnCaller = true
        try WorkAhead.perform(500, threadCount: threadCount) { piece in
            piece * piece
        } take: { square in
            taken.append(square)
            isOnCaller = isOnCaller && pthread_equal(pthread_self(), caller) != 0
        }
        #expect(taken == (0..<500).map { $0 * $0 })
        #expect(isOnCaller)
    }

    @Test(arguments: 1...4)
    func theFirstErrorInOrderEndsTheWork(_ threadCount: Int) {
        var taken: [Int] = []
        #expect(throws: Failure(piece: 30)) {
            try WorkAhead.perform(500, threadCount: threadCount) { piece in
                if piece >= 30 { throw Failure(piece: piece) }
                return piece
            } take: {
                taken.append($0)
            }
        }
        #expect(taken == Array(0..<30))
    }

    @Test(arguments: 1...4)
    func nothingIsTakenAfterTakingHasFailed(_ threadCount: Int) {
        var taken: [Int] = []
        #expect(throws: Failure(piece: 3)) {
            try WorkAhead.perform(500, threadCount: threadCount) {
                $0
            } take: { piece in
                if piece == 3 { throw Failure(piece: piece) }
                taken.append(piece)
            }
        }
        #expect(taken == [0, 1, 2])
    }
}
