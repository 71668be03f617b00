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
}
