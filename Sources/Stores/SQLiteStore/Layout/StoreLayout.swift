import ModelSchema
import ObjectGraph
import SQLStore

/// The names of the tables and columns for a model.
///
/// The names follow from the model and the numbers of its entities. In a file, they are found by name and pattern,
/// because columns can be in any order, and tables of pairs can have the name of either side.
///
/// A class, because each save and query passes it on, and it has many members.
final class StoreLayout: SQLLayout {
    let model: ManagedObjectModel
    /// The numbers of the entities in the store.
    let numbers: EntityNumbers
    let entities: [String: EntityLayout]
    /// The entities by their numbers.
    let names: [Int64: String]
    /// The tables of entities in a new store, in their order.
    let tables: [TableDefinition]
    /// An entity with more members of composites than a table can have columns; nil if there is none.
    let tooWideEntity: String?
    /// The tables of pairs in a new store, by the root entity that they follow.
    let joinTables: [String: [LinkColumns.JoinTable]]

    /// - Parameter columns: The columns of a file's tables, by table; nil for a new store.
    init(_ model: ManagedObjectModel, numbers: EntityNumbers, columns: [String: Set<String>]? = nil) {
        self.model = model
        self.numbers = numbers
        var columnNames = ColumnNames(model, numbers)
        let ordered = model.entities.filter { numbers[$0.name] > 0 }.sorted { numbers[$0.name] < numbers[$1.name] }
        for entity in ordered { columnNames.addProperties(of: entity) }
        tables = columnNames.tables
        tooWideEntity = columnNames.tooWideEntity
        let joins = JoinTableNames(numbers, columns: columns)
        var entities: [String: EntityLayout] = [:]
        var names: [Int64: String] = [:]
        var joinTables: [String: [LinkColumns.JoinTable]] = [:]
        for entity in ordered {
            let layout = EntityLayout(
                entity: entity, number: numbers[entity.name], table: ColumnNames.table(of: entity),
                isOnlyEntityOfTable: entity.isOnlyEntityOfTable(in: model),
                attributes: columnNames.attributeColumns(of: entity),
                links: entity.relationships.map { relationship in
                    columnNames.columns(of: relationship, in: entity, joins: joins)
                })
            entities[entity.name] = layout
            names[layout.number] = entity.name
            joinTables[entity.rootName, default: []] += Self.joinTables(of: entity, layout)
        }
        self.entities = entities
        self.names = names
        self.joinTables = joinTables
    }

    private static func joinTables(of entity: EntityDescription, _ layout: EntityLayout) -> [LinkColumns.JoinTable] {
        zip(entity.relationships, layout.links).compactMap { relationship, columns in
            guard entity.declares(relationship), case .pairs(let table) = columns, table.isNamedAfterThisSide else {
                return nil
            }
            return table
        }
    }

    func entity(numbered number: Int64) -> EntityLayout? { names[number].flatMap { entities[$0] } }
}
