import ModelSchema
import ObjectGraph
import SQLStore

/// The names of the columns of a store, which follow from a model.
///
/// A hierarchy shares a table. If two of its entities have properties with the same name, the later column gets a
/// number.
struct ColumnNames {
    private let model: ManagedObjectModel
    private let numbers: EntityNumbers
    private var taken: [String: Set<String>] = [:]
    /// The columns by the entity that declares the property, and the property's path.
    private var attributeColumns: [String: [String: AttributeColumns]] = [:]
    private var linkColumns: [String: [String: LinkNames]] = [:]
    /// The indexes of the tables by the names of their roots.
    private var places: [String: Int] = [:]
    /// The tables of entities, in the order of their roots' numbers.
    private(set) var tables: [TableDefinition] = []
    /// An entity with more members of composites than a table can have columns, some of which have none; nil if there
    /// is no such entity.
    private(set) var tooWideEntity: String?
    /// The number of members of an entity's composites so far, which is exponential in the depth of composites in
    /// composites.
    private var memberCount = 0

    /// The maximum number of columns of a table, which is SQLite's own limit.
    static let maximumColumnCount = 2_000
    /// The greatest depth of composites within each other. Only an invalid model has deeper ones.
    private static let maximumDepth = 32

    /// The columns of a relationship, in the table of the side that contains them.
    private struct LinkNames {
        var column: String
        var entityColumn: String?
        var orderColumn: String?
    }

    init(_ model: ManagedObjectModel, _ numbers: EntityNumbers) {
        self.model = model
        self.numbers = numbers
        for root in model.entities.filter({ $0.ancestorNames.isEmpty && numbers[$0.name] > 0 })
            .sorted(by: { numbers[$0.name] < numbers[$1.name] })
        {
            places[root.name] = tables.count
            tables.append(TableDefinition(name: Self.table(of: root), columns: []))
        }
    }

    static func table(of entity: EntityDescription) -> String { "Z" + entity.rootName.uppercased() }

    // MARK: Making names

    /// Names the columns of an entity's own properties. Entities come in the order of their numbers.
    mutating func addProperties(of entity: EntityDescription) {
        memberCount = 0
        for attribute in entity.schema.attributes.sorted(by: { $0.name < $1.name }) where !attribute.isTransient {
            attributeColumns[entity.name, default: [:]][attribute.name] = makeColumns(of: attribute, in: entity)
        }
        for relationship in entity.relationships.filter(entity.declares).sorted(by: { $0.name < $1.name })
        where !relationship.schema.isTransient {
            addColumns(of: relationship, in: entity)
        }
        if let place = places[entity.rootName] { tables[place].sortColumns() }
    }

    private mutating func makeColumns(
        of attribute: Attribute, in entity: EntityDescription, depth: Int = 0
    ) -> AttributeColumns {
        if let composite = entity.composite(of: attribute) {
            memberCount += composite.attributes.count
            guard depth < Self.maximumDepth, memberCount <= Self.maximumColumnCount else {
                tooWideEntity = tooWideEntity ?? entity.name
                return .none
            }
            return .members(
                composite.attributes.sorted { $0.name < $1.name }.map { member in
                    AttributeColumns.Member(
                        name: member.name, columns: makeColumns(of: member, in: entity, depth: depth + 1))
                })
        }
        guard let type = ColumnType(attribute.type) else { return .none }
        return .column(makeColumn(attribute.name, type, in: entity), attribute)
    }

    private mutating func addColumns(of relationship: RelationshipDescription, in entity: EntityDescription) {
        guard let destination = model.entitiesByName[relationship.destinationName] else { return }
        let name = relationship.name
        let number = numbers[entity.name]
        if !relationship.isToMany {
            let inverse = relationship.inverseName.flatMap(destination.relationship(named:))
            var columns = LinkNames(column: makeColumn(name, .integer, in: entity))
            if destination.hasDescendants(in: model) {
                columns.entityColumn = makeColumn("\(numbers[destination.name])_\(name)", .integer, in: entity)
            }
            if inverse?.isOrdered == true {
                columns.orderColumn = makeColumn("_FOK_\(name)", .orderKey, in: entity)
            }
            linkColumns[entity.name, default: [:]][name] = columns
        } else if relationship.inverseName == nil {
            var columns = LinkNames(column: makeColumn("\(number)\(name)", .integer, in: destination))
            if relationship.isOrdered {
                columns.orderColumn = makeColumn("_FOK_\(number)\(name)", .orderKey, in: destination)
            }
            linkColumns[entity.name, default: [:]][name] = columns
            if let place = places[destination.rootName] { tables[place].sortColumns() }
        }
    }

    private mutating func makeColumn(_ name: String, _ type: ColumnType, in entity: EntityDescription) -> String {
        let plain = "Z" + name.uppercased()
        var column = plain
        var suffix = 0
        while !taken[entity.rootName, default: ["Z_PK", "Z_ENT", "Z_OPT"]].insert(column).inserted {
            suffix += 1
            column = plain + String(suffix)
        }
        if let place = places[entity.rootName] {
            tables[place].columns.append(TableDefinition.Column(name: column, type: type))
        }
        return column
    }

    // MARK: Looking names up

    /// The columns of all attributes of an entity, own and inherited, in their order.
    func attributeColumns(of entity: EntityDescription) -> [AttributeColumns] {
        // At once, because a deep hierarchy has as many ancestors as attributes.
        var columns: [String: AttributeColumns] = [:]
        for name in entity.lineageNames {
            columns.merge(attributeColumns[name] ?? [:], uniquingKeysWith: { nearest, _ in nearest })
        }
        return entity.attributes.map { columns[$0.name] ?? .none }
    }

    /// The columns of a relationship, own or inherited.
    func columns(
        of relationship: RelationshipDescription, in entity: EntityDescription, joins: JoinTableNames
    ) -> LinkColumns? {
        guard !relationship.schema.isTransient, let owner = entity.owner(of: relationship, in: model),
            let destination = model.entitiesByName[relationship.destinationName]
        else { return nil }
        if !relationship.isToMany {
            guard let names = linkColumns[owner.name]?[relationship.name] else { return nil }
            return .own(column: names.column, entityColumn: names.entityColumn)
        }
        guard let inverse = relationship.inverseName.flatMap(destination.relationship(named:)),
            let inverseOwner = destination.owner(of: inverse, in: model)
        else {
            guard let names = linkColumns[owner.name]?[relationship.name] else { return nil }
            return .destinations(column: names.column, position: names.orderColumn)
        }
        if inverse.isToMany {
            return .pairs(joins.table(of: relationship, in: owner, inverse: inverse, in: inverseOwner))
        }
        guard let names = linkColumns[inverseOwner.name]?[inverse.name] else { return nil }
        return .destinations(column: names.column, position: names.orderColumn)
    }
}
