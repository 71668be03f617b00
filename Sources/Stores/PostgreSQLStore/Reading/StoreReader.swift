import Foundation
import ObjectGraph
import SQLStore

/// Runs queries, each with one or a few statements.
struct StoreReader: SQLReader {
    let core: StoreCore
    /// Runs a statement, on a connection of the pool or of a transaction.
    let run: (String, [Parameter]) throws -> StatementResult
    /// The ends of earlier pages; nil for a view that does not show one state.
    var pageEnds: PageEnds?

    var location: String { core.location }
    var identifier: UUID { core.identifier }
    var layout: StoreLayout { core.layout }
    var dialect: PostgreSQLDialect { core.dialect }
    var translator: QueryTranslator { core.translator }
    var spaces: [String: IdentitySpace] { core.spaces }
    var checkedProperties: CheckedProperties { core.checkedProperties }

    func shape(of entityNames: [String], alias: String, heldColumn: String? = nil) -> RowShape {
        core.shapes.shape(of: entityNames, alias: alias) { RowShape(entityNames, core, alias: alias) }
    }

    /// Throws an error if a result is not from the table that the store opened, or if its columns have other types.
    private func check(_ result: StatementResult, _ shape: RowShape) throws {
        if let number = shape.tableNumber { try check(result, number) }
        try shape.checkTypes(of: result)
    }

    /// - Parameter number: The table of the first column.
    private func check(_ result: StatementResult, _ number: TableNumber) throws {
        let found = result.tableNumber(ofColumn: 0)
        guard !number.matches(found) else { return }
        // A pinned view would see the earlier description of the store.
        let present = try pageEnds == nil ? run(core.identityText, []) : core.pool.runRepeatably(core.identityText)
        if let refusal = core.refusal(present) { throw refusal }
        number.expect(found)
    }

    /// The minimum number of rows to return in columns.
    private static let leastColumnCount = 4

    // MARK: Rows

