import ObjectGraph

extension StoreLayout {
    var key: String { "Z_PK" }

    var entityColumn: String { "Z_ENT" }

    var versionColumn: String { "Z_OPT" }

    func column(ofAttributeAt index: Int, of entity: EntityDescription) -> String? {
        guard case .column(let column, _)? = entities[entity.name]?.attributes[index] else { return nil }
        return column
    }
}
