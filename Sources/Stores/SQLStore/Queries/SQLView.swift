import ColumnEngine
package import StoreProtocol

/// A view whose queries a reader of the database answers.
package protocol SQLView: StoreView {
    associatedtype Reader: SQLReader

    /// Returns what a closure asks the reader.
    func read<Result: Sendable>(_ body: (Reader) throws -> Result) throws -> Result
}

extension SQLView {
    package func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] { try read { try $0.rows(of: objectIDs) } }

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
        forEachRow receive: (StoreRow) throws -> Void
    ) throws -> StoreDestinations {
        try read { try $0.destinations(of: relationship, from: objectIDs, forEachRow: receive) }
    }

    package func execute(_ query: StoreQuery) throws -> StoreResult {
        var rows: [StoreRow] = []
        var result = try execute(query) { rows.append($0) }
        if case .rows(let rest) = result.objects { result.objects = .rows(rows + rest) }
        return result
    }

    package func execute(_ query: StoreQuery, forEachRow receive: (StoreRow) throws -> Void) throws -> StoreResult {
        try read { try $0.execute(query, forEachRow: receive) }
    }

    package func count(_ query: StoreQuery) throws -> Int? { try read { try $0.count(query) } }

    package func groups(_ query: StoreGroupQuery) throws -> [StoreGroup]? { try read { try $0.groups(query) } }

    package func statement(for query: StoreQuery) throws -> StoreStatement? {
        try read { $0.statement(for: query) }
    }
}

/// A view inside of a transaction, of which it shows the state.
///
/// - Note: Unchecked, because the compiler cannot see that a migration uses its connection in one task only.
package final class TransactionView<Reader: SQLReader>: SQLView, @unchecked Sendable {
    private let reader: Reader

    package init(_ reader: Reader) { self.reader = reader }

    package func read<Result: Sendable>(_ body: (Reader) throws -> Result) throws -> Result { try body(reader) }
}
