import ModelDiagnostics
import ModelExpressions
import ModelSchema
package import ObjectGraph

/// A column of a table of objects.
package struct RowColumn: Sendable {
    /// The attribute whose values a column has.
    private enum Source: Sendable {
        /// None: the name of the object's entity.
        case entityName
        /// The same for all objects; nil for computed values and relationships.
        case same(Attribute?)
        /// One for each entity, by its name; nil for a relationship. Objects of other entities have no value.
        case byEntity([String: Attribute?])
    }

    package private(set) var name: String
    private var expression: ModelExpression
    private var source: Source
    /// Whether an import restores objects from the values.
    private var isExported = false
    /// The composites of the model, by name.
    private let composites: [String: Composite]

    /// The default columns of a query: the number of the object, its stored attributes, and its to-one relationships.
    package static func all(of entity: EntityDescription) -> [RowColumn] {
        let keys =
            entity.attributes.filter { !$0.isTransient }.map(\.name)
            + entity.relationships.filter { !$0.isToMany }.map(\.name)
        return [number(named: entity.attribute(named: "id") == nil ? "id" : "objectID")]
            + keys.map { key in
                RowColumn(
                    name: key, expression: .keyPath(ModelKeyPath([.key(key)])),
                    source: .same(entity.attribute(named: key)), composites: entity.composites)
            }
    }

    /// The columns of an export, which an import restores: the number of the object, its entity if there are several,
    /// all stored attributes, and all relationships.
    ///
    /// - Parameters:
    ///   - entities: The entities of the objects, not abstract.
    ///   - namesEntities: Whether there is a column for the entity also if there is only one.
    package static func exported(of entities: [EntityDescription], namesEntities: Bool = false) -> [RowColumn] {
        let names = RowNames(for: entities)
        var columns = [number(named: names.number)]
        if namesEntities || entities.count > 1 {
            columns.append(
                RowColumn(name: names.entity, expression: .evaluatedObject, source: .entityName, composites: [:]))
        }
        var attributes: [String: [String: Attribute?]] = [:]
        var keys: [String] = []
        for entity in entities {
            let stored = entity.attributes.filter { !$0.isTransient }.map { ($0.name, Optional($0)) }
            for (key, attribute) in stored + entity.relationships.map({ ($0.name, nil) }) {
                if attributes[key] == nil { keys.append(key) }
                attributes[key, default: [:]].updateValue(attribute, forKey: entity.name)
            }
        }
        columns += keys.map { key in
            RowColumn(
                name: key, expression: .keyPath(ModelKeyPath([.key(key)])),
                source: .byEntity(attributes[key] ?? [:]), composites: entities.first?.composites ?? [:])
        }
        return columns.map(\.exported)
    }

    /// The column with values from which an import restores the objects.
    var exported: RowColumn {
        var column = self
        column.isExported = true
        return column
    }

    private static func number(named name: String) -> RowColumn {
        RowColumn(name: name, expression: .evaluatedObject, source: .same(nil), composites: [:])
    }

    /// A property, or an expression of the format language, such as `team.name` or `teams.@count`. The number of the
    /// object is `id`. Conditions can contain the names of enum cases.
    ///
    /// - Throws: `FormatError`, or ``ObjectGraph/QueryError`` for a key that the entity does not have.
    package init(_ text: String, of entity: EntityDescription, in model: ManagedObjectModel) throws {
        if text == "id", entity.attribute(named: "id") == nil {
            self = Self.number(named: text)
            return
        }
        // Also a name with a meaning in the format language, such as size, or in a query, such as #limit.
        let key = text.withoutNumberSigns
        if entity.attribute(named: key) != nil || entity.relationship(named: key) != nil {
            self.init(
                name: key, expression: .keyPath(ModelKeyPath([.key(key)])),
                source: .same(entity.attribute(named: key)), composites: entity.composites)
            return
        }
        let shorthands = PredicateShorthands(of: entity, in: model)
        let expression = shorthands.replaced(in: try ModelExpression(format: text))
        let report = ExpressionChecker(model.schema, purpose: .memory).check(expression, of: entity.schema)
        if let error = QueryError(report) { throw error }
        self.init(
            name: text, expression: expression, source: .same(shorthands.attribute(of: expression)),
            composites: entity.composites)
    }

    private init(name: String, expression: ModelExpression, source: Source, composites: [String: Composite]) {
        self.name = name
        self.expression = expression
        self.source = source
        self.composites = composites
    }

    /// Whether the value is one of the object itself, and not of another object that may be missing.
    private var leadsToOwnProperty: Bool {
        guard case .keyPath(let path, .evaluatedObject) = expression else { return false }
        return path.components.count == 1
    }

    /// The relationship of an entity whose destinations the column reads; nil if it reads none.
    fileprivate func readRelationship(of entity: EntityDescription) -> String? {
        guard case .keyPath(let path, .evaluatedObject) = expression, case .key(let key)? = path.components.first,
            let relationship = entity.relationship(named: key)
        else { return nil }
        // The row has the number of an object that a stored to-one relationship points to.
        return relationship.isToMany || !relationship.isStored || path.components.count > 1 ? key : nil
    }

    /// The value for an object.
    ///
    /// - Parameter showsRawValues: Whether to show the raw values of enums instead of case names.
    fileprivate func value(of object: ManagedObject, showsRawValues: Bool) throws -> RowValue {
        let attribute: Attribute?
        switch source {
        case .entityName: return .text(object.entity.name)
        case .same(let same): attribute = same
        case .byEntity(let attributes):
            guard let own = attributes[object.entity.name] else { return .null }
            attribute = own
        }
        let value = RowValue(try expression.value(of: object), of: attribute, in: composites)
        guard let attribute else { return value }
        if value == .null, leadsToOwnProperty {
            // A SQLite store has only the members, so a composite without any reads as nil even if it is required.
            if attribute.type == .composite, !attribute.isOptional { return .members([:]) }
            if isExported, !AttributeValue(defaultOf: attribute).isNull { return .nilInsteadOfDefault }
        }
        guard !showsRawValues else { return value }
        do {
            return try value.namingCases(of: attribute, in: composites, isExported: isExported)
        } catch {
            throw error.of("\(object.objectID)")
        }
    }

    // MARK: Composites

    /// The attributes whose values the column has, in the order of their entities' names.
    private var attributes: [Attribute] {
        switch source {
        case .entityName: []
        case .same(let attribute): attribute.map { [$0] } ?? []
        case .byEntity(let attributes): attributes.sorted { $0.key < $1.key }.compactMap(\.value)
        }
    }

    /// Whether members of composites can have columns of their own.
    var hasComposites: Bool { attributes.contains { composites.composite(of: $0)?.attributes.isEmpty == false } }

    /// The key paths of the members of the column's composites, in the order of the model, each composite before its
    /// members. Empty for a column without composites.
    ///
    /// - Throws: ``ExportError`` for more members than a table can have columns.
    func memberPaths() throws(ExportError) -> [[String]] {
        var paths = MemberPaths(composites: composites)
        for attribute in attributes {
            guard paths.add(attribute) else {
                throw ExportError(
                    "the composites of '\(name)' have more than \(MemberPaths.maximumCount) members, each of which "
                        + "would be a column; export JSON, which has none")
            }
        }
        return paths.all
    }
}

