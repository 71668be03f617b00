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
        /// In the order of ``EntityDescription/relationships``: the place of the destination's key, which its entity's number
        /// follows; nil for a relationship that is not in the row.
        var links: [Int32?]
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
    /// The identities of the entities that rows lead to, by the numbers of these.
    private let spacesByNumber: [Int64: IdentitySpace]

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
                    guard case .own(let column, _) = columns,
                        let table = store.entities[relationship.destinationName]?.table
                    else { return nil }
                    return list.placeOfLink(column, to: table)
                })
        }
        self.shapes = shapes
        spacesByNumber = store.names.compactMapValues { spaces[$0] }
        table = layouts.first?.table ?? ""
        let isAlone = layouts.first.map { layout in
            store.entities.values.filter { $0.table == layout.table }.count == 1
        }
        onlyShape = isAlone == true ? shapes.values.first : nil
        columns = list.text
        columnCount = list.count
    }

    /// The row that a statement stands at; nil where it is of another entity.
    ///
    /// - Parameter first: Where the columns begin.
    func row(
        in statement: SQLiteStatement, from first: Int32 = 0, _ values: ValueReader
    ) throws -> StoreRow? {
        let key = statement.integer(at: first)
        guard let shape = shape(of: statement.integer(at: first + 1)) else { return nil }
        guard key > 0 else {
            throw SQLiteStoreError(
                .malformed, path: values.path, table: table, row: key, "a key is to be greater than 0")
        }
        var row = StoreRow(
            objectID: ObjectID(shape.space, number: key), version: Int(statement.integer(at: first + 2)), values: [])
        row.values.reserveCapacity(shape.attributes.count)
        for columns in shape.attributes {
            row.values.append(try values.value(of: columns, in: statement, table: table, row: key))
        }
        row.destinations.reserveCapacity(shape.links.count)
        for place in shape.links {
            guard let place else {
                row.destinations.append(nil)
                continue
            }
            // What leads nowhere has no entity.
            let entity = spacesByNumber[statement.integer(at: place + 1)]
            row.destinations.append(entity.map { [ObjectID($0, number: statement.integer(at: place))] } ?? [])
        }
        return row
    }

    private func shape(of number: Int64) -> Shape? {
        onlyShape ?? shapes[number]
    }
}

/// Columns in the order in which a statement asks for them, each once.
private struct ColumnList {
    private let alias: String
    private var names: [String] = []
    private var places: [String: Int32] = [:]

    init(alias: String) {
        self.alias = alias
        names = ["Z_PK", "Z_ENT", "IFNULL(\(alias).Z_OPT, 0)"]
        names[0] = "\(alias).Z_PK"
        names[1] = "\(alias).Z_ENT"
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
