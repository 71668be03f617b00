import ObjectGraph
import SQLStore

/// Runs queries, each with one or a few statements.
struct StoreReader: SQLReader {
    let core: StoreCore
    /// Runs a statement, on a connection of the pool or of a transaction.
    let run: (String, [Parameter]) throws -> StatementResult
    /// The ends of earlier pages; nil for a view that does not show one state.
    var pageEnds: PageEnds?

    var layout: StoreLayout { core.layout }
    var dialect: PostgreSQLDialect { core.dialect }
    var checkedProperties: CheckedProperties { core.checkedProperties }

    /// The minimum number of rows to return in columns.
    private static let leastColumnCount = 4

    // MARK: Rows

    /// Returns the rows of objects.
    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] {
        var rows: [StoreRow] = []
        rows.reserveCapacity(objectIDs.count)
        for (name, members) in Dictionary(grouping: objectIDs, by: \.entityName).sorted(by: { $0.key < $1.key }) {
            guard let entity = layout.entities[name] else { continue }
            let shape = core.shapes.shape(of: [name], alias: "t", core)
            let result =
                members.count == 1
                ? try run(
                    "SELECT \(shape.columns) FROM \(entity.table) t WHERE t.id = $1", [Parameter(members[0].number)])
                : try run(
                    "SELECT \(shape.columns) FROM \(entity.table) t WHERE t.id = ANY($1)",
                    [Parameter(keys: members.lazy.map(\.number))])
            try shape.checkTypes(of: result)
            for index in 0..<result.rowCount {
                if let row = try shape.row(index, of: result) { rows.append(row) }
            }
        }
        return rows
    }

    // MARK: Destinations

    /// Returns the destinations of a relationship of objects. The closure receives the rows of all destinations.
    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID],
        handingOut receive: (StoreRow) throws -> Void
    ) throws -> StoreDestinations {
        var found: [ObjectID: [ObjectID]] = [:]
        var repeated: Set<ObjectID> = []
        for (name, members) in Dictionary(grouping: objectIDs, by: \.entityName).sorted(by: { $0.key < $1.key }) {
            guard let source = layout.entities[name], let columns = source.links[relationship.index],
                let destination = layout.entities[relationship.destinationName], let space = core.spaces[name]
            else { continue }
            let shape = core.shapes.shape(of: destination.entity.concreteFamilyNames, alias: "d", core)
            let held = "s.id = ANY($1)" + (source.isAlone ? "" : " AND s.entity = \(source.number)")
            let text: String
            switch columns {
            case .own(let column, _):
                text =
                    "SELECT \(shape.columns), s.id FROM \(source.table) s JOIN \(destination.table) d "
                    + "ON d.id = s.\(SQLName.quoted(column)) WHERE \(held)"
            case .destinations(let column, let position):
                let column = SQLName.quoted(column)
                let order = position.map { " ORDER BY d.\(column), d.\(SQLName.quoted($0)), d.id" } ?? ""
                text =
                    "SELECT \(shape.columns), d.\(column) FROM \(source.table) s JOIN \(destination.table) d "
                    + "ON d.\(column) = s.id WHERE \(held)\(order)"
            case .pairs(let pairs):
                let order = pairs.position.map { " ORDER BY s.id, j.\(SQLName.quoted($0)), d.id" } ?? ""
                text =
                    "SELECT \(shape.columns), s.id FROM \(source.table) s JOIN \(pairs.table) j "
                    + "ON j.\(SQLName.quoted(pairs.source)) = s.id JOIN \(destination.table) d "
                    + "ON d.id = j.\(SQLName.quoted(pairs.destination)) WHERE \(held)\(order)"
            }
            let result = try run(text, [Parameter(keys: members.lazy.map(\.number))])
            try shape.checkTypes(of: result)
            for index in 0..<result.rowCount {
                guard let row = try shape.row(index, of: result) else { continue }
                found[ObjectID(space, number: result.integer(index, shape.columnCount)), default: []]
                    .append(row.objectID)
                if repeated.insert(row.objectID).inserted { try receive(row) }
            }
        }
        return StoreDestinations(objectIDs.map { found[$0] ?? [] })
    }

    // MARK: Questions

    /// Returns the objects that match a query. The closure receives all rows.
    func execute(_ query: StoreQuery, handingOut receive: (StoreRow) throws -> Void) throws -> StoreResult {
        guard let translated = translateForReading(query) else { return StoreResult(.rows([])) }
        if !query.includesRows, translated.remainingParts.isEmpty {
            let alias = SQLQuery.alias
            let result = try run(query, translated, selecting: "\(name: alias).id, \(name: alias).entity")
            let first = query.entityNames.lazy.compactMap { layout.entities[$0] }.first
            return StoreResult(
                .objectIDs(
                    (0..<result.rowCount).compactMap { index in
                        layout.entityName(ofRowNumbered: result.integer(index, 1), inTableOf: first)
                            .flatMap { core.spaces[$0] }.map { ObjectID($0, number: result.integer(index, 0)) }
                    }))
        }
        let shape = core.shapes.shape(of: query.entityNames, alias: SQLQuery.alias, core)
        let result = try run(query, translated, selecting: SQLFragment(name: shape.columns))
        try shape.checkTypes(of: result)
        let order = query.isInCreationOrder ? result.placesByNumber() : nil
        for place in 0..<result.rowCount {
            if let row = try shape.row(order?[place] ?? place, of: result) { try receive(row) }
        }
        return StoreResult(.rows([]), remainingParts: translated.remainingParts)
    }

    /// Runs a query as ``execute(_:handingOut:)`` does, but returns rows in columns.
    ///
    /// - Returns: The parts of the query that remain; nil if the rows must be read individually.
    func answerInColumns(
        _ query: StoreQuery, isWhole: Bool, handingOut receive: (StoreColumns) throws -> Void
    ) throws -> StoreResult.Parts? {
        // Columns are not worthwhile for a few rows.
        if query.limit > 0, query.limit < Self.leastColumnCount { return nil }
        let shape = core.shapes.shape(of: query.entityNames, alias: SQLQuery.alias, core)
        guard shape.isColumnar, let translated = translateForReading(query),
            !isWhole || translated.remainingParts.isEmpty
        else {
            return nil
        }
        let result = try run(query, translated, selecting: SQLFragment(name: shape.columns))
        try shape.checkTypes(of: result)
        let order = query.isInCreationOrder ? result.placesByNumber() : nil
        try shape.handOutColumns(of: result, in: order, to: receive)
        return translated.remainingParts
    }

    /// Returns the number of objects that match a query; nil if the store must read them to count them.
    func count(_ query: StoreQuery) throws -> Int? {
        var query = query
        query.order = []
        guard let translated = translate(query) else { return 0 }
        guard let fragment = translated.count else { return nil }
        return Int(try run(fragment).integer(0, 0))
    }

    /// Returns groups of the objects that match a query; nil if SQL cannot express all of it, or if only the evaluator
    /// can handle a value.
    func groups(_ query: StoreGroupQuery) throws -> [StoreGroup]? {
        guard let translated = translator(for: query.objects)?.translate(query) else { return nil }
        let result: StatementResult
        do {
            result = try run(translated.statement)
        } catch let error as StoreError where error.isOutOfRange {
            // The evaluator reports a sum that is too large.
            return nil
        }
        guard query.takes(result.rowCount) else { return nil }
        var groups: [StoreGroup] = []
        for index in 0..<result.rowCount {
            let cells = translated.columns.indices.map { result.cell(index, $0, translated.columns[$0]) }
            let exceptions = SQLValue.integer(result.integer(index, cells.count))
            let group = translated.group(cells + [exceptions]) { name, number in
                core.spaces[name].map { ObjectID($0, number: number) }
            }
            guard let group else { return nil }
            groups.append(group)
        }
        return groups
    }

    /// Returns the statement of a query for people to read; nil if the store contains none of its entities.
    func statement(for query: StoreQuery) -> StoreStatement? {
        let shape = core.shapes.shape(of: query.entityNames, alias: SQLQuery.alias, core)
        return translateForReading(query)?.shown(selecting: SQLFragment(name: shape.columns), in: core.dialect)
    }

    private func translate(_ query: StoreQuery) -> SQLQuery? {
        translator(for: query)?.translate(query)
    }

    private func translateForReading(_ query: StoreQuery) -> SQLQuery? {
        var translated = translator(for: query)?.translate(query, skipsUnknownEntities: query.includesRows)
        // If all rows are returned, the store sorts them, so the server does not have to.
        if query.isInCreationOrder, query.includesRows { translated?.order = nil }
        return translated
    }

    /// Returns nil if the store contains none of the entities.
    private func translator(for query: StoreQuery) -> QueryTranslator? {
        query.entityNames.contains { core.spaces[$0] != nil } ? core.translator : nil
    }

    func numbers(_ text: String, keys: [Int64]) throws -> [Int64] { try run(text, [Parameter(keys: keys)]).numbers }

    /// The maximum number of objects of a page whose end is noted.
    private static let maximumPageCount = 10_000

    /// Runs the statement of a query. A page in the order of the objects' numbers begins behind the last object of the
    /// page before it if this view has found that one, so that the server does not count all objects before it.
    ///
    /// - Parameter columns: The columns, of which the first is the object's number.
    private func run(
        _ query: StoreQuery, _ translated: SQLQuery, selecting columns: SQLFragment
    ) throws -> StatementResult {
        // A single object is one that was looked for, rather than a page.
        guard let pageEnds, query.limit > 1, query.limit <= Self.maximumPageCount, translated.remainingParts.isEmpty,
            query.order.allSatisfy(\.isIdentity)
        else { return try run(translated.statement(selecting: columns)) }
        let unlimited = translated.unlimited
        let known = query.offset > 0 ? pageEnds.number(before: query.offset, of: unlimited) : nil
        let continued = known.flatMap { translated.behind($0, limit: query.limit, in: core.dialect) }
        let result = try run((continued ?? translated).statement(selecting: columns))
        let (end, isTooFar) = query.offset.addingReportingOverflow(query.limit)
        if result.rowCount == query.limit, !isTooFar {
            pageEnds.note(number: result.integer(result.rowCount - 1, 0), before: end, of: unlimited)
        }
        return result
    }

    private func run(_ fragment: SQLFragment) throws -> StatementResult {
        let (text, values) = fragment.written(in: core.dialect)
        return try run(text, values.map { Parameter($0) })
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
