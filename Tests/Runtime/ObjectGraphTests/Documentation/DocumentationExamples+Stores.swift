import Foundation
import ModelExpressions
import ObjectGraph
import StoreConformance
import Synchronization
import Testing

extension DocumentationExamples {
    /// Stores of one's own, and the values that they exchange with a coordinator.
    @Suite struct StoreTests {
        private let hero: EntityDescription

        init() throws {
            hero = try #require(ManagedObjectModel.app.entitiesByName["Hero"])
        }

        @Test("The example of a store follows every rule for stores", arguments: StoreConformance.allCases)
        func aStoreOfYourOwn(_ rule: StoreConformance) throws {
            try rule.check(reopens: false) { .shelf }
        }

        @Test("The example of a conformance failure lists the rules that a store does not follow")
        func failures() throws {
            // Example: StoreConformanceError
            let failures = try StoreConformance.allCases.compactMap { rule -> String? in
                do {
                    try rule.check(reopens: false) { .shelf }
                    return nil
                } catch let error as StoreConformanceError {
                    return "\(rule): \(error.description)"
                }
            }
            // End
            #expect(failures == [])
        }

        @Test("The examples of a store with a server save and find objects, and pin a state")
        func aServer() throws {
            let container = try PersistentContainer(model: .app, store: OpenedStoreDescription(ServerStore.init))
            let context = container.newContext()
            Hero(context: context).name = "Batgirl"
            try context.save()
            let other = container.newContext()
            #expect(throws: QueryGenerationError.costly(reasons: ["an open transaction"])) {
                try other.pinQueryGeneration()
            }
            try other.pinQueryGeneration(acceptingCost: true)
            Hero(context: context).name = "Robin"
            try context.save()
            #expect(try other.fetch(FetchRequest<Hero>()).map(\.name) == ["Batgirl"])
            other.unpinQueryGeneration()
            #expect(try other.fetch(FetchRequest<Hero>()).count == 2)
            #expect(try other.explain(FetchRequest<Hero>()).statements.first?.text.hasPrefix("SELECT *") == true)
        }

        @Test("The example of a uniqueness constraint leaves strings to the coordinator")
        func uniqueness() {
            let store = ServerStore(model: .app)
            #expect(store.enforcesUniqueness(of: [.integer(1)], in: ["universe"], ofEntityNamed: "Hero"))
            #expect(!store.enforcesUniqueness(of: [.string("1")], in: ["universe"], ofEntityNamed: "Hero"))
        }

        @Test("The examples of resident stores save in groups and one by one")
        func aResidentStore() throws {
            let container = try PersistentContainer(model: .app, store: OpenedStoreDescription(LoggedStore.init))
            let context = container.newContext()
            Hero(context: context).name = "Batgirl"
            try context.save()
            #expect(try container.newContext().count(for: FetchRequest<Hero>()) == 1)
        }

        @Test("The example of a history takes back a transaction only if its save has failed for certain")
        func aHistory() throws {
            let (history, store) = (MemoryHistory(), UUID())
            func append(_ number: Int) {
                history.append(
                    PersistentHistoryTransaction(
                        token: PersistentHistoryToken(storeIdentifier: store, transactionNumber: number),
                        timestamp: Date(), author: nil, contextName: nil, processID: "1", changes: []))
            }
            append(1)
            history.revertLastTransaction(after: LostConnectionError(hadSentCommit: true))
            #expect(history.lastTransactionNumber == 1)
            history.revertLastTransaction(after: LostConnectionError(hadSentCommit: false))
            #expect(history.lastTransactionNumber == 0)
            append(1)
            try history.setTracking(false)
            #expect(history.lastRemovedTransactionNumber == 1 && history.transactions(after: 0).isEmpty)
        }

        @Test("The example of others' changes says whether they are all known")
        func othersChanges() {
            struct LogPage {
                var inserted: [ObjectID] = []
                var updated: [ObjectID] = []
                var deleted: [ObjectID] = []
                var isTruncated = false
            }
            func changes(of page: LogPage) -> ExternalChanges {
                // Example: ExternalChanges
                // Contexts check each of their objects if the log no longer goes back far enough.
                let changes: ExternalChanges =
                    page.isTruncated
                    ? .unknown
                    : ExternalChanges(
                        inserted: Set(page.inserted), updated: Set(page.updated), deleted: Set(page.deleted))
                // End
                return changes
            }
            #expect(changes(of: LogPage()).isComplete && !changes(of: LogPage(isTruncated: true)).isComplete)
        }

