import ModelSchema
import ObjectGraph
import SQLStore

/// The tables and columns of a store. The model, the naming, and the numbers of the entities determine them.
struct StoreLayout: SQLLayout {
    let model: ManagedObjectModel
    let schemaName: String
    let naming: PostgreSQLStoreOptions.Naming
    /// Whether indexes have strings in their canonical form. Those of stores of an earlier format, and of servers that
    /// do not compute this form, have the strings themselves.
    let indexesCanonicalForms: Bool
    /// The entities by name.
    private(set) var entities: [String: EntityLayout] = [:]
    /// The names of the entities by number.
    private(set) var names: [Int64: String] = [:]
    /// The tables of entities, sorted by the names of their root entities.
    private(set) var tables: [TableDefinition] = []
    /// The tables of pairs, each once, from the perspective of the side that names it, with the tables of its foreign
    /// keys.
    private(set) var joinTables: [(pairs: LinkColumns.JoinTable, sourceTable: String?, destinationTable: String?)] = []

    /// The names of the server's own columns, which no other column can have.
    private static let systemColumns = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"]
    /// The names that a column of a property cannot have.
    var reservedColumns: Set<String> { Set(fixedColumns + Self.systemColumns) }

    /// Returns the numbers of a model's entities in a new store, by name.
    static func newNumbers(of model: ManagedObjectModel) -> [String: Int64] {
        let names = model.entities.map(\.name).sorted()
        return Dictionary(uniqueKeysWithValues: zip(names, (1...).lazy.map(Int64.init)))
    }

    init(
        _ model: ManagedObjectModel, schemaName: String, naming: PostgreSQLStoreOptions.Naming,
        numbers: [String: Int64], indexesCanonicalForms: Bool
    ) {
        self.model = model
        self.schemaName = schemaName
        self.naming = naming
        self.indexesCanonicalForms = indexesCanonicalForms
        var namer = ColumnNamer(model, schemaName, naming, reservedColumns: reservedColumns)
        let ordered = model.entities.sorted { ($0.ancestorNames.count, $0.name) < ($1.ancestorNames.count, $1.name) }
        for entity in ordered { namer.name(entity) }
        for entity in ordered {
            let tableName = namer.tableName(of: entity)
            entities[entity.name] = EntityLayout(
                entity: entity, number: numbers[entity.name] ?? 0, tableName: tableName, table: qualified(tableName),
                isOnlyEntityOfTable: entity.isOnlyEntityOfTable(in: model),
                attributes: entity.attributes.map { namer.columns(of: $0, in: entity) },
                canonicallyIndexed: indexesCanonicalForms ? entity.namesOfIndexedStrings(in: model) : [],
                links: entity.relationships.map { namer.columns(of: $0, in: entity) },
                startOfUpdate: ChangesText.startOfUpdate(of: entity.name))
            names[numbers[entity.name] ?? 0] = entity.name
        }
        tables = namer.tables
        joinTables = namer.joinTables
    }

    /// Returns a table with its schema, in quotes.
    func qualified(_ name: String) -> String { "\(SQLName.quoted(schemaName)).\(SQLName.quoted(name))" }

    /// The tables in writing order: a table follows those that its foreign keys refer to, as far as there is such an
    /// order.
    var writingOrder: [String] {
        var order: [String] = []
        var seen: Set<String> = []
        func visit(_ table: TableDefinition) {
            guard seen.insert(table.name).inserted else { return }
            for column in table.columns {
                if let next = tables.first(where: { $0.name == column.referencedTable }) { visit(next) }
            }
            order.append(table.name)
        }
        for table in tables { visit(table) }
        return order
    }
}

