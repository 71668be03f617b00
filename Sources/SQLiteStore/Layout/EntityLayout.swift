import ModelSchema
import ObjectGraph

/// Where a store keeps the objects of an entity.
struct EntityLayout: Sendable {
    let entity: EntityDescription
    /// What the store calls the entity (`Z_ENT`).
    let number: Int64
    /// The table, which the whole hierarchy shares.
    let table: String
    /// Whether no other entity shares the table, so that rows need not say which they are of.
    let isAlone: Bool
    /// The columns of ``EntityDescription/attributes``, in that order.
    let attributes: [AttributeColumns]
    /// The columns of ``EntityDescription/relationships``, in that order.
    let links: [LinkColumns]
    /// The statement that writes a new row: its key and version first, then attributes and destinations in their order.
    let insertText: String

    init(
        entity: EntityDescription, number: Int64, table: String, isAlone: Bool, attributes: [AttributeColumns],
        links: [LinkColumns]
    ) {
        self.entity = entity
        self.number = number
        self.table = table
        self.isAlone = isAlone
        self.attributes = attributes
        self.links = links
        var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
        var places = ["?", String(number), "?"]
        for name in attributes.flatMap(\.names) {
            columns.append(name)
            places.append("?")
        }
        for case .own(let column, let entityColumn) in links {
            for name in [column, entityColumn].compactMap({ $0 }) {
                columns.append(name)
                places.append("?")
            }
        }
        insertText =
            "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places.joined(separator: ", ")))"
    }
}
