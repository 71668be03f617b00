import Foundation
import ModelSchema
import ObjectGraph
import SQLStore
import StoreMigration

/// The columns of a statement, to create rows of entities of one table from its result.
///
/// The statement selects each column of all entities once; an object's row uses those of its own entity.
struct RowShape: Sendable {
    /// Where the columns of an entity's rows are in the result.
    struct Entity: Sendable {
        let description: EntityDescription
        let space: IdentitySpace
        /// The attributes, in the order of the entity.
        let attributes: [AttributeSource]
        /// The relationships, in the order of the entity; nil for one that is not in the row.
        let links: [Link?]
    }

    /// An attribute in the result. It is a class because each row uses many,
    /// and the description of an attribute is large.
    final class AttributeSource: Sendable {
        let columns: AttributeColumns
        /// The index of its first column.
        let place: Int
        let attribute: Attribute

        init(columns: AttributeColumns, place: Int, attribute: Attribute) {
            self.columns = columns
            self.place = place
            self.attribute = attribute
        }
    }

    /// A destination in the result.
    struct Link: Sendable {
        /// The index of its key. The number of its entity follows if ``onlySpace`` is nil.
        let place: Int
        /// The spaces of possible destinations, by entity number. A row of another entity is not a destination.
        let spaces: [Int64: IdentitySpace]
        /// The space of the destination, if its table contains nothing else and a foreign key guarantees that it
        /// exists.
        let onlySpace: IdentitySpace?
    }

    /// The columns for `SELECT`, starting with the key, the entity, and the version.
    let columns: String
    let columnCount: Int
    /// The expected types of columns, with their indexes.
    private let types: [(place: Int, type: ServerType)]
    let entities: [Int64: Entity]
    /// The only entity of the table, of which all rows are; nil if the table has several.
    let onlyEntity: Entity?
    /// The numbers of the entities that the table can contain.
    private let numbers: Set<Int64>
    private let unknown: UnknownEntityWarning
    private let table: String
    private let place: String

    /// - Parameters:
    ///   - names: Entities of one table.
    ///   - alias: The alias of the table in the statement.
    init(_ names: [String], _ core: StoreCore, alias: String) {
        var list = ["\(alias).id", "\(alias).entity", "\(alias).version"]
        var places: [String: Int] = [:]
        var types: [Int: ServerType] = [0: .bigint, 1: .integer, 2: .integer]
        func place(of name: String, _ cast: String) -> Int {
            if let known = places[name] { return known }
            places[name] = list.count
            list.append("\(alias).\(SQLName.quoted(name))\(cast)")
            return list.count - 1
        }
        var entities: [Int64: Entity] = [:]
        let layouts = names.compactMap { core.layout.entities[$0] }
        for layout in layouts {
            guard let space = core.spaces[layout.entity.name] else { continue }
            let attributes = zip(layout.entity.attributes, layout.attributes).map { attribute, columns in
                let found = columns.columns.map { name, type in
                    let found = place(of: name, type.readingCast)
                    types[found] = type.wire
                    return found
                }
                return AttributeSource(columns: columns, place: found.first ?? 0, attribute: attribute)
            }
            let links = zip(layout.entity.relationships, layout.links).map { relationship, columns -> Link? in
                guard case .own(let column, _)? = columns,
                    let destination = core.layout.entities[relationship.destinationName]
                else { return nil }
                let onlySpace =
                    destination.isAlone && !relationship.allowsMissingDestination
                    ? core.spaces[destination.entity.name] : nil
                let known = places[column]
                let place = place(of: column, "")
                types[place] = .bigint
                if onlySpace == nil, known == nil {
                    let key = "\(alias).\(SQLName.quoted(column))"
                    list.append("(SELECT e.entity FROM \(destination.table) e WHERE e.id = \(key))")
                }
                let family = destination.entity.concreteFamilyNames
                return Link(
                    place: place,
                    spaces: family.reduce(into: [:]) { spaces, name in
                        if let number = core.layout.entities[name]?.number { spaces[number] = core.spaces[name] }
                    }, onlySpace: onlySpace)
            }
            entities[layout.number] = Entity(
                description: layout.entity, space: space, attributes: attributes, links: links)
        }
        self.entities = entities
        onlyEntity = layouts.first?.isAlone == true ? entities.values.first : nil
        let root = layouts.first.flatMap { core.layout.model.entitiesByName[$0.entity.rootName] }
        numbers = Set((root?.concreteFamilyNames ?? []).compactMap { core.layout.entities[$0]?.number })
        unknown = core.unknownEntities
        self.types = types.map { (place: $0.key, type: $0.value) }
        columns = list.joined(separator: ", ")
        columnCount = list.count
        table = layouts.first?.tableName ?? ""
        self.place = core.place
    }