/// Determines the names of tables and columns.
private struct ColumnNamer {
    private let model: ManagedObjectModel
    private let schemaName: String
    private let naming: PostgreSQLStoreOptions.Naming
    private var takenTables: Set<String> = []
    private var takenColumns: [String: Set<String>] = [:]
    /// The names of tables, by root entity.
    private var tableNames: [String: String] = [:]
    private var attributeColumns: [String: [String: AttributeColumns]] = [:]
    private var linkColumns: [String: [String: LinkColumns]] = [:]
    private(set) var tables: [TableDefinition] = []
    private(set) var joinTables: [(pairs: LinkColumns.JoinTable, sourceTable: String?, destinationTable: String?)] = []

    init(
        _ model: ManagedObjectModel, _ schemaName: String, _ naming: PostgreSQLStoreOptions.Naming,
        reservedColumns: Set<String>
    ) {
        self.model = model
        self.schemaName = schemaName
        self.naming = naming
        takenTables = Set(StoreTables.names)
        for root in model.entities.filter(\.ancestorNames.isEmpty).sorted(by: { $0.name < $1.name }) {
            let name = SQLName.free(styled(root.name), &takenTables)
            tableNames[root.name] = name
            takenColumns[root.name] = reservedColumns
            tables.append(TableDefinition(name: name, comment: documentation(root.schema.userInfo)))
        }
    }

    private func styled(_ name: String) -> String { naming == .snakeCase ? SQLName.snakeCase(name) : name }

    private func documentation(_ userInfo: UserInfo) -> String? {
        userInfo.entries.first { $0.key == "documentation" }?.value
    }

    func tableName(of entity: EntityDescription) -> String { tableNames[entity.rootName] ?? "" }

    private mutating func make(
        _ name: String, _ type: ColumnType, in entity: EntityDescription, referencedTable: String? = nil,
        isLink: Bool = false, comment: String? = nil
    ) -> String {
        let name = SQLName.free(name, &takenColumns[entity.rootName, default: []])
        if let place = tables.firstIndex(where: { $0.name == tableName(of: entity) }) {
            tables[place].columns.append(
                TableDefinition.Column(
                    name: name, type: type, referencedTable: referencedTable, isLink: isLink, comment: comment))
        }
        return name
    }

    /// Names the properties that an entity declares. Call it for its ancestors first.
    mutating func name(_ entity: EntityDescription) {
        for attribute in entity.schema.attributes.sorted(by: { $0.name < $1.name }) where !attribute.isTransient {
            attributeColumns[entity.name, default: [:]][attribute.name] = makeColumns(of: attribute, in: entity)
        }
        for relationship in entity.relationships.filter(entity.declares).sorted(by: { $0.name < $1.name }) {
            guard linkColumns[entity.name]?[relationship.name] == nil else { continue }
            makeColumns(of: relationship, in: entity)
        }
    }

    private mutating func makeColumns(of attribute: Attribute, in entity: EntityDescription) -> AttributeColumns {
        let name = styled(attribute.name)
        let comment = documentation(attribute.userInfo)
        let type: ColumnType
        switch attribute.type {
        case .integer16: type = .smallint
        case .integer32: type = .integer
        case .integer64: type = .bigint
        case .boolean: type = .boolean
        case .float: type = .real
        case .double: type = .double
        case .decimal: type = .numeric
        case .string, .uri: type = .text
        case .uuid: type = .uuid
        case .binary: type = .bytea
        case .composite: type = .jsonb
        case .date:
            return .date(
                make(name, .timestamptz, in: entity, comment: comment),
                exact: make(
                    "\(name)_exact", .double, in: entity,
                    comment:
                        "Seconds since 2001-01-01 00:00:00 UTC, for times that microseconds cannot express. "
                        + "Set it to NULL when you change the time."
                ))
        case .transformable:
            let isCodable = attribute.codableTypeName != nil
            let first = make(name, isCodable ? .json : .bytea, in: entity, comment: comment)
            let second = make("\(name)_\(isCodable ? "data" : "json")", isCodable ? .bytea : .json, in: entity)
            return isCodable ? .transformable(data: second, text: first) : .transformable(data: first, text: second)
        case .objectID, .undefined:
            return .none
        }
        return .column(make(name, type, in: entity, comment: comment), type)
    }

