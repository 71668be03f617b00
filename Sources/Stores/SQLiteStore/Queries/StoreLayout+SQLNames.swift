import ObjectGraph
import SQLStore

extension StoreLayout: SQLNames {
    var key: String { "Z_PK" }

    var entityColumn: String { "Z_ENT" }

    func table(of entity: EntityDescription) -> String? { entities[entity.name]?.table }

    func number(ofEntityNamed name: String) -> Int64? { entities[name]?.number }

    func isAlone(entityNamed name: String) -> Bool { entities[name]?.isAlone ?? false }

    func column(ofAttributeAt index: Int, of entity: EntityDescription) -> String? {
        guard case .column(let column, _)? = entities[entity.name]?.attributes[index] else { return nil }
        return column
    }

    func link(of relationship: RelationshipDescription, of entity: EntityDescription) -> SQLLink? {
        switch entities[entity.name]?.links[relationship.index] {
        case .own(let column, _): .own(column: column)
        case .destinations(let column, _): .destinations(column: column)
        case .pairs(let pairs):
            .pairs(table: pairs.name, source: pairs.sourceColumn, destination: pairs.destinationColumn)
        case .some(.none), nil: nil
        }
    }
}