    /// Returns the rows of objects.
    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] {
        var rows: [StoreRow] = []
        rows.reserveCapacity(objectIDs.count)
        for (name, members) in Dictionary(grouping: objectIDs, by: \.entityName).sorted(by: { $0.key < $1.key }) {
            guard let entity = layout.entities[name] else { continue }
            let shape = shape(of: [name], alias: "t")
            let result =
                members.count == 1
                ? try run(
                    "SELECT \(shape.columns) FROM \(entity.table) t WHERE t.id = $1", [Parameter(members[0].number)])
                : try run(
                    "SELECT \(shape.columns) FROM \(entity.table) t WHERE t.id = ANY($1)",
                    [Parameter(keys: members.lazy.map(\.number))])
            try check(result, shape)
            for index in 0..<result.rowCount {
                if let row = try shape.row(index, of: result) { rows.append(row) }
            }
        }
        return rows
    }

    // MARK: Destinations

    func destinationStatement(
        selecting columns: String, of link: LinkColumns, from source: EntityLayout, to destination: EntityLayout
    ) -> String {
        let held = "s.id = ANY($1)" + (source.isOnlyEntityOfTable ? "" : " AND s.entity = \(source.number)")
        switch link {
        case .own(let column, _):
            return "SELECT \(columns), s.id FROM \(source.table) s JOIN \(destination.table) d "
                + "ON d.id = s.\(column) WHERE \(held)"
        case .destinations(let column, let position):
            let order = position.map { " ORDER BY d.\(column), d.\($0), d.id" } ?? ""
            return "SELECT \(columns), d.\(column) FROM \(source.table) s JOIN \(destination.table) d "
                + "ON d.\(column) = s.id WHERE \(held)\(order)"
        case .pairs(let pairs):
            let order = pairs.position.map { " ORDER BY s.id, j.\($0), d.id" } ?? ""
            return "SELECT \(columns), s.id FROM \(source.table) s JOIN \(pairs.table) j ON j.\(pairs.source) = s.id "
                + "JOIN \(destination.table) d ON d.id = j.\(pairs.destination) WHERE \(held)\(order)"
        }
    }

    func forEachRow(
        of text: String, keys: [Int64], _ shape: RowShape, _ body: (StoreRow, Int64) throws -> Void
    ) throws {
        let result = try run(text, [Parameter(keys: keys)])
        try check(result, shape)
        for index in 0..<result.rowCount {
            guard let row = try shape.row(index, of: result) else { continue }
            try body(row, result.integer(index, shape.columnCount))
        }
    }

    // MARK: Questions

    /// Returns the objects that match a query. The closure receives all rows.
    func execute(_ query: StoreQuery, forEachRow receive: (StoreRow) throws -> Void) throws -> StoreResult {
        let shape = shape(of: query.entityNames, alias: SQLQuery.alias)
        guard let found = try answer(query, shape) else { return StoreResult(.rows([])) }
        let result = found.result
        if found.areIDs {
            let first = query.entityNames.lazy.compactMap { layout.entities[$0] }.first
            if let number = first.flatMap({ core.tableNumbers[$0.tableName] }) { try check(result, number) }
            let limits = first.map { layout.limits(of: $0, location: location) }
            let objectIDs = try (0..<result.rowCount).compactMap { index -> ObjectID? in
                guard let name = layout.entityName(ofRowNumbered: result.integer(index, 1), inTableOf: first),
                    let space = spaces[name]
                else { return nil }
                let key = result.integer(index, 0)
                try limits?.check(key)
                return ObjectID(space, number: key)
            }
            return StoreResult(.objectIDs(objectIDs))
        }
        try check(result, shape)
        let order = query.isInCreationOrder ? result.placesByNumber() : nil
        for place in 0..<result.rowCount {
            if let row = try shape.row(order?[place] ?? place, of: result) { try receive(row) }
        }
        return StoreResult(.rows([]), remainingParts: found.remainingParts)
    }

    /// Runs a query as ``execute(_:forEachRow:)`` does, but returns rows in columns.
    ///
    /// - Returns: The parts of the query that remain; nil if the rows must be read individually.
    func answerInColumns(
        _ query: StoreQuery, isWhole: Bool, forEachPart receive: (StoreColumns) throws -> Void
    ) throws -> StoreResult.Parts? {
        // Columns are not worthwhile for a few rows.
        if query.limit > 0, query.limit < Self.leastColumnCount { return nil }
        let shape = shape(of: query.entityNames, alias: SQLQuery.alias)
        guard shape.isColumnar, let found = try answer(query, shape, isWhole: isWhole) else { return nil }
        try check(found.result, shape)
        let order = query.isInCreationOrder ? found.result.placesByNumber() : nil
        try shape.handOutColumns(of: found.result, in: order, to: receive)
        return found.remainingParts
    }

    /// What the server has found for a query.
    private struct Answer {
        var result: StatementResult
        /// The parts of the query that remain.
        var remainingParts: StoreResult.Parts = []
        /// Whether each row is the key and the entity of an object, rather than those of the shape.
        var areIDs: Bool
    }

    /// Runs the statement of a query.
    ///
    /// - Parameter isWhole: Whether the statement must answer the whole query.
    /// - Returns: The answer; nil if the store has none of the entities, or if the statement would leave a part.
    private func answer(_ query: StoreQuery, _ shape: RowShape, isWhole: Bool = false) throws -> Answer? {
        // The ends of pages are noted by their statements.
        let repeated = pageEnds == nil || query.limit == 1 ? RepeatedQuery(query) : nil
        if let repeated, let known = core.repeatedQueries.statement(of: repeated) {
            return Answer(result: try run(known.text, known.values), areIDs: !query.includesRows)
        }
        guard let translated = translateForReading(query, isPlain: false) else { return nil }
        let isAnswered = translated.remainingParts.isEmpty
        if isWhole, !isAnswered { return nil }
        let areIDs = !query.includesRows && isAnswered
        let columns: SQLFragment =
            areIDs ? "\(name: SQLQuery.alias).id, \(name: SQLQuery.alias).entity" : SQLFragment(name: shape.columns)
        guard let repeated, isAnswered else {
            let result = try run(query, translated, selecting: columns)
            return Answer(result: result, remainingParts: translated.remainingParts, areIDs: areIDs)
        }
        let (text, values) = translated.statement(selecting: columns).written(in: core.dialect)
        core.repeatedQueries.note(repeated, text, values)
        return Answer(result: try run(text, values), areIDs: areIDs)
    }

    /// Returns whether the server has refused a sum that is too large.
    func leavesToEvaluator(_ error: StoreError) -> Bool { error.isOutOfRange }

    func number(_ fragment: SQLFragment) throws -> Int? { Int(try run(fragment).integer(0, 0)) }

    func forEachRow(of groups: SQLGroups, _ body: ([SQLValue?]) throws -> Bool) throws {
        let result = try run(groups.statement)
        for index in 0..<result.rowCount {
            let cells = groups.columns.indices.map { result.cell(index, $0, groups.columns[$0]) }
            guard try body(cells + [.integer(result.integer(index, cells.count))]) else { return }
        }
    }

    func translateForReading(_ query: StoreQuery, isPlain: Bool) -> SQLQuery? {
        var translated = translated(query, isPlain: isPlain)
        // If all rows are returned, the store sorts them, so the server does not have to.
        if query.isInCreationOrder, query.includesRows { translated?.order = nil }
        if translated?.order != nil, let repeated = RepeatedQuery(query), repeated.findsOneObject(in: core) {
            translated?.order = nil
        }
        return translated
    }

    func numbers(_ text: String, keys: [Int64]) throws -> [Int64] { try run(text, [Parameter(keys: keys)]).numbers }

    /// Runs the statement of a query. A page in the order of the objects' numbers begins behind the last object of the
    /// page before it if this view has found that one, so that the server does not count all objects before it.
    ///
    /// - Parameter columns: The columns, of which the first is the object's number.
    private func run(
        _ query: StoreQuery, _ translated: SQLQuery, selecting columns: SQLFragment
    ) throws -> StatementResult {
        guard query.order.allSatisfy(\.isIdentity), let page = QueryPage(query, translated, pageEnds) else {
            return try run(translated.statement(selecting: columns))
        }
        let result = try run((page.continued(in: dialect) ?? translated).statement(selecting: columns))
        let count = result.rowCount
        page.noteEnd(after: count, last: count > 0 ? result.integer(count - 1, 0) : nil)
        return result
    }

    private func run(_ fragment: SQLFragment) throws -> StatementResult {
        let (text, values) = fragment.written(in: core.dialect)
        return try run(text, values)
    }

    private func run(_ text: String, _ values: [SQLValue]) throws -> StatementResult {
        try run(text, values.map { Parameter($0) })
    }
}

extension StoreQuery {
    /// Whether the query returns all its objects in the order of their numbers.
    fileprivate var isInCreationOrder: Bool { order.isEmpty && limit == 0 && offset == 0 }
}

extension StatementResult {
    /// Returns the value in a column of groups.
    fileprivate func cell(_ row: Int, _ column: Int, _ form: SQLGroups.Column) -> SQLValue? {
        if isNull(row, column) { return .null }
        switch form {
        case .object, .count, .value(.integer16), .value(.integer32), .value(.integer64), .value(.boolean):
            return .integer(integer(row, column))
        case .realSum, .value(.double), .value(.float), .value(.date): return .real(double(row, column))
        case .wholeSum: return .text(text(row, column))
        case .value(.string), .value(.uri): return .text(storedText(row, column))
        case .value(.uuid): return uuid(row, column).map(SQLValue.uuid)
        case .value: return nil
        }
    }
}