    private mutating func makeColumns(of relationship: RelationshipDescription, in entity: EntityDescription) {
        guard let destination = model.entitiesByName[relationship.destinationName] else { return }
        let inverse = relationship.inverseName.flatMap(destination.relationship(named:))
        let inverseOwner = inverse.flatMap { destination.owner(of: $0, in: model) }
        func keep(_ columns: LinkColumns, of other: LinkColumns?) {
            linkColumns[entity.name, default: [:]][relationship.name] = columns
            if let other, let inverse, let inverseOwner {
                linkColumns[inverseOwner.name, default: [:]][inverse.name] = other
            }
        }
        if !relationship.isToMany {
            // Of two to-one relationships, the stored one has the column.
            guard relationship.isStored else { return }
            let reference = relationship.allowsMissingDestination ? nil : tableNames[destination.rootName]
            let column = make(
                "\(styled(relationship.name))_id", .bigint, in: entity, referencedTable: reference, isLink: true,
                comment: documentation(relationship.schema.userInfo))
            var position: String?
            if let inverse, inverse.isOrdered {
                position = make("\(styled(relationship.name))_position", .bigint, in: entity)
            }
            let isOwnInverse = inverse?.name == relationship.name && inverseOwner?.name == entity.name
            keep(
                .own(column: column),
                of: inverse == nil || isOwnInverse ? nil : .destinations(column: column, position: position))
        } else if inverse == nil || inverse?.isToMany == true {
            // The side that is stored determines the name, or the first one if both are.
            if let inverse, let inverseOwner {
                let isSecond =
                    relationship.isStored == inverse.isStored
                    ? (inverseOwner.name, inverse.name) < (entity.name, relationship.name) : inverse.isStored
                if isSecond {
                    guard linkColumns[inverseOwner.name]?[inverse.name] == nil else { return }
                    makeColumns(of: inverse, in: inverseOwner)
                    return
                }
            }
            let isSymmetric = inverse?.name == relationship.name && inverseOwner?.name == entity.name
            let name = SQLName.free("\(styled(entity.name))_\(styled(relationship.name))", &takenTables)
            var columns: Set<String> = []
            let source = SQLName.free("\(styled(entity.name))_id", &columns)
            let isOneFamily = destination.name == entity.name
            let wanted = isOneFamily ? "\(styled(relationship.name))_id" : "\(styled(destination.name))_id"
            let pairs = LinkColumns.JoinTable(
                name: name, table: "\(SQLName.quoted(schemaName)).\(SQLName.quoted(name))", source: source,
                destination: SQLName.free(wanted, &columns),
                position: relationship.isOrdered ? SQLName.free("position", &columns) : nil,
                inversePosition: inverse?.isOrdered == true && !isSymmetric
                    ? SQLName.free("inverse_position", &columns) : nil,
                isSymmetric: isSymmetric)
            joinTables.append(
                (
                    pairs, inverse?.allowsMissingDestination == true ? nil : tableNames[entity.rootName],
                    relationship.allowsMissingDestination ? nil : tableNames[destination.rootName]
                ))
            keep(.pairs(pairs), of: isSymmetric ? nil : .pairs(pairs.reversed))
        }
    }

    /// Returns the columns of an attribute, which may be inherited.
    func columns(of attribute: Attribute, in entity: EntityDescription) -> AttributeColumns {
        for name in entity.lineageNames {
            if let columns = attributeColumns[name]?[attribute.name] { return columns }
        }
        return .none
    }

    /// Returns the columns of a relationship, which may be inherited.
    /// Every relationship is stored on at least one side.
    func columns(of relationship: RelationshipDescription, in entity: EntityDescription) -> LinkColumns? {
        for name in entity.lineageNames {
            if let columns = linkColumns[name]?[relationship.name] { return columns }
        }
        return nil
    }
}