/// The key paths of the members of composites.
private struct MemberPaths {
    /// More than the columns of any table. The number of members can be exponential in the depth of composites in
    /// composites.
    static let maximumCount = 2_000
    /// The greatest depth of composites within each other. Only an invalid model has deeper ones.
    private static let maximumDepth = 32

    let composites: [String: Composite]
    /// In the order of the model, each composite before its members.
    private(set) var all: [[String]] = []
    private var known: Set<[String]> = []

    init(composites: [String: Composite]) { self.composites = composites }

    /// Adds the members of an attribute.
    ///
    /// - Returns: Whether there are not too many.
    mutating func add(_ attribute: Attribute, at path: [String] = []) -> Bool {
        guard let composite = composites.composite(of: attribute), path.count < Self.maximumDepth else { return true }
        for member in composite.attributes {
            let own = path + [member.name]
            if known.insert(own).inserted { all.append(own) }
            guard all.count <= Self.maximumCount, add(member, at: own) else { return false }
        }
        return true
    }
}

/// The names of the columns that say which object a row is, in exports and imports.
struct RowNames {
    /// The number of the object: `id`, unless a property has this name.
    let number: String
    /// Its entity: `entity`, unless a property has this name.
    let entity: String

    init(for entities: some Sequence<EntityDescription>) {
        let taken = Set(entities.flatMap { $0.attributeNames + $0.relationshipNames })
        // No property has a name with a dot.
        number = ["id", "objectID"].first { !taken.contains($0) } ?? "object.id"
        entity = ["entity", "entityName"].first { !taken.contains($0) } ?? "object.entity"
    }
}

