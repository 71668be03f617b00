import ModelSchema
import ObjectGraph

/// Where a store keeps what a model describes: tables and columns by name.
///
/// The names follow from the model and the numbers of its entities; in a file they are looked for by name and pattern, since
/// columns may stand in any order and pairs under the name of either side.
struct StoreLayout: Sendable {
    let model: ManagedObjectModel
    /// The numbers that the store gives to entities.
    let numbers: EntityNumbers
    /// The entities by name.
    private(set) var entities: [String: EntityLayout] = [:]
    /// The entities by their numbers.
    private(set) var names: [Int64: String] = [:]
    /// The tables of entities as a new store has them, in its order.
    private(set) var tables: [TableDefinition] = []
    /// The tables of pairs as a new store has them, by the root of the entity that they come after.
    private(set) var joinTables: [String: [LinkColumns.JoinTable]] = [:]

    /// - Parameter columns: The columns of the tables that a file has, by table; nil for a new store.
    init(
        _ model: ManagedObjectModel, numbers: EntityNumbers, columns: [String: Set<String>]? = nil
    ) {
        self.model = model
        self.numbers = numbers
        var names = ColumnNames(model, numbers)
        let ordered = model.entities.filter { numbers[$0.name] > 0 }
            .sorted { numbers[$0.name] < numbers[$1.name] }
        for entity in ordered { names.addProperties(of: entity) }
        tables = names.tables
        let joins = JoinTableNames(numbers, columns: columns)
        for entity in ordered {
            let layout = EntityLayout(
                entity: entity, number: numbers[entity.name], table: ColumnNames.table(of: entity),
                isAlone: entity.ancestorNames.isEmpty && !entity.hasDescendants(in: model),
                attributes: entity.attributes.map { names.columns(of: $0, in: entity) },
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

    /// The entity of a row.
    func entity(numbered number: Int64) -> EntityLayout? {
        names[number].flatMap { entities[$0] }
    }
}

extension EntityDescription {
    /// Whether a relationship is the entity's own, not inherited.
    func declares(_ relationship: RelationshipDescription) -> Bool {
        schema.relationships.contains { $0.name == relationship.name }
    }
}