    /// The versions that contexts can distinguish.
    static let versions = 0...Int64(Int32.max)

    /// Returns a row of a result whose types were checked; nil if it has another entity.
    func row(_ index: Int, of result: StatementResult) throws(StoreError) -> StoreRow? {
        guard let entity = entity(of: result.integer(index, 1)) else { return nil }
        let key = result.integer(index, 0)
        let version = result.integer(index, 2)
        try check(key, version)
        var values: [AttributeValue] = []
        values.reserveCapacity(entity.attributes.count)
        for source in entity.attributes {
            guard let value = Self.value(source, entity.description, index, result) else {
                throw malformed(key, source.attribute)
            }
            values.append(value)
        }
        return StoreRow(
            objectID: ObjectID(entity.space, number: key), version: Int(version), values: values,
            destinations: entity.links.map { link in link.map { $0.destinations(index, result) } })
    }

    /// Returns the entity of a row with a number; nil if it is none of this shape.
    func entity(of number: Int64) -> Entity? {
        guard let entity = entities[number] else {
            if !numbers.contains(number) { unknown.note(number, table: table, isRead: onlyEntity != nil) }
            return onlyEntity
        }
        return entity
    }

    /// Returns whether a row with an entity number is of an entity of this shape.
    func isOfEntity(_ number: Int64) -> Bool {
        if entities[number] != nil { return true }
        return entity(of: number) != nil
    }

    /// Throws an error if the columns of a result have other types than the store's.
    func checkTypes(of result: StatementResult) throws(StoreError) {
        guard !types.allSatisfy({ $0.type.reads(result.typeNumber(ofColumn: $0.place)) }) else { return }
        throw StoreError(
            .modelMismatch, place: place,
            "the column types of the table '\(table)' have changed since the store was opened, by a migration or by "
                + "hand; open the store again")
    }

    /// Throws an error for a row with an invalid key or version.
    func check(_ key: Int64, _ version: Int64) throws(StoreError) {
        guard key > 0, key <= ObjectReference.maximumNumber else {
            throw malformed(key, "a key must be between 1 and \(ObjectReference.maximumNumber)")
        }
        guard Self.versions.contains(version) else { throw malformed(key, "\(version) is not a valid version") }
    }

    func malformed(_ key: Int64, _ attribute: Attribute) -> StoreError {
        malformed(
            key, "the column of '\(attribute.name)' contains a value that is not a valid \(attribute.type.rawValue)")
    }

    private func malformed(_ key: Int64, _ message: String) -> StoreError {
        StoreError(.malformed, place: place, "table '\(table)', row \(key): \(message)")
    }

    /// Returns nil if the columns contain a value that the attribute does not allow.
    static func value(
        _ source: AttributeSource, _ entity: EntityDescription, _ row: Int, _ result: StatementResult
    ) -> AttributeValue? {
        let place = source.place
        switch source.columns {
        case .none:
            return .null
        case .date:
            let time = result.optionalInteger(row, place)
            let exact = result.optionalDouble(row, place + 1)
            return DateColumns.date(time: time, exact: exact).map(AttributeValue.date) ?? .null
        case .transformable:
            if !result.isNull(row, place) { return .binary(result.data(row, place)) }
            return result.isNull(row, place + 1) ? .null : .string(result.text(row, place + 1))
        case .column:
            if result.isNull(row, place) { return .null }
        }
        switch source.attribute.type {
        case .integer16, .integer32, .integer64: return .integer(result.integer(row, place))
        case .boolean: return .boolean(result.integer(row, place) != 0)
        case .double: return .double(result.double(row, place))
        case .float: return .float(result.float(row, place))
        case .decimal: return decimal(result.text(row, place)).map(AttributeValue.decimal)
        case .string: return .string(result.storedText(row, place))
        case .uri: return URL(string: result.text(row, place)).map(AttributeValue.uri)
        case .uuid: return result.uuid(row, place).map(AttributeValue.uuid)
        case .binary: return .binary(result.data(row, place))
        case .composite:
            return entity.composite(of: source.attribute).flatMap {
                CompositeText.value(result.data(row, place), of: $0, entity)
            }
        case .date, .transformable, .objectID, .undefined: return nil
        }
    }

    /// Returns the number in a text from the server; nil for one that an attribute cannot have.
    static func decimal(_ text: String) -> Decimal? { text == "NaN" ? Decimal.nan : Decimal(string: text) }
}

extension RowShape.Link {
    /// Returns the destinations of a row.
    fileprivate func destinations(_ row: Int, _ result: StatementResult) -> [ObjectID] {
        guard !result.isNull(row, place) else { return [] }
        let space = onlySpace ?? (result.isNull(row, place + 1) ? nil : spaces[result.integer(row, place + 1)])
        return space.map { [ObjectID($0, number: result.integer(row, place))] } ?? []
    }
}
