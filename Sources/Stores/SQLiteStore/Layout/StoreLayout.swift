import ModelSchema
import ObjectGraph
import SQLStore

/// The names of the tables and columns for a model.
///
/// The names follow from the model and the numbers of its entities. In a file, they are found by name and pattern,
/// because columns can be in any order, and tables of pairs can have the name of either side.
struct StoreLayout: SQLLayout {
    let model: ManagedObjectModel
    /// The numbers of the entities in the store.
    let numbers: EntityNumbers
    private(set) var entities: [String: EntityLayout] = [:]
    /// The entities by their numbers.
    private(set) var names: [Int64: String] = [:]
    /// The tables of entities in a new store, in their order.
    private(set) var tables: [TableDefinition] = []
    /// An entity with more members of composites than a table can have columns; nil if there is none.
    let tooWideEntity: String?
    /// The tables of pairs in a new store, by the root entity that they follow.
    private(set) var joinTables: [String: [LinkColumns.JoinTable]] = [:]

    /// - Parameter columns: The columns of a file's tables, by table; nil for a new store.
    init(_ model: ManagedObjectModel, numbers: EntityNumbers, columns: [String: Set<String>]? = nil) {
        self.model = model
        self.numbers = numbers
        var names = ColumnNames(model, numbers)
        let ordered = model.entities.filter { numbers[$0.name] > 0 }.sorted { numbers[$0.name] < numbers[$1.name] }
        for entity in ordered { names.addProperties(of: entity) }
        tables = names.tables
        tooWideEntity = names.tooWideEntity
        let joins = JoinTableNames(numbers, columns: columns)
        for entity in ordered {
            let layout = EntityLayout(
                entity: entity, number: numbers[entity.name], table: ColumnNames.table(of: entity),
                isOnlyEntityOfTable: entity.isOnlyEntityOfTable(in: model),
                attributes: names.attributeColumns(of: entity),
                links: entity.relationships.map { relationship in
                    names.columns(of: relationship, in: entity, joins: joins)
                })
            entities[entity.name] = layout
            self.names[layout.number] = entity.name
            addJoinTables(of: entity, layout)
        }
    }

    private mutating func addJoinTables(of entity: EntityDescription, _ layout: EntityLayout) {
        for (relationship, columns) in zip(entity.relationships, layout.links) where entity.declares(relationship) {
            guard case .pairs(let table) = columns, table.isNamedAfterThisSide else { continue }
            joinTables[entity.rootName, default: []].append(table)
        }
    }

    func entity(numbered number: Int64) -> EntityLayout? { names[number].flatMap { entities[$0] } }
}