/// The table of some objects.
package struct RowTable: Sendable {
    package var columnNames: [String]
    package var rows: [[RowValue]]

    package init(columnNames: [String], rows: [[RowValue]]) {
        self.columnNames = columnNames
        self.rows = rows
    }

    /// - Parameters:
    ///   - flattensComposites: Whether to show each member of a composite in its own column.
    ///   - showsRawValues: Whether to show the raw values of enums instead of case names.
    ///   - willVisit: A closure that is called before each object with the number of objects processed so far.
    /// - Throws: ``ObjectGraph/QueryError``, ``ExportError`` for more members of composites than a table can have
    ///   columns, the error of a store whose destinations cannot be read, or that of the closure.
    package init(
        _ columns: [RowColumn], of objects: [ManagedObject], flattensComposites: Bool = false,
        showsRawValues: Bool = false, willVisit: (Int) throws -> Void = { _ in }
    ) throws {
        columnNames = columns.map(\.name)
        try Self.readDestinations(columns, of: objects)
        rows = try objects.enumerated().map { number, object in
            try willVisit(number)
            return try columns.map { try $0.value(of: object, showsRawValues: showsRawValues) }
        }
        if flattensComposites { try flatten(columns) }
    }

    /// Reads the destinations that columns show: many with one request, and with an error,
    /// which an accessor cannot throw.
    private static func readDestinations(_ columns: [RowColumn], of objects: [ManagedObject]) throws {
        guard let context = objects.first?.managedObjectContext else { return }
        for objects in Dictionary(grouping: objects, by: \.entity.name).values {
            guard let entity = objects.first?.entity else { continue }
            let keys = Set(columns.compactMap { $0.readRelationship(of: entity) }).sorted()
            try context.prefetch(keys, of: objects, entity)
        }
    }

    /// Replaces each column with composites by a column for each of their members, named by its key path:
    /// `address.street`.
    ///
    /// A composite without members has a column of its own, if there is one.
    private mutating func flatten(_ columns: [RowColumn]) throws(ExportError) {
        let plain = self
        columnNames = []
        rows = Array(repeating: [], count: plain.rows.count)
        for (place, column) in columns.enumerated() {
            let values = plain.rows.map { $0[place] }
            // Several composites of one object have no columns.
            let isList = values.contains { if case .list = $0 { true } else { false } }
            let paths = isList ? [] : try column.memberPaths()
            guard !paths.isEmpty else {
                add(values, named: column.name)
                continue
            }
            let compositePaths = Set(paths.map { Array($0.dropLast()) })
            for path in [[]] + paths {
                let members = values.map { $0.member(at: path) }
                // The members of a composite have the other columns.
                if compositePaths.contains(path), !members.contains(where: { $0 != .null }) { continue }
                add(members, named: ([column.name] + path).joined(separator: "."))
            }
        }
    }

    private mutating func add(_ values: [RowValue], named name: String) {
        columnNames.append(name)
        for (row, value) in values.enumerated() { rows[row].append(value) }
    }
}

extension RowValue {
    /// The value in a composite at a key path; nil for a composite that has members.
    fileprivate func member(at path: [String]) -> RowValue {
        var value = self
        for name in path {
            guard case .members(let members) = value else { return .null }
            value = members[name] ?? .null
        }
        if case .members(let members) = value, !members.isEmpty { return .null }
        return value
    }
}
