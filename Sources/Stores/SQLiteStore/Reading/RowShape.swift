import ModelSchema
import ObjectGraph
import SQLStore
import StoreMigration
import Synchronization

/// The columns of a statement, and how to create rows of some entities of one table from them.
///
/// The statement contains each column of the entities once. A row uses those of its own entity.
struct RowShape {
    /// The positions of an entity's columns in the answer.
    private final class Entity: Sendable {
        let space: IdentitySpace
        /// In the order of ``EntityDescription/attributes``.
        let attributes: [ReadColumns]
        /// The attributes with one column each, which are read without reference counting, because there are many rows.
        let columns: [ReadColumn?]
        /// In the order of ``EntityDescription/relationships``; nil for relationships outside the row.
        let links: [Link?]

        init(space: IdentitySpace, attributes: [ReadColumns], links: [Link?]) {
            self.space = space
            self.attributes = attributes
            columns = attributes.map(\.only)
            self.links = links
        }
    }

    /// The position of a destination in the answer.
    private final class Link: Sendable {
        /// The index of its key. Its entity's number follows.
        let place: Int32
        let table: String
        /// The possible entities of the destination, by number: a row of another entity is not a destination.
        let spaces: [Int64: IdentitySpace]
        /// The only entity of the table; nil if the table has several.
        let onlySpace: IdentitySpace?

        init(place: Int32, table: String, spaces: [Int64: IdentitySpace], onlySpace: IdentitySpace?) {
            self.place = place
            self.table = table
            self.spaces = spaces
            self.onlySpace = onlySpace
        }

        /// The destination in a statement's current row; nil if there is none.
        func destination(in statement: SQLiteStatement, path: String) throws(StoreError) -> ObjectID? {
            // Without a destination there is no entity.
            if statement.isNull(at: place + 1) { return nil }
            guard let space = onlySpace ?? spaces[statement.integer(at: place + 1)] else { return nil }
            let key = statement.integer(at: place)
            try RowShape.check(key, path: path, table: table)
            return ObjectID(space, number: key)
        }
    }

    /// The columns for `SELECT`, with the key, the entity, and the version first.
    let columns: String
    /// The same for people, who see large values like all others.
    let plainColumns: String
    let columnCount: Int32
    /// The entities by their numbers.
    private let entities: [Int64: Entity]
    /// The only entity of the table, if there is one: rows of such a table need not specify theirs.
    private let onlyEntity: Entity?
    /// Its number.
    private let onlyNumber: Int64?
    private let table: String
    /// The numbers of the entities that the table can contain.
    private let numbers: Set<Int64>
    private let unknown: UnknownEntityWarning

