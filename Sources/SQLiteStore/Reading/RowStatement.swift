import ModelSchema
import ObjectGraph

/// What a statement asks for, so that rows of some entities of one table can be made of its answer.
///
/// The columns of all the entities come once each; an object's row takes those of its own entity.
struct RowStatement {
    /// How the columns of one entity's rows lie in the answer.
    struct Shape {
        var layout: EntityLayout
        var space: IdentitySpace
        /// In the order of ``EntityDescription/attributes``.
        var attributes: [ReadColumns]
        /// In the order of ``EntityDescription/relationships``; nil for a relationship that is not in the row.
        var links: [Link?]
    }

    /// How a destination lies in the answer.
    struct Link {
        /// The place of its key, which its entity's number follows.
        var place: Int32
        /// Its table.
        var table: String
        /// What it may be, by the numbers of entities: a row of another entity is no destination.
        var spaces: [Int64: IdentitySpace]
        /// What it is whatever its row says; nil where the table has several entities.
        var onlySpace: IdentitySpace?
    }

    /// The columns, for `SELECT`: the key, the entity and the version first.
    let columns: String
    /// How many columns there are.
    let columnCount: Int32
    /// The shapes of rows by the numbers of their entities.
    private let shapes: [Int64: Shape]
    /// The only shape, where there is one: rows of such a table need not say their entity.
    private let onlyShape: Shape?
    private let table: String

    /// - Parameters:
    ///   - layouts: Entities of one table; not empty.
    ///   - alias: What the statement calls the table.
    init(_ layouts: [EntityLayout], of store: StoreLayout, spaces: [String: IdentitySpace], alias: String) {
        var list = ColumnList(alias: alias)
        var shapes: [Int64: Shape] = [:]
        for layout in layouts {
            guard let space = spaces[layout.entity.name] else { continue }
            shapes[layout.number] = Shape(
                layout: layout, space: space, attributes: layout.attributes.map { list.place(of: $0) },
                links: zip(layout.entity.relationships, layout.links).map { relationship, columns in
                    guard case .own(let column, _) = columns else { return nil }
                    return Self.link(of: relationship, column, store, spaces, &list)
                })
        }
        self.shapes = shapes
        table = layouts.first?.table ?? ""
        onlyShape = layouts.first?.isAlone == true ? shapes.values.first : nil
        columns = list.text
        columnCount = list.count
    }

    /// The row that a statement stands at; nil where it is of another entity.
    func row(in statement: SQLiteStatement, _ values: ValueReader) throws -> StoreRow? {
        let key = statement.integer(at: 0)
        guard let shape = shape(of: statement.integer(at: 1)) else { return nil }
        try Self.check(key, path: values.path, table: table)
        let version = statement.integer(at: 2)
        guard Self.versions.contains(version) else {
            throw SQLiteStoreError(
                .malformed, path: values.path, table: table, row: key,
                "no object can have the version \(version) (Z_OPT)")
        }
        var row = StoreRow(objectID: ObjectID(shape.space, number: key), version: Int(version), values: [])
        row.values.reserveCapacity(shape.attributes.count)
        for columns in shape.attributes {
            row.values.append(try values.value(of: columns, in: statement, table: table, row: key))
        }
        row.destinations.reserveCapacity(shape.links.count)
        for link in shape.links {
            guard let link else {
                row.destinations.append(nil)
                continue
            }
            // What leads nowhere has no entity.
            let isThere = !statement.isNull(at: link.place + 1)
            let space = isThere ? link.onlySpace ?? link.spaces[statement.integer(at: link.place + 1)] : nil
            guard let space else {
                row.destinations.append([])
                continue
            }
            let destination = statement.integer(at: link.place)
            try Self.check(destination, path: values.path, table: link.table)
            row.destinations.append([ObjectID(space, number: destination)])
        }
        return row
    }

    /// Refuses a key that no object of a context can have.
    static func check(_ key: Int64, path: String, table: String) throws(SQLiteStoreError) {
        guard key <= 0 || key > ObjectReference.greatestNumber else { return }
        throw SQLiteStoreError(
            .malformed, path: path, table: table, row: key,
            "a key is to be greater than 0, and \(ObjectReference.greatestNumber) at most")
    }

    /// The versions that contexts can tell apart.
    static let versions = 0...Int64(Int32.max)

    private static func link(
        of relationship: RelationshipDescription, _ column: String, _ store: StoreLayout,
        _ spaces: [String: IdentitySpace], _ list: inout ColumnList
    ) -> Link? {
        guard let destination = store.entities[relationship.destinationName] else { return nil }
        let family = destination.entity.concreteFamilyNames
        return Link(
            place: list.placeOfLink(column, to: destination.table), table: destination.table,
            spaces: family.reduce(into: [:]) { known, name in
                if let space = spaces[name] { known[store.numbers[name]] = space }
            },
            onlySpace: destination.isAlone ? spaces[relationship.destinationName] : nil)
    }

    private func shape(of number: Int64) -> Shape? {
        onlyShape ?? shapes[number]
    }
}

/// Columns in the order in which a statement asks for them, each once.
private struct ColumnList {
    private let alias: String
    private var names: [String]
    private var places: [String: Int32] = [:]

    init(alias: String) {
        self.alias = alias
        names = ["\(alias).Z_PK", "\(alias).Z_ENT", "IFNULL(\(alias).Z_OPT, 0)"]
    }

    var text: String { names.joined(separator: ", ") }
    var count: Int32 { Int32(names.count) }

    mutating func place(of columns: AttributeColumns) -> ReadColumns {
        switch columns {
        case .none: .none
        case .column(let name, let attribute):
            .column(
                place(of: name), name, attribute.type, isExternal: attribute.allowsExternalBinaryDataStorage)
        case .members(let members):
            .members(members.map { ReadColumns.Member(name: $0.name, columns: place(of: $0.columns)) })
        }
    }

    /// The place of a destination's key; the number of its entity comes next, and is null where there is no such row.
    mutating func placeOfLink(_ column: String, to table: String) -> Int32 {
        if let known = places[column] { return known }
        let place = Int32(names.count)
        places[column] = place
        names.append("\(alias).\(column)")
        names.append("(SELECT Z_ENT FROM \(table) WHERE Z_PK = \(alias).\(column))")
        return place
    }

    private mutating func place(of column: String) -> Int32 {
        if let known = places[column] { return known }
        let place = Int32(names.count)
        places[column] = place
        names.append("\(alias).\(column)")
        return place
    }
}
