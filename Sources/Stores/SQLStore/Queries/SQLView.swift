package import ColumnEngine
package import StoreProtocol

/// The queries of one state of a database.
package protocol SQLReader: CommitCheckReader {
    associatedtype Layout: SQLLayout
    associatedtype Dialect: SQLDialect

    var layout: Layout { get }
    var dialect: Dialect { get }
    /// Runs a statement that binds a list of keys, and returns the integers in the first column of its rows.
    func numbers(_ text: String, keys: [Int64]) throws -> [Int64]
    /// Returns the destinations of a relationship of objects. The closure receives the rows of all destinations.
    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID],
        handingOut receive: (StoreRow) throws -> Void
    ) throws -> StoreDestinations
    /// Returns the objects that match a query. The closure receives all rows.
    func execute(_ query: StoreQuery, handingOut receive: (StoreRow) throws -> Void) throws -> StoreResult
    func count(_ query: StoreQuery) throws -> Int?
    func groups(_ query: StoreGroupQuery) throws -> [StoreGroup]?
    func statement(for query: StoreQuery) -> StoreStatement?
}

extension SQLReader {
    /// Returns the destinations of a relationship of objects, without their rows.
    package func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID]
    ) throws -> StoreDestinations {
        try destinations(of: relationship, from: objectIDs) { _ in }
    }

    package var model: ManagedObjectModel { layout.model }

    package func contested(
        _ objectIDs: Set<ObjectID>, by relationship: RelationshipDescription, of entity: EntityDescription
    ) throws -> [ObjectID] {
        guard let table = layout.table(of: entity),
            case .own(let column, _)? = layout.link(of: relationship, of: entity)
        else { return [] }
        let found = Set(
            try numbers(
                "SELECT \(column) FROM \(table) WHERE \(dialect.isAmongKeys(column)) "
                    + "GROUP BY \(column) HAVING COUNT(*) > 1", keys: objectIDs.map(\.number).sorted()))
        return objectIDs.filter { found.contains($0.number) }
    }
}

/// A view whose queries a reader of the database answers.
package protocol SQLView: StoreView {
    associatedtype Reader: SQLReader

    /// Returns what a closure asks the reader.
    func ask<Answer: Sendable>(_ body: (Reader) throws -> Answer) throws -> Answer
}

extension SQLView {
    package func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] { try ask { try $0.rows(of: objectIDs) } }

    package func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID]
    ) throws -> StoreDestinations {
        var rows: [StoreRow] = []
        var result = try destinations(of: relationship, from: objectIDs) { rows.append($0) }
        result.rows = rows
        return result
    }

    package func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID],
        handingOut receive: (StoreRow) throws -> Void
    ) throws -> StoreDestinations {
        try ask { try $0.destinations(of: relationship, from: objectIDs, handingOut: receive) }
    }

    package func execute(_ query: StoreQuery) throws -> StoreResult {
        var rows: [StoreRow] = []
        var result = try execute(query) { rows.append($0) }
        if case .rows(let rest) = result.objects { result.objects = .rows(rows + rest) }
        return result
    }

    package func execute(_ query: StoreQuery, handingOut receive: (StoreRow) throws -> Void) throws -> StoreResult {
        try ask { try $0.execute(query, handingOut: receive) }
    }

    package func count(_ query: StoreQuery) throws -> Int? { try ask { try $0.count(query) } }

    package func groups(_ query: StoreGroupQuery) throws -> [StoreGroup]? { try ask { try $0.groups(query) } }

    package func statement(for query: StoreQuery) throws -> StoreStatement? {
        try ask { $0.statement(for: query) }
    }
}

/// A view inside of a transaction, of which it shows the state.
///
/// - Note: Unchecked, because the compiler cannot see that a migration uses its connection in one task only.
package final class TransactionView<Reader: SQLReader>: SQLView, @unchecked Sendable {
    private let reader: Reader

    package init(_ reader: Reader) { self.reader = reader }

    package func ask<Answer: Sendable>(_ body: (Reader) throws -> Answer) throws -> Answer { try body(reader) }
}