    /// - Parameters:
    ///   - layouts: Entities of one table. Not empty.
    ///   - alias: The name of the table in the statement.
    ///   - unknown: Receives the numbers of rows that the table cannot contain.
    ///   - heldColumn: A column whose destinations are known to exist in the statement; nil for none.
    init(
        _ layouts: [EntityLayout], of store: StoreLayout, spaces: [String: IdentitySpace],
        unknown: UnknownEntityWarning, alias: String, heldColumn: String? = nil
    ) {
        var list = ColumnList(alias: alias, heldColumn: heldColumn)
        var entities: [Int64: Entity] = [:]
        for layout in layouts {
            guard let space = spaces[layout.entity.name] else { continue }
            entities[layout.number] = Entity(
                space: space, attributes: layout.attributes.map { list.place(of: $0) },
                links: zip(layout.entity.relationships, layout.links).map { relationship, columns in
                    guard case .own(let column, _) = columns else { return nil }
                    return Self.link(of: relationship, column, store, spaces, &list)
                })
        }
        self.entities = entities
        table = layouts.first?.table ?? ""
        let only = layouts.first?.isAlone == true ? entities.first : nil
        (onlyEntity, onlyNumber) = (only?.value, only?.key)
        let root = layouts.first.flatMap { store.model.entitiesByName[$0.entity.rootName] }
        numbers = Set((root?.concreteFamilyNames ?? []).map { store.numbers[$0] })
        self.unknown = unknown
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
        (onlyEntity ?? entities.values.first).map { entity in
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
        guard let entity = entity(of: statement.integer(at: 1)) else { return false }
        try Self.check(key, path: values.path, table: table)
        let version = statement.integer(at: 2)
        guard Self.versions.contains(version) else {
            throw StoreError(
                .malformed, place: values.path, table: table, row: key,
                "an object cannot have the version \(version) (Z_OPT)")
        }
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
                row.destinations[index].lead(to: try link.destination(in: statement, path: values.path))
            } else if row.destinations[index] != nil {
                row.destinations[index] = nil
            }
        }
        return true
    }

    /// Rejects a key that no object of a context can have.
    static func check(_ key: Int64, path: String, table: String) throws(StoreError) {
        guard key <= 0 || key > ObjectReference.maximumNumber else { return }
        throw StoreError(
            .malformed, place: path, table: table, row: key,
            "a key must be from 1 to \(ObjectReference.maximumNumber)")
    }

    /// The versions that contexts can distinguish.
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

    private func entity(of number: Int64) -> Entity? {
        if number == onlyNumber { return onlyEntity }
        guard let entity = entities[number] else {
            if !numbers.contains(number) { unknown.note(number, table: table, isRead: onlyEntity != nil) }
            return onlyEntity
        }
        return entity
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
    mutating func placeOfLink(_ column: String, to table: String) -> Int32 {
        if let known = places[column] { return known }
        let place = Int32(names.count)
        places[column] = place
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

/// A cache of the shapes of rows, by their entities.
final class RowShapes: Sendable {
    private struct Key: Hashable {
        var entityNames: [String]
        var alias: String
        var heldColumn: String?
    }

    private let layout: StoreLayout
    private let spaces: [String: IdentitySpace]
    let unknown: UnknownEntityWarning
    private let known = Mutex<[Key: RowShape]>([:])

    init(of layout: StoreLayout, spaces: [String: IdentitySpace], unknown: UnknownEntityWarning) {
        self.layout = layout
        self.spaces = spaces
        self.unknown = unknown
    }

    /// The statement that finds the number of a row of no entity of the model, with a few steps in the index of the
    /// entities.
    ///
    /// It is not valid for a table without this index, in which finding such a row would take long.
    func unknownEntities(inTableOf root: EntityLayout) -> String {
        let numbers = root.entity.concreteFamilyNames.map { layout.numbers[$0] }.sorted()
        var gaps = ["Z_ENT IS NULL", "Z_ENT < \(numbers.first ?? 0)", "Z_ENT > \(numbers.last ?? 0)"]
        for (lower, upper) in zip(numbers, numbers.dropFirst()) where lower &+ 1 != upper {
            gaps.append("Z_ENT > \(lower) AND Z_ENT < \(upper)")
        }
        let index = "\(root.table)_Z_ENT_INDEX"
        return gaps.map { "SELECT Z_ENT FROM \(root.table) INDEXED BY \(index) WHERE \($0)" }
            .joined(separator: " UNION ALL ") + " LIMIT 1"
    }

    /// - Parameters:
    ///   - entityNames: Entities of one table. Those that are not in the store are ignored.
    ///   - alias: The name of the table in the statement.
    ///   - heldColumn: A column whose destinations are known to exist in the statement, in a table of one entity; nil
    ///     for none.
    func shape(of entityNames: [String], alias: String, heldColumn: String? = nil) -> RowShape {
        known.withLock { known in
            let key = Key(entityNames: entityNames, alias: alias, heldColumn: heldColumn)
            if let shape = known[key] { return shape }
            let shape = RowShape(
                entityNames.compactMap { layout.entities[$0] }, of: layout, spaces: spaces, unknown: unknown,
                alias: alias, heldColumn: heldColumn)
            known[key] = shape
            return shape
        }
    }
}
