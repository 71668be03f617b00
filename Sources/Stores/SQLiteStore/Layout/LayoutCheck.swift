import ModelSchema
import ObjectGraph
import SQLStore

/// Whether a file has the tables and columns that its model needs.
struct LayoutCheck {
    private let layout: StoreLayout
    private let columns: [String: Set<String>]
    private let path: String

    init(_ layout: StoreLayout, columns: [String: Set<String>], path: String) {
        self.layout = layout
        self.columns = columns
        self.path = path
    }

    /// - Throws: `StoreError` with the first missing table or column.
    func run() throws(StoreError) {
        if let first = findings().first { throw first }
    }

    /// Rejects a model with names that would be more than names in SQL, with too many of them for a table, or with one
    /// of several tables.
    static func checkNames(of model: ManagedObjectModel, path: String) throws(StoreError) {
        if let error = nameError(of: model, path: path) { throw error }
        let layout = StoreLayout(model, numbers: EntityNumbers(of: model))
        if let error = widthError(of: layout, path: path) { throw error }
        if let error = tableError(of: layout, path: path) { throw error }
    }

    /// The tables of every store besides those of entities and relationships.
    private static let ownTables = ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"]

    /// A model with two entities, or two relationships, of one table, such as `Book` and `BOOK`.
    private static func tableError(of layout: StoreLayout, path: String) -> StoreError? {
        let pairs = layout.joinTables.sorted { $0.key < $1.key }.flatMap { $0.value.map(\.name) }
        // As bytes, because texts are equal that are different names for SQLite.
        var taken = Set(ownTables.map { Array($0.utf8) })
        let repeated = (layout.tables.map(\.name) + pairs).first { !taken.insert(Array($0.utf8)).inserted }
        return repeated.map { name in
            StoreError(
                .unsupported, location: path,
                "the model needs the table '\(name)' twice, because tables have names in capitals, and every store has "
                    + "\(ownTables.joined(separator: ", ")); rename an entity or a relationship")
        }
    }

    /// A model with more members of composites than tables can have columns, some of which the layout leaves out.
    private static func widthError(of layout: StoreLayout, path: String) -> StoreError? {
        layout.tooWideEntity.map { name in
            StoreError(
                .unsupported, location: path,
                "the composites of the entity '\(name)' have more than \(ColumnNames.maximumColumnCount) members, each "
                    + "of which would be a column; use fewer composites in composites")
        }
    }

    private static func nameError(of model: ManagedObjectModel, path: String) -> StoreError? {
        model.unusableName.map { name in
            StoreError(
                .modelMismatch, location: path,
                "the model's name '\(name)' cannot name a table or column; use only letters, digits, and '_'")
        }
    }

    /// Everything that is missing: entities, and then tables and columns, in the order of the model.
    func findings() -> [StoreError] {
        if let error = Self.nameError(of: layout.model, path: path) { return [error] }
        if let error = Self.widthError(of: layout, path: path) { return [error] }
        if let error = Self.tableError(of: layout, path: path) { return [error] }
        let unknown = layout.model.entities.filter { layout.entities[$0.name] == nil }.map { entity in
            StoreError(
                .malformed, location: path, table: "Z_PRIMARYKEY", "there is no row for the entity '\(entity.name)'")
        }
        return unknown
            + layout.missing(from: columns).map { table, column in
                StoreError(
                    .malformed, location: path, table: table,
                    column.map { "the column '\($0)' is missing" } ?? "the table is missing")
            }
    }
}

extension ManagedObjectModel {
    /// A name that would be more than a name in SQL; nil if Core Data allows all names.
    fileprivate var unusableName: String? {
        var names = schema.composites.flatMap { $0.attributes.map(\.name) }
        for entity in entities {
            names.append(entity.name)
            names += entity.attributes.map(\.name)
            names += entity.relationships.map(\.name)
        }
        return names.first { name in name.isEmpty || name.utf8.contains { !Self.isOfAName($0) } }
    }

    /// SQLite treats non-ASCII characters as letters.
    private static func isOfAName(_ byte: UInt8) -> Bool { byte.isOfPlainName || byte >= 0x80 }
}

extension UInt8 {
    /// Whether the character is an ASCII letter, a digit, or an underscore.
    var isOfPlainName: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