        @Test("The example of a result leaves to the caller what the store cannot answer")
        func results() {
            let (rows, query) = ([StoreRow](), StoreQuery(entity: hero, entityNames: ["Hero"], limit: 2))
            func result() -> StoreResult {
                // Example: StoreResult
                guard query.predicate == nil, query.order.isEmpty else {
                    return StoreResult(.rows(rows), remainingParts: [.predicate, .order])  // And so the range
                }
                let end = query.limit > 0 ? query.offset + query.limit : rows.count
                return StoreResult(.rows(Array(rows.prefix(end).dropFirst(query.offset))))
                // End
            }
            #expect(result().remainingParts.isEmpty)
        }

        @Test("The example of sort keys answers only the order that the database has")
        func sortKeys() throws {
            func clause(_ query: StoreQuery) -> String? {
                // Example: SortKey
                // The database has no rules of a language, and no value for nil.
                guard query.order.allSatisfy({ $0.comparison == .plain && $0.nilValue == nil && !$0.isIdentity })
                else { return nil }
                let terms = query.order.map { "\($0.path) \($0.ascending ? "ASC" : "DESC")" }
                return "ORDER BY " + (terms + ["number ASC"]).joined(separator: ", ")
                // End
            }
            #expect(clause(StoreQuery(entity: hero, entityNames: ["Hero"])) == "ORDER BY number ASC")
        }

        @Test("The examples of groups and aggregates become the columns and rows of a statement")
        func groups() throws {
            func column(_ aggregate: StoreAggregate) -> String {
                let path = aggregate.path
                // Example: StoreAggregate
                let column =
                    switch aggregate.function {
                    case .count: path.components.isEmpty ? "COUNT(*)" : "COUNT(\(path))"
                    case .sum: "SUM(\(path))"
                    case .minimum: "MIN(\(path))"
                    case .maximum: "MAX(\(path))"
                    }
                // End
                return column
            }
            #expect(column(StoreAggregate(.count, of: ModelKeyPath([]))) == "COUNT(*)")
            #expect(column(StoreAggregate(.sum, of: ModelKeyPath([.key("age")]))) == "SUM(age)")
            let rows: [(universe: Int64, count: Int64)] = [(1, 2), (2, 5)]
            // Example: StoreGroup
            // SELECT universe, COUNT(*) FROM hero GROUP BY universe
            let groups = rows.map { row in
                StoreGroup(keys: [.value(.integer(row.universe))], aggregates: [.integer(row.count)])
            }
            // End
            #expect(groups.map(\.aggregates) == [[.integer(2)], [.integer(5)]])
        }

        @Test("The example of a space of numbers creates the IDs of a table")
        func spaces() {
            let (identifier, numbers) = (UUID(), [Int64(1), 2])
            // Example: IdentitySpace
            let heroes = IdentitySpace(storeIdentifier: identifier, entityName: "Hero")  // Once for each table
            let objectIDs = numbers.map { ObjectID(heroes, number: $0) }
            // End
            #expect(objectIDs.map(\.description) == ["Hero/p1", "Hero/p2"])
        }

        @Test("The example of a store's violation names the rule and the object")
        func violations() {
            let hero = ObjectID(storeIdentifier: UUID(), entityName: "Hero", number: 1)
            func validate(_ text: String) throws {
                // Example: StoreContractError
                guard let number = Int64(text) else {
                    throw StoreContractError(rule: .values, objectID: hero, propertyName: "universe")
                }
                // End
                #expect(number == 1)
            }
            #expect(throws: Never.self) { try validate("1") }
            #expect(throws: StoreContractError.self) { try validate("one") }
        }

        @Test("The example of values converts a column of a database")
        func values() throws {
            func value(_ text: String?, of attribute: Attribute) throws -> AttributeValue {
                // Example: AttributeValue
                guard let text else { return .null }
                switch attribute.type {
                case .integer16, .integer32, .integer64: if let number = Int64(text) { return .integer(number) }
                case .boolean: return .boolean(text == "t")
                case .string: return .string(text)
                default: break  // Other types in the same way
                }
                throw StoreContractError(rule: .values, propertyName: attribute.name)
                // End
            }
            #expect(try value(nil, of: hero.attributes[0]).isNull)
            #expect(try value("1", of: hero.attributes[1]) == .integer(1))
            #expect(try value("1", of: hero.attributes[0]) == .string("1"))
            #expect(throws: StoreContractError.self) { try value("x", of: hero.attributes[1]) }
        }
    }
}

/// Opens stores by an initializer.
private struct OpenedStoreDescription: PersistentStoreDescription {
    private let open: @Sendable (ManagedObjectModel) -> any PersistentStore

    init(_ open: @escaping @Sendable (ManagedObjectModel) -> any PersistentStore) { self.open = open }

    func openStore(for model: ManagedObjectModel) -> any PersistentStore { open(model) }
}
