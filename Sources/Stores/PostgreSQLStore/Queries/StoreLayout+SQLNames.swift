import ObjectGraph
import SQLStore

extension StoreLayout {
    var key: String { "id" }

    var entityColumn: String { "entity" }

    var versionColumn: String { "version" }

    func quoted(_ name: String) -> String { SQLName.quoted(name) }

    func column(ofAttributeAt index: Int, of entity: EntityDescription) -> String? {
        guard case .column(let column, _)? = entities[entity.name]?.attributes[index] else { return nil }
        return SQLName.quoted(column)
    }

    func value(ofAttributeAt index: Int, of entity: EntityDescription, alias: String) -> SQLFragment? {
        func column(_ name: String) -> SQLFragment { "\(name: alias).\(name: SQLName.quoted(name))" }
        switch entities[entity.name]?.attributes[index] {
        case .column(let name, .boolean): return "\(column(name))::int"
        case .column(let name, _): return column(name)
        case .date(let name, let exact): return "\(name: DateColumns.seconds("\(alias).", name, exact))"
        case .transformable(let data, let text):
            return "CASE WHEN \(column(data)) IS NULL THEN \(column(text))::text ELSE '' END"
        case .some(.none), nil: return nil
        }
    }

    func indexForm(ofAttributeAt index: Int, of entity: EntityDescription, alias: String) -> SQLIndexForm? {
        guard let layout = entities[entity.name] else { return nil }
        switch layout.attributes[index] {
        case .column(let name, .text) where layout.canonicallyIndexed.contains(entity.attributes[index].name):
            return .canonical(PostgreSQLDialect.canonicalForm(ofColumn: "\(alias).\(SQLName.quoted(name))"))
        case .date(let name, _): return .rounded("\(name: alias).\(name: SQLName.quoted(name))")
        case .column, .transformable, .none: return nil
        }
    }
}
