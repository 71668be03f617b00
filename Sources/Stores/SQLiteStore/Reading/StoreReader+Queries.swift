import Foundation
import ObjectGraph
import SQLStore

extension StoreReader {
    /// The objects that match a query. All rows are handed out.
    func execute(_ query: StoreQuery, forEachRow receive: (StoreRow) throws -> Void) throws -> StoreResult {
        guard let translated = translateForReading(query, isPlain: false) else { return StoreResult(.rows([])) }
        // If the statement can fail after the first row, rows are collected first,
        // because those handed out cannot be taken back.
        var rows: [StoreRow]? = translated.mayGiveUp ? [] : nil
        var isHandedOut = false
        do {
            let whole = try execute(query, translated) { row in
                guard rows == nil else {
                    rows?.append(row)
                    return
                }
                isHandedOut = true
                try receive(row)
            }
            guard let rows, case .rows = whole.objects else { return whole }
            return StoreResult(.rows(rows), remainingParts: whole.remainingParts)
        } catch let error as StoreError
            where error.code == .database && !isHandedOut && (query.predicate != nil || !query.order.isEmpty)
        {
            // The statement exceeds a limit of SQLite, such as that of conditions or of keys to sort by, or the
            // evaluator reports what took too many steps, and where.
            guard let plain = translateForReading(query, isPlain: true) else { throw error }
            return try execute(query, plain, receive)
        }
    }

    /// Returns whether SQLite has refused a condition that takes too many steps, or a sum that is too large.
    func leavesToEvaluator(_ error: StoreError) -> Bool { error.code == .database }

    func number(_ fragment: SQLFragment) throws -> Int? {
        let statement = try connection.statement(fragment)
        defer { statement.reset() }
        return try statement.step() ? Int(statement.integer(at: 0)) : nil
    }

    func forEachRow(of groups: SQLGroups, _ body: ([SQLValue?]) throws -> Bool) throws {
        let statement = try connection.statement(groups.statement)
        defer { statement.reset() }
        while try statement.step() {
            guard try body((0...groups.columns.count).map { statement.cell(at: Int32($0)).groupValue }) else { return }
        }
    }

    /// Executes a query. A page behind one that this view has found begins at the last object of that one.
    private func execute(
        _ query: StoreQuery, _ translated: SQLQuery, _ receive: (StoreRow) throws -> Void
    ) throws -> StoreResult {
        guard let page = QueryPage(query, translated, pageEnds) else {
            return try executeWhole(query, translated, receive)
        }
        if let continued = page.continued(in: dialect) {
            // Collected first, because objects without a value can follow those with one.
            var rows: [StoreRow] = []
            let result = try executeWhole(query, continued) { rows.append($0) }
            if case .objectIDs(let objectIDs) = result.objects, objectIDs.count == query.limit {
                page.noteEnd(after: objectIDs.count, last: objectIDs.last?.number)
                return result
            }
            if rows.count == query.limit {
                page.noteEnd(after: rows.count, last: rows.last?.objectID.number)
                for row in rows { try receive(row) }
                return result
            }
        }
        var count = 0
        var last: Int64?
        let result = try executeWhole(query, translated) { row in
            count += 1
            last = row.objectID.number
            try receive(row)
        }
        if case .objectIDs(let objectIDs) = result.objects { (count, last) = (objectIDs.count, objectIDs.last?.number) }
        page.noteEnd(after: count, last: last)
        return result
    }

    private func executeWhole(
        _ query: StoreQuery, _ translated: SQLQuery, _ receive: (StoreRow) throws -> Void
    ) throws -> StoreResult {
        if !query.includesRows, translated.remainingParts.isEmpty {
            return StoreResult(.objectIDs(try objectIDs(translated, of: query.entityNames)))
        }
        let shape = shape(of: query.entityNames, alias: SQLQuery.alias)
        let statement = try connection.statement(translated.statement(selecting: SQLFragment(name: shape.columns)))
        defer { statement.reset() }
        guard var row = shape.emptyRow else { return StoreResult(.rows([]), remainingParts: translated.remainingParts) }
        while try statement.step() {
            if try shape.read(&row, in: statement, values) { try receive(row) }
        }
        return StoreResult(.rows([]), remainingParts: translated.remainingParts)
    }

    /// The maximum number of IDs for which memory is reserved, because numbers can be far apart.
    private static let maximumReservation: Int64 = 2_000_000

    /// - Parameter entityNames: The entities of the objects, which are in one table.
    private func objectIDs(_ translated: SQLQuery, of entityNames: [String]) throws -> [ObjectID] {
        let first = entityNames.lazy.compactMap { layout.entities[$0] }.first
        // The condition has left rows of one entity, so an index has everything that is needed.
        let entity = entityNames.count == 1 ? first.map { String($0.number) } : nil
        let statement = try connection.statement(
            translated.statement(
                selecting: "\(name: SQLQuery.alias).Z_PK, \(name: entity ?? "\(SQLQuery.alias).Z_ENT")"))
        defer { statement.reset() }
        var found: [ObjectID] = []
        // Growing a long list takes half as much memory again.
        if translated.condition == nil, translated.range == nil, let table = first?.table {
            let greatest = try connection.number("SELECT MAX(Z_PK) FROM \(table)") ?? 0
            found.reserveCapacity(Int(min(max(greatest, 0), Self.maximumReservation)))
        }
        let limits = first.map { layout.limits(of: $0, location: core.path) }
        while try statement.step() {
            guard let name = layout.entityName(ofRowNumbered: statement.integer(at: 1), inTableOf: first),
                let space = spaces[name]
            else { continue }
            let key = statement.integer(at: 0)
            try limits?.check(key)
            found.append(ObjectID(space, number: key))
        }
        return found
    }
}

extension SQLiteCell {
    /// The value of a group; nil for bytes that are not those of a UUID.
    fileprivate var groupValue: SQLValue? {
        switch storage {
        case .null: .null
        case .integer: .integer(integer)
        case .real: .real(real)
        case .text: .text(text)
        case .blob: uuid.map(SQLValue.uuid)
        }
    }
}

extension SQLQuery {
    /// Whether the statement can fail with a regular expression that takes too many steps.
    fileprivate var mayGiveUp: Bool {
        condition?.contains(TextFunction.name(of: .matches)) ?? false
    }
}
