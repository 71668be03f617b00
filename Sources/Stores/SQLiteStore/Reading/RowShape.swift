import ModelSchema
import ObjectGraph
import SQLStore

/// The columns of a statement, and how to create rows of some entities of one table from them.
///
/// The statement contains each column of the entities once. A row uses those of its own entity.
struct RowShape: SQLRowShape {
    /// The positions of an entity's columns in the answer.
    private final class Entity: Sendable {
        let space: IdentitySpace
        /// In the order of ``EntityDescription/attributes``.
        let attributes: [ReadColumns]
        /// The attributes with one column each, which are read without reference counting, because there are many rows.
        let columns: [ReadColumn?]
        /// In the order of ``EntityDescription/relationships``; nil for relationships outside the row.
        let links: [LinkSource?]

        init(space: IdentitySpace, attributes: [ReadColumns], links: [LinkSource?]) {
            self.space = space
            self.attributes = attributes
            columns = attributes.map(\.only)
            self.links = links
        }
    }

    /// The columns for `SELECT`, with the key, the entity, and the version first.
    let columns: String
    /// The same for people, who see large values like all others.
    let plainColumns: String
    let columnCount: Int32
    private let entities: RowEntities<Entity>
    private let table: String
    private let limits: RowLimits

    /// - Parameters:
    ///   - names: Entities of one table.
    ///   - alias: The name of the table in the statement.
    ///   - heldColumn: A column whose destinations are known to exist in the statement; nil for none.
    init(_ names: [String], _ core: StoreCore, alias: String, heldColumn: String? = nil) {
        let layouts = names.compactMap { core.layout.entities[$0] }
        var list = ColumnList(alias: alias, heldColumn: heldColumn)
        entities = RowEntities(layouts, in: core.layout, unknown: core.unknownEntities) { layout in
            guard let space = core.spaces[layout.entity.name] else { return nil }
            return Entity(
                space: space, attributes: layout.attributes.map { list.place(of: $0) },
                links: zip(layout.entity.relationships, layout.links).map { relationship, columns in
                    guard case .own(let column, _) = columns,
                        let destination = core.layout.entities[relationship.destinationName]
                    else { return nil }
                    return LinkSource(
                        at: list.placeOfLink(column, to: destination.table), to: destination,
                        isOnly: destination.isOnlyEntityOfTable, in: core.layout, spaces: core.spaces,
                        storeLocation: core.path)
                })
        }
        table = layouts.first?.table ?? ""
        limits = RowLimits(location: core.path, table: table, versionColumn: core.layout.versionColumn)
        columns = list.text
        plainColumns = list.plainText
        columnCount = list.count
    }

    /// The current row of a statement; nil if it is of another entity.
    func row(in statement: SQLiteStatement, _ values: ValueReader) throws(StoreError) -> StoreRow? {
        guard var row = emptyRow else { return nil }
        return try read(&row, in: statement, values) ? row : nil
    }

    /// A row to read others into; nil if no entity is requested.
    var emptyRow: StoreRow? {
        (entities.only ?? entities.known.values.first).map { entity in
            StoreRow(objectID: ObjectID(entity.space, number: 0), version: 0, values: [])
        }
    }

    /// Reads the current row of a statement.
    ///
    /// - Parameter row: The previous row, whose memory is reused.
    /// - Returns: Whether the row is of the requested entities.
    func read(
        _ row: inout StoreRow, in statement: SQLiteStatement, _ values: ValueReader
    ) throws(StoreError) -> Bool {
        let key = statement.integer(at: 0)
        guard let entity = entities.entity(of: statement.integer(at: 1)) else { return false }
        let version = statement.integer(at: 2)
        try limits.check(key, version: version)
        row.objectID = ObjectID(entity.space, number: key)
        row.version = Int(version)
        if row.values.count != entity.attributes.count {
            row.values = Array(repeating: .null, count: entity.attributes.count)
        }
        for index in entity.columns.indices {
            row.values[index] =
                if let column = entity.columns[index] {
                    try values.value(of: column, in: statement, table: table, row: key)
                } else {
                    try values.value(of: entity.attributes[index], in: statement, table: table, row: key)
                }
        }
        if row.destinations.count != entity.links.count {
            row.destinations = Array(repeating: nil, count: entity.links.count)
        }
        for index in entity.links.indices {
            if let link = entity.links[index] {
                row.destinations[index].lead(to: try link.destination(in: statement))
            } else if row.destinations[index] != nil {
                row.destinations[index] = nil
            }
        }
        return true
    }
}

extension LinkSource {
    /// The destination in a statement's current row; nil if there is none.
    fileprivate func destination(in statement: SQLiteStatement) throws(StoreError) -> ObjectID? {
        let place = Int32(truncatingIfNeeded: place)
        // Without a destination there is no entity.
        if statement.isNull(at: place + 1) { return nil }
        return try destination(statement.integer(at: place), entityNumber: statement.integer(at: place + 1))
    }
}

extension [ObjectID]? {
    /// Replaces the destination.
    fileprivate mutating func lead(to destination: ObjectID?) {
        switch (self?.count, destination) {
        case (1, let destination?): self?[0] = destination
        case (_, let destination?): self = [destination]
        case (0, nil): break
        case (_, nil): self = []
        }
    }
}

/// The columns that a statement selects, in their order and without duplicates, after key, entity, and version.
struct ColumnList {
    private let alias: String
    private let heldColumn: String?
    private var names: [String]
    private var plainNames: [Int: String] = [:]
    private var places: [String: Int32] = [:]

    init(alias: String, heldColumn: String? = nil) {
        self.alias = alias
        self.heldColumn = heldColumn
        names = ["\(alias).Z_PK", "\(alias).Z_ENT", "IFNULL(\(alias).Z_OPT, 0)"]
    }

    var text: String { names.joined(separator: ", ") }
    var plainText: String { names.indices.map { plainNames[$0] ?? names[$0] }.joined(separator: ", ") }
    var count: Int32 { Int32(names.count) }

    mutating func place(of columns: AttributeColumns) -> ReadColumns {
        switch columns {
        case .none: .none
        case .column(let name, let attribute):
            .column(
                ReadColumn(
                    place: place(of: name, mayBeLarge: attribute.mayBeLarge), type: attribute.type,
                    isExternal: attribute.allowsExternalBinaryDataStorage))
        case .members(let members):
            .members(members.map { ReadColumns.Member(name: $0.name, columns: place(of: $0.columns)) })
        }
    }

    /// The index of a destination's key. The number of its entity follows, and is null if there is no such row.
    mutating func placeOfLink(_ column: String, to table: String) -> Int {
        if let known = places[column] { return Int(known) }
        let place = names.count
        places[column] = Int32(place)
        names.append("\(alias).\(column)")
        // A destination that is known to exist has the only entity of its table.
        names.append(column == heldColumn ? "0" : "(SELECT Z_ENT FROM \(table) WHERE Z_PK = \(alias).\(column))")
        return place
    }

    private mutating func place(of column: String, mayBeLarge: Bool) -> Int32 {
        if let known = places[column] { return known }
        let place = Int32(names.count)
        places[column] = place
        if mayBeLarge { plainNames[names.count] = "\(alias).\(column)" }
        names.append(mayBeLarge ? LargeValues.selected(column, alias: alias) : "\(alias).\(column)")
        return place
    }
}

extension Attribute {
    /// Whether a row can contain a large value of the attribute.
    fileprivate var mayBeLarge: Bool {
        (type == .binary || type == .transformable) && !allowsExternalBinaryDataStorage
    }
}
