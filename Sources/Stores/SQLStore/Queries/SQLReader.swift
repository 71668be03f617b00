package import ColumnEngine
package import Foundation
package import StoreProtocol

/// The queries of one state of a database.
package protocol SQLReader: CommitCheckReader {
    associatedtype Layout: SQLLayout
    associatedtype Dialect: SQLDialect
    associatedtype Shape: SQLRowShape

    /// The store, for errors.
    var location: String { get }
    /// The identifier of the store.
    var identifier: UUID { get }
    var layout: Layout { get }
    var dialect: Dialect { get }
    var translator: QueryTranslator { get }
    /// The spaces of the store's object IDs, by entity name.
    var spaces: [String: IdentitySpace] { get }
    /// What is known about the tables.
    var contents: any SQLTableContents { get }

    /// Returns the shape of the rows of some entities of one table; see ``RowShapes``.
    func shape(of entityNames: [String], alias: String, heldColumn: String?) -> Shape
    /// Returns a query as a statement that reads all that it finds; nil if the store has none of the entities.
    ///
    /// - Parameter isPlain: Whether the statement leaves the predicate and the order to the caller.
    func translateForReading(_ query: StoreQuery, isPlain: Bool) -> SQLQuery?
    /// Returns whether the evaluator handles what the database has refused with an error, and reports what is wrong.
    func leavesToEvaluator(_ error: StoreError) -> Bool
    /// Returns the integer in the first column of a statement's first row.
    func number(_ statement: SQLFragment) throws -> Int?
    /// Runs a statement that binds a list of keys, and returns the integers in the first column of its rows.
    func numbers(_ text: String, keys: [Int64]) throws -> [Int64]
    /// Runs the statement of groups, and passes on the cells of each row until the closure returns false.
    func forEachRow(of groups: SQLGroups, _ body: ([SQLValue?]) throws -> Bool) throws
    /// Returns the statement that finds the destinations of some objects of an entity. It binds the keys of the objects
    /// as a list, and selects the key of the object behind the columns of each destination `d`.
    ///
    /// - Parameters:
    ///   - columns: The columns of a destination.
    ///   - link: Where the links are. Names are ready for SQL.
    func destinationStatement(
        selecting columns: String, of link: LinkColumns, from source: Layout.Entity, to destination: Layout.Entity
    ) -> String
    /// Runs a statement that binds a list of keys, and passes on its rows, each with the integer behind its columns.
    func forEachRow(
        of text: String, keys: [Int64], _ shape: Shape, _ body: (StoreRow, Int64) throws -> Void
    ) throws
    /// Returns the objects that match a query. The closure receives all rows.
    func execute(_ query: StoreQuery, forEachRow receive: (StoreRow) throws -> Void) throws -> StoreResult
}

extension SQLReader {
    package var model: ManagedObjectModel { layout.model }

    package var contents: any SQLTableContents { UnknownTableContents() }

    package func translateForReading(_ query: StoreQuery, isPlain: Bool) -> SQLQuery? {
        translated(query, isPlain: isPlain)
    }

    /// Returns a query as a statement, whatever the store does with what it finds; nil if the store has none of the
    /// entities.
    package func translated(_ query: StoreQuery, isPlain: Bool) -> SQLQuery? {
        translator(for: query)?.translate(
            query, isPlain: isPlain, skipsUnknownEntities: query.includesRows, contents: contents)
    }

    /// Returns nil if the store has none of the entities.
    private func translator(for query: StoreQuery) -> QueryTranslator? {
        query.entityNames.contains { spaces[$0] != nil } ? translator : nil
    }

    // MARK: Queries

    /// Returns the number of objects that match a query; nil if that requires reading them.
    package func count(_ query: StoreQuery) throws -> Int? {
        var query = query
        query.order = []
        guard let translated = translator(for: query)?.translate(query, contents: contents) else { return 0 }
        guard let statement = translated.count else { return nil }
        do {
            return try number(statement)
        } catch let error as StoreError where query.predicate != nil && leavesToEvaluator(error) {
            return nil
        }
    }

    /// Returns groups of the objects that match a query; nil if SQL cannot express all of it, or if only the evaluator
    /// can handle a value.
    package func groups(_ query: StoreGroupQuery) throws -> [StoreGroup]? {
        guard let translated = translator(for: query.objects)?.translate(query, contents: contents) else { return nil }
        var groups: [StoreGroup] = []
        var isExact = true
        do {
            try forEachRow(of: translated) { cells in
                let group = translated.group(cells) { name, number in
                    spaces[name].map { ObjectID($0, number: number) }
                }
                isExact = group != nil && query.takes(groups.count + 1)
                if let group { groups.append(group) }
                return isExact
            }
        } catch let error as StoreError where leavesToEvaluator(error) {
            return nil
        }
        return isExact ? groups : nil
    }

    /// Returns the statement of a query for people to read; nil if the store has none of the entities.
    package func statement(for query: StoreQuery) -> StoreStatement? {
        let shape = shape(of: query.entityNames, alias: SQLQuery.alias, heldColumn: nil)
        return translateForReading(query, isPlain: false)?
            .shown(selecting: SQLFragment(name: shape.plainColumns), in: dialect)
    }

    // MARK: Destinations

    /// Returns the destinations of a relationship of objects, without their rows.
    package func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID]
    ) throws -> StoreDestinations {
        try destinations(of: relationship, from: objectIDs) { _ in }
    }

    /// Returns the destinations of a relationship of objects. The closure receives the rows of all destinations.
    package func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID],
        forEachRow receive: (StoreRow) throws -> Void
    ) throws -> StoreDestinations {
        var found: [ObjectID: [ObjectID]] = [:]
        var repeated: Set<ObjectID> = []
        for (name, sources) in Dictionary(grouping: objectIDs, by: \.entityName).sorted(by: { $0.key < $1.key }) {
            guard let source = layout.entities[name], let link = layout.link(of: relationship, of: source.entity),
                let destination = layout.entities[relationship.destinationName]
            else { continue }
            // A destination whose own row contains its source occurs only once, and points back to an existing object.
            var (mayRepeat, heldColumn) = (true, String?.none)
            if case .destinations(let column, _) = link {
                mayRepeat = false
                heldColumn = source.isOnlyEntityOfTable ? column : nil
            }
            let shape = shape(of: destination.entity.concreteFamilyNames, alias: "d", heldColumn: heldColumn)
            let text = destinationStatement(selecting: shape.columns, of: link, from: source, to: destination)
            var bySource = DestinationsBySource()
            try forEachRow(of: text, keys: sources.map(\.number), shape) { row, source in
                bySource.append(row.objectID, from: source)
                if !mayRepeat || repeated.insert(row.objectID).inserted { try receive(row) }
            }
            for source in sources { found[source] = bySource[source.number] }
        }
        return StoreDestinations(objectIDs.map { found[$0] ?? [] })
    }

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

/// Destinations by the keys of their sources, which mostly arrive grouped by source.
private struct DestinationsBySource {
    private var places: [Int64: Int] = [:]
    private var lists: [[ObjectID]] = []
    private var last: (key: Int64, place: Int)?

    subscript(key: Int64) -> [ObjectID]? { places[key].map { lists[$0] } }

    mutating func append(_ destination: ObjectID, from key: Int64) {
        let place = place(of: key)
        lists[place].append(destination)
        last = (key, place)
    }

    private mutating func place(of key: Int64) -> Int {
        if let last, last.key == key { return last.place }
        if let known = places[key] { return known }
        places[key] = lists.count
        lists.append([])
        return lists.count - 1
    }
}
