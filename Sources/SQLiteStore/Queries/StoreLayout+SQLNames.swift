import ObjectGraph
import SQLTranslation

extension StoreLayout: SQLNames {
    var key: String { "Z_PK" }

    var entityColumn: String { "Z_ENT" }

    func table(of entity: EntityDescription) -> String? { entities[entity.name]?.table }

    func entityNumbers(ofEntitiesNamed names: [String]) -> [Int64]? {
        let known = names.compactMap { entities[$0] }
        // Rows belong to entities that are not abstract.
        let root = known.first.flatMap { model.entitiesByName[$0.entity.rootName] }
        if let root, known.count == root.concreteFamilyNames.count { return nil }
        return known.map(\.number).sorted()
    }

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
