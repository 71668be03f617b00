import Foundation
import JSONStore
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import SQLiteStore
import TestSupport
import Testing

/// Queries over extreme values, compared with a reference that shares no code with the engine, on every store.
@Suite(.serialized)
struct ReferenceQueryTests {
    /// The stores, without PostgreSQL where no server can be run.
    enum Store: CaseIterable, Sendable {
        case memory
        case json
        case sqlite
        case postgresql

        static var tested: [Store] { allCases.filter { $0 != .postgresql || TestServer.shared != nil } }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A context that begins with the table in a store.
    private func context(_ store: Store) throws -> ManagedObjectContext {
        let table = ReferenceQuestion.table
        switch store {
        case .memory: return try table.context(in: .inMemory)
        case .json: return try table.context(in: JSONStoreDescription(url: folder.url.appending(path: "store.json")))
        case .sqlite:
            return try table.context(
                in: SQLiteStoreDescription(
                    url: folder.url.appending(path: "store.sqlite"), options: SQLiteStoreOptions(durability: .off)))
        case .postgresql:
            let store = try PassingPostgreSQLStore.open(for: ExtremeTable.model, isDistributed: false)
            return try table.context(in: OpenStoreDescription(store))
        }
    }

    private func rows(_ request: FetchRequest<ManagedObject>, in context: ManagedObjectContext) throws -> [Int] {
        try context.fetch(request).map { Int($0.value(forKey: "row") as? Int32 ?? -1) }
    }

    private func expect(_ questions: [ReferenceQuestion], in store: Store) throws {
        let context = try context(store)
        // The objects of a JSON file answer as those in memory do, once they are read.
        let isPart = store == .json && !runsLongTests
        let questions = isPart ? questions.enumerated().filter { $0.offset % 4 == 0 }.map(\.element) : questions
        var differences: [String] = []
        for (place, question) in questions.enumerated() {
            let request = FetchRequest<ManagedObject>(entityName: "Extreme", predicate: question.predicate)
            switch (question.rows, Result { try rows(request, in: context).sorted() }) {
            case (let wanted?, .success(let found)):
                if wanted != found {
                    let (missing, extra) = (Set(wanted).subtracting(found), Set(found).subtracting(wanted))
                    differences.append("\(question.predicate): lacks \(missing.sorted()), but has \(extra.sorted())")
                } else if place % 4 == 0, try context.count(for: request) != found.count {
                    differences.append("\(question.predicate): finds \(found.count), but counts others")
                }
            case (nil, .failure): break
            case (let wanted?, .failure(let error)):
                differences.append("\(question.predicate): throws \(error) instead of finding \(wanted.count)")
            case (nil, .success(let found)):
                differences.append("\(question.predicate): finds \(found.count) instead of failing")
            }
        }
        let shown = differences.prefix(25).joined(separator: "\n")
        #expect(differences.isEmpty, "\(differences.count) of \(questions.count) differ:\n\(shown)")
    }

    @Test("Numbers of every type compare with extreme constants of every type", arguments: Store.tested)
    func numbersWithConstants(_ store: Store) throws { try expect(ReferenceQuestion.numbersWithConstants, in: store) }

    @Test("Numbers of two attributes of every type compare", arguments: Store.tested)
    func numbersOfTwoAttributes(_ store: Store) throws {
        try expect(ReferenceQuestion.numbersOfTwoAttributes, in: store)
    }

    @Test("Dates compare with extreme dates", arguments: Store.tested)
    func dates(_ store: Store) throws { try expect(ReferenceQuestion.dates, in: store) }

    @Test("Texts compare, also in parts and patterns, however they are spelled", arguments: Store.tested)
    func texts(_ store: Store) throws { try expect(ReferenceQuestion.texts, in: store) }

    @Test("Computations with extreme numbers have a result, or are an error", arguments: Store.tested)
    func computations(_ store: Store) throws { try expect(ReferenceQuestion.computations, in: store) }

    @Test("Objects sort by extreme values", arguments: Store.tested)
    func orders(_ store: Store) throws {
        let context = try context(store)
        let rows = ReferenceQuestion.table.rows
        for key in ExtremeTable.numberKeys + ["date", "text", "other"] {
            for ascending in [true, false] {
                var request = FetchRequest<ManagedObject>(entityName: "Extreme")
                request.sortDescriptors = [ModelSortDescriptor(key: key, ascending: ascending)]
                let wanted = rows.indices.sorted { left, right in
                    guard let first = rows[left][key], let second = rows[right][key] else { return left < right }
                    if first.sortsBefore(second) { return ascending }
                    return second.sortsBefore(first) ? !ascending : left < right
                }
                #expect(try self.rows(request, in: context) == wanted, "by \(key), ascending: \(ascending)")
                request.fetchLimit = 5
                request.fetchOffset = 3
                let some = try self.rows(request, in: context)
                #expect(some == Array(wanted.dropFirst(3).prefix(5)), "by \(key), ascending: \(ascending)")
            }
        }
    }

    @Test("Every store returns the values that were saved, and zero for negative zero", arguments: Store.tested)
    func values(_ store: Store) throws {
        let context = try context(store)
        for object in try context.fetch(FetchRequest<ManagedObject>(entityName: "Extreme")) {
            let row = try #require(object.value(forKey: "row") as? Int32)
            for (key, wanted) in ReferenceQuestion.table.rows[Int(row)] {
                #expect(Self.isSame(object.value(forKey: key), wanted.value), "\(key) of row \(row)")
            }
        }
    }

    private static func isSame(_ found: Any?, _ saved: ReferenceValue) -> Bool {
        switch saved {
        case .none: found == nil
        case .boolean(let flag): found as? Bool == flag
        case .whole(let number): (found as? any BinaryInteger).map { Int64($0) } == number
        case .real(let number): isSame((found as? Double) ?? (found as? Float).map { Double($0) }, number)
        case .decimal(let text): found as? Decimal == Decimal(string: text)
        case .date(let seconds): isSame((found as? Date)?.timeIntervalSinceReferenceDate, seconds)
        case .text(let text): (found as? String).map { Array($0.utf8) } == Array(text.spelling.utf8)
        }
    }

    private static func isSame(_ found: Double?, _ saved: Double) -> Bool {
        guard let found else { return false }
        return saved.isNaN ? found.isNaN : found.bitPattern == (saved == 0 ? 0 : saved).bitPattern
    }
}
