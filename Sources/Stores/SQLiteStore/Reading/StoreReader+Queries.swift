import Foundation
import ObjectGraph
import SQLStore

extension StoreReader {
    /// The objects that match a query. All rows are handed out.
    func execute(_ query: StoreQuery, handingOut receive: (StoreRow) throws -> Void) throws -> StoreResult {
        guard let translated = translateForReading(query) else { return StoreResult(.rows([])) }
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

    /// The number of objects that match a query; nil if that requires reading them.
    func count(_ query: StoreQuery) throws -> Int? {
        var query = query
        query.order = []
        guard let translated = translate(query) else { return 0 }
        guard let fragment = translated.count else { return nil }
        do {
            return try number(fragment)
        } catch let error as StoreError where error.code == .database && query.predicate != nil {
            return nil
        }
    }

    /// Groups of the objects that match a query; nil if SQL cannot express all of it, or cannot read a value.
    func groups(_ query: StoreGroupQuery) throws -> [StoreGroup]? {
        let translator = translator(for: query.objects)
        guard let translated = translator?.translate(query, contents: self) else {
            return nil
        }
        do {
            let groups = try groups(translated)
            return query.takes(groups?.count ?? 0) ? groups : nil
        } catch let error as StoreError where error.code == .database {
            // For a sum that is too large, or a condition that takes too many steps, the evaluator reports which one,
            // and where.
            return nil
        }
    }

    private func groups(_ translated: SQLGroups) throws -> [StoreGroup]? {
        let statement = try connection.statement(translated.statement)
        defer { statement.reset() }
        var groups: [StoreGroup] = []
        while try statement.step() {
            let cells = (0...translated.columns.count).map { statement.cell(at: Int32($0)) }
            let group = translated.group(cells) { name, number in
                spaces[name].map { ObjectID($0, number: number) }
            }
            guard let group else { return nil }
            groups.append(group)
        }
        return groups
    }

    /// The text of a query for people; nil if the store has none of the entities.
    func statement(for query: StoreQuery) -> StoreStatement? {
        let shape = shapes.shape(of: query.entityNames, alias: SQLQuery.alias)
        return translateForReading(query)?.shown(selecting: SQLFragment(name: shape.plainColumns), in: SQLiteDialect())
    }

    private func number(_ fragment: SQLFragment) throws -> Int? {
        let statement = try connection.statement(fragment)
        defer { statement.reset() }
        return try statement.step() ? Int(statement.integer(at: 0)) : nil
    }

    /// Nil if the store has none of the entities.
    private func translate(_ query: StoreQuery) -> SQLQuery? {
        translator(for: query)?.translate(query, contents: self)
    }

    /// Nil if the store has none of the entities.
    private func translateForReading(_ query: StoreQuery, isPlain: Bool = false) -> SQLQuery? {
        translator(for: query)?.translate(
            query, isPlain: isPlain, skipsUnknownEntities: query.includesRows, contents: self)
    }

    /// Nil if the store has none of the entities.
    private func translator(for query: StoreQuery) -> QueryTranslator? {
        query.entityNames.contains { spaces[$0] != nil } ? core.translator : nil
    }

    /// Rows of more are handed out one by one, rather than collected.
    private static let maximumPageCount = 10_000

    /// Executes a query. A page behind one that this view has found begins at the last object of that one.
    private func execute(
        _ query: StoreQuery, _ translated: SQLQuery, _ receive: (StoreRow) throws -> Void
    ) throws -> StoreResult {
        // A single object is one that was looked for, rather than a page.
        guard query.limit > 1, query.limit <= Self.maximumPageCount, translated.remainingParts.isEmpty, let pageEnds
        else {
            return try executeWhole(query, translated, receive)
        }
        let unlimited = translated.unlimited
        let (end, isTooFar) = query.offset.addingReportingOverflow(query.limit)
        func noteEnd(_ count: Int, _ number: Int64?) {
            guard count == query.limit, !isTooFar, let number else { return }
            pageEnds.note(number: number, before: end, of: unlimited)
        }
        if query.offset > 0, let number = pageEnds.number(before: query.offset, of: unlimited),
            let continued = translated.behind(number, limit: query.limit, in: SQLiteDialect())
        {
            // Collected first, because objects without a value can follow those with one.
            var rows: [StoreRow] = []
            let result = try executeWhole(query, continued) { rows.append($0) }
            if case .objectIDs(let objectIDs) = result.objects, objectIDs.count == query.limit {
                noteEnd(objectIDs.count, objectIDs.last?.number)
                return result
            }
            if rows.count == query.limit {
                noteEnd(rows.count, rows.last?.objectID.number)
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
        noteEnd(count, last)
        return result
    }

    private func executeWhole(
        _ query: StoreQuery, _ translated: SQLQuery, _ receive: (StoreRow) throws -> Void
    ) throws -> StoreResult {
        if !query.includesRows, translated.remainingParts.isEmpty {
            return StoreResult(.objectIDs(try objectIDs(translated, of: query.entityNames)))
        }
        let shape = shapes.shape(of: query.entityNames, alias: SQLQuery.alias)
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
        while try statement.step() {
            guard let name = layout.entityName(ofRowNumbered: statement.integer(at: 1), inTableOf: first),
                let space = spaces[name]
            else { continue }
            let key = statement.integer(at: 0)
            try RowShape.check(key, path: values.path, table: layout.entities[name]?.table ?? "")
            found.append(ObjectID(space, number: key))
        }
        return found
    }
}

extension SQLiteStatement {
    fileprivate func cell(at column: Int32) -> SQLValue? {
        switch storage(at: column) {
        case .null: .null
        case .integer: .integer(integer(at: column))
        case .real: .real(real(at: column))
        case .text: .text(text(at: column))
        case .blob: uuid(at: column).map(SQLValue.uuid)
        }
    }
}

extension SQLQuery {
    /// Whether the statement can fail with a regular expression that takes too many steps.
    fileprivate var mayGiveUp: Bool {
        condition?.contains(TextFunction.name(of: .matches)) ?? false
    }
}
