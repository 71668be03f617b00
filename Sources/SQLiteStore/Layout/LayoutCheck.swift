import ModelSchema
import ObjectGraph

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

    /// - Throws: ``SQLiteStoreError`` that names the first table or column that is not there.
    func run() throws(SQLiteStoreError) {
        for entity in layout.model.entities {
            guard let known = layout.entities[entity.name] else {
                throw SQLiteStoreError(
                    .malformed, path: path, table: "Z_PRIMARYKEY", "there is no row for the entity '\(entity.name)'")
            }
            try require(["Z_PK", "Z_ENT", "Z_OPT"] + known.attributes.flatMap(\.names), in: known.table)
            for (relationship, columns) in zip(entity.relationships, known.links) {
                switch columns {
                case .none: break
                case .own(let column, let entityColumn):
                    try require([column] + [entityColumn].compactMap { $0 }, in: known.table)
                case .destinations(let column, let orderColumn):
                    guard let table = layout.entities[relationship.destinationName]?.table else { continue }
                    try require([column] + [orderColumn].compactMap { $0 }, in: table)
                case .pairs(let pairs):
                    try require(
                        [pairs.sourceColumn, pairs.destinationColumn] + [pairs.orderColumn].compactMap { $0 },
                        in: pairs.name)
                }
            }
        }
    }

    private func require(_ names: [String], in table: String) throws(SQLiteStoreError) {
        guard let present = columns[table] else {
            throw SQLiteStoreError(.malformed, path: path, table: table, "the table is missing")
        }
        if let missing = names.first(where: { !present.contains($0) }) {
            throw SQLiteStoreError(.malformed, path: path, table: table, "the column '\(missing)' is missing")
        }
    }
}
