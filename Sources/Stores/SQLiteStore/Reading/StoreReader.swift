import ModelSchema
import ObjectGraph
import SQLStore

/// Answers queries with one connection.
struct StoreReader: SQLReader {
    let connection: SQLiteConnection
    let core: StoreCore
    let values: ValueReader
    let plainTexts: PlainTexts
    /// nil in a commit, whose state changes.
    let pageEnds: PageEnds?

    /// - Parameters:
    ///   - plainTexts: What a view knows of texts.
    ///   - pageEnds: What it knows of pages; nil in a commit.
    init(
        _ connection: SQLiteConnection, _ core: StoreCore, _ plainTexts: PlainTexts, _ pageEnds: PageEnds? = nil
    ) {
        self.connection = connection
        self.core = core
        self.plainTexts = plainTexts
        self.pageEnds = pageEnds
        values = core.values
    }

    var layout: StoreLayout { core.layout }
    var dialect: SQLiteDialect { SQLiteDialect() }
    var spaces: [String: IdentitySpace] { core.spaces }
    var shapes: RowShapes { core.shapes }
    var checkedProperties: CheckedProperties { core.checkedProperties }

    func numbers(_ text: String, keys: [Int64]) throws -> [Int64] {
        let statement = try connection.statement(text)
        defer { statement.reset() }
        statement.bind(KeyList.text(keys), at: 1)
        var numbers: [Int64] = []
        while try statement.step() { numbers.append(statement.integer(at: 0)) }
        return numbers
    }

    // MARK: Rows

    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] {
        var rows: [StoreRow] = []
        rows.reserveCapacity(objectIDs.count)
        for (name, members) in Dictionary(grouping: objectIDs, by: \.entityName).sorted(by: { $0.key < $1.key }) {
            guard let entity = layout.entities[name] else { continue }
            let shape = shapes.shape(of: [name], alias: "t")
            let statement: SQLiteStatement
            if members.count == 1 {
                statement = try connection.statement("SELECT \(shape.columns) FROM \(entity.table) t WHERE t.Z_PK = ?")
                statement.bind(members[0].number, at: 1)
            } else {
                statement = try connection.statement(
                    "SELECT \(shape.columns) FROM \(entity.table) t "
                        + "WHERE t.Z_PK IN (SELECT value FROM json_each(?))")
                statement.bind(KeyList.text(members), at: 1)
            }
            defer { statement.reset() }
            while try statement.step() {
                if let row = try shape.row(in: statement, values) { rows.append(row) }
            }
        }
        return rows
    }

    // MARK: Destinations

    /// The destinations of a relationship of some objects. Hands out the rows of all destinations.
    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID],
        handingOut receive: (StoreRow) throws -> Void
    ) throws -> StoreDestinations {
        var found: [ObjectID: [ObjectID]] = [:]
        var repeated: Set<ObjectID> = []
        for (name, members) in Dictionary(grouping: objectIDs, by: \.entityName).sorted(by: { $0.key < $1.key }) {
            guard let entity = layout.entities[name], let columns = entity.links[relationship.index],
                let destination = layout.entities[relationship.destinationName]
            else { continue }
            let query = LinkQuery(
                source: entity, columns: columns, destination: destination,
                family: layout.model.entitiesByName[relationship.destinationName]?.concreteFamilyNames ?? [])
            try answer(query, of: members, &found, &repeated, receive)
        }
        return StoreDestinations(objectIDs.map { found[$0] ?? [] })
    }

    /// A relationship of the objects of one entity.
    private struct LinkQuery {
        var source: EntityLayout
        var columns: LinkColumns
        var destination: EntityLayout
        /// The entities of the destinations.
        var family: [String]

        /// The column of the destinations that points back to the existing objects, if nothing else needs to be known.
        var heldColumn: String? {
            guard source.isAlone, case .destinations(let column, _) = columns else { return nil }
            return column
        }
    }

    private func answer(
        _ query: LinkQuery, of sources: [ObjectID], _ found: inout [ObjectID: [ObjectID]],
        _ repeated: inout Set<ObjectID>, _ receive: (StoreRow) throws -> Void
    ) throws {
        let shape = shapes.shape(
            of: query.family, alias: "d", heldColumn: query.heldColumn)
        let table = query.destination.table
        // Only existing objects have destinations.
        let held = "SELECT s.Z_PK FROM \(query.source.table) s WHERE s.Z_PK IN (SELECT value FROM json_each(?))"
        let text: String
        switch query.columns {
        case .own(let column, _):
            text =
                "SELECT \(shape.columns), s.Z_PK FROM \(query.source.table) s JOIN \(table) d "
                + "ON d.Z_PK = s.\(column) WHERE s.Z_PK IN (SELECT value FROM json_each(?))"
        case .destinations(let column, let orderColumn):
            let order = orderColumn.map { " ORDER BY d.\(column), d.\($0), d.Z_PK" } ?? ""
            text = "SELECT \(shape.columns), d.\(column) FROM \(table) d WHERE d.\(column) IN (\(held))\(order)"
        case .pairs(let pairs):
            let order = pairs.position.map { " ORDER BY j.\(pairs.source), j.\($0), d.Z_PK" } ?? ""
            text =
                "SELECT \(shape.columns), j.\(pairs.source) FROM \(pairs.name) j JOIN \(table) d "
                + "ON d.Z_PK = j.\(pairs.destination) WHERE j.\(pairs.source) IN (\(held))\(order)"
        }
        let statement = try connection.statement(text)
        defer { statement.reset() }
        statement.bind(KeyList.text(sources), at: 1)
        // A destination whose own row contains its source occurs only once.
        let mayRepeat = if case .destinations = query.columns { false } else { true }
        var bySource = DestinationsBySource()
        guard var row = shape.emptyRow else { return }
        while try statement.step() {
            guard try shape.read(&row, in: statement, values) else { continue }
            bySource.append(row.objectID, from: statement.integer(at: shape.columnCount))
            if !mayRepeat || repeated.insert(row.objectID).inserted { try receive(row) }
        }
        for source in sources { found[source] = bySource[source.number] }
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
