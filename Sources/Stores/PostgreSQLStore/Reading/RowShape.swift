import Foundation
import ModelSchema
import ObjectGraph
import SQLStore

/// The columns of a statement, to create rows of entities of one table from its result.
///
/// The statement selects each column of all entities once; an object's row uses those of its own entity.
struct RowShape: SQLRowShape {
    /// Where the columns of an entity's rows are in the result.
    final class Entity: Sendable {
        let description: EntityDescription
        let space: IdentitySpace
        /// The attributes, in the order of the entity.
        let attributes: [AttributeSource]
        /// The relationships, in the order of the entity; nil for one that is not in the row.
        let links: [LinkSource?]

        init(
            _ description: EntityDescription, _ space: IdentitySpace, _ attributes: [AttributeSource],
            _ links: [LinkSource?]
        ) {
            self.description = description
            self.space = space
            self.attributes = attributes
            self.links = links
        }
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

    /// The columns for `SELECT`, starting with the key, the entity, and the version.
    let columns: String
    let columnCount: Int
    /// The expected types of columns, with their indexes.
    private let types: [(place: Int, type: ServerType)]
    let entities: RowEntities<Entity>
    private let table: String
    /// The number of the table; nil for a store that is being migrated.
    let tableNumber: TableNumber?
    private let location: String
    let limits: RowLimits

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
        let layouts = names.compactMap { core.layout.entities[$0] }
        entities = RowEntities(layouts, in: core.layout, unknown: core.unknownEntities) { layout in
            guard let space = core.spaces[layout.entity.name] else { return nil }
            let attributes = zip(layout.entity.attributes, layout.attributes).map { attribute, columns in
                let found = columns.columns.map { name, type in
                    let found = place(of: name, type.readingCast)
                    types[found] = type.wire
                    return found
                }
                return AttributeSource(columns: columns, place: found.first ?? 0, attribute: attribute)
            }
            let links = zip(layout.entity.relationships, layout.links).map { relationship, columns -> LinkSource? in
                guard case .own(let column, _)? = columns,
                    let destination = core.layout.entities[relationship.destinationName]
                else { return nil }
                // A foreign key guarantees that the destination exists.
                let isOnly = destination.isOnlyEntityOfTable && !relationship.allowsMissingDestination
                let known = places[column]
                let place = place(of: column, "")
                types[place] = .bigint
                if !isOnly, known == nil {
                    let key = "\(alias).\(SQLName.quoted(column))"
                    list.append("(SELECT e.entity FROM \(destination.table) e WHERE e.id = \(key))")
                }
                return LinkSource(
                    at: place, to: destination, isOnly: isOnly, in: core.layout, spaces: core.spaces,
                    storeLocation: core.location)
            }
            return Entity(layout.entity, space, attributes, links)
        }
        self.types = types.map { (place: $0.key, type: $0.value) }
        columns = list.joined(separator: ", ")
        columnCount = list.count
        table = layouts.first?.tableName ?? ""
        tableNumber = core.tableNumbers[table]
        self.location = core.location
        limits = RowLimits(location: core.location, table: table, versionColumn: core.layout.versionColumn)
    }

    /// Returns a row of a result whose types were checked; nil if it has another entity.
    func row(_ index: Int, of result: StatementResult) throws(StoreError) -> StoreRow? {
        guard let entity = entities.entity(of: result.integer(index, 1)) else { return nil }
        let key = result.integer(index, 0)
        let version = result.integer(index, 2)
        try limits.check(key, version: version)
        var values: [AttributeValue] = []
        values.reserveCapacity(entity.attributes.count)
        for source in entity.attributes {
            guard let value = Self.value(source, entity.description, index, result) else {
                throw malformed(key, source.attribute)
            }
            values.append(value)
        }
        var destinations: [[ObjectID]?] = []
        destinations.reserveCapacity(entity.links.count)
        for link in entity.links { destinations.append(try link?.destinations(index, result)) }
        return StoreRow(
            objectID: ObjectID(entity.space, number: key), version: Int(version), values: values,
            destinations: destinations)
    }

    /// Throws an error if the columns of a result have other types than the store's.
    func checkTypes(of result: StatementResult) throws(StoreError) {
        guard !types.allSatisfy({ $0.type.reads(result.typeNumber(ofColumn: $0.place)) }) else { return }
        throw StoreError(
            .modelMismatch, location: location,
            "the column types of the table '\(table)' have changed since the store was opened, by a migration or by "
                + "hand; open the store again")
    }

    func malformed(_ key: Int64, _ attribute: Attribute) -> StoreError {
        StoreError(
            .malformed, location: location, table: table, row: key,
            "the column of '\(attribute.name)' contains a value that is not a valid \(attribute.type.rawValue)")
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
        case .uri: return URL(storedText: result.text(row, place)).map(AttributeValue.uri)
        case .uuid: return result.uuid(row, place).map(AttributeValue.uuid)
        case .binary: return .binary(result.data(row, place))
        case .composite:
            return entity.composite(of: source.attribute).flatMap {
                CompositeText.value(result.data(row, place), of: $0, entity)
            }
        case .date, .transformable, .objectID, .undefined: return nil
        }
    }

    /// Returns the number in a text from the server; nil for one that an attribute cannot have, such as one with more
    /// digits than a decimal, which Foundation would round, and a migration would then write.
    static func decimal(_ text: String) -> Decimal? {
        // What does not end with a digit is not a finite number. Foundation would read zero for a negative infinity.
        guard text.utf8.count <= maximumUncheckedLength, let last = text.utf8.last, last <= UInt8(ascii: "9") else {
            return Decimal(exactly: text)
        }
        return Decimal(string: text)
    }

    /// The length of a text that certainly has no more digits than a decimal.
    private static let maximumUncheckedLength = 38
}

extension LinkSource {
    /// Returns the destinations of a row.
    fileprivate func destinations(_ row: Int, _ result: StatementResult) throws(StoreError) -> [ObjectID] {
        if result.isNull(row, place) || onlySpace == nil && result.isNull(row, place + 1) { return [] }
        let found = try destination(result.integer(row, place), entityNumber: result.integer(row, place + 1))
        return found.map { [$0] } ?? []
    }
}
