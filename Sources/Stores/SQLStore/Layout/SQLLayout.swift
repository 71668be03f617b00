package import Foundation
package import StoreProtocol

/// Where a database keeps the objects of an entity.
package protocol SQLEntityLayout: Sendable {
    var entity: EntityDescription { get }
    /// The number of the entity in the store.
    var number: Int64 { get }
    /// The name of the table, which all entities of the hierarchy share.
    var tableName: String { get }
    /// The table in SQL.
    var table: String { get }
    /// Whether no other entity shares the table, so rows need not say which they are of.
    var isOnlyEntityOfTable: Bool { get }
    /// The columns of ``EntityDescription/relationships``, in that order; nil for one that is not stored.
    var links: [LinkColumns?] { get }
    /// Returns the names of the columns of an attribute.
    func columnNames(ofAttributeAt index: Int) -> [String]
    /// Returns the column of an attribute for an index; nil if it has none, or several.
    func indexedColumn(ofAttributeAt index: Int) -> String?
}

extension SQLEntityLayout {
    /// Returns the column of a property for an index; nil if the property has none in the table, or several.
    package func indexedColumn(ofPropertyNamed name: String) -> String? {
        if let index = entity.attributes.firstIndex(where: { $0.name == name }) {
            return indexedColumn(ofAttributeAt: index)
        }
        guard let relationship = entity.relationship(named: name),
            case .own(let column, _)? = links[relationship.index]
        else { return nil }
        return column
    }

    /// Returns the columns of properties for an index, one for each; nil if there are no properties, or if one of them
    /// has no column, or several.
    package func indexedColumns(ofPropertiesNamed names: [String]) -> [String]? {
        guard !names.isEmpty else { return nil }
        let columns = names.compactMap(indexedColumn(ofPropertyNamed:))
        return columns.count == names.count ? columns : nil
    }

    /// Returns those among relationships, given by index, that the object's own row contains, in their order.
    package func ownLinks(among indexes: some Sequence<Int>) -> [Int] {
        indexes.sorted().filter { if case .own? = links[$0] { true } else { false } }
    }
}

/// The tables and columns of a store.
package protocol SQLLayout: SQLNames {
    associatedtype Entity: SQLEntityLayout

    var model: ManagedObjectModel { get }
    /// The entities by name.
    var entities: [String: Entity] { get }
    /// The names of the entities by number.
    var names: [Int64: String] { get }
    /// The column of each entity table that contains the version of the object.
    var versionColumn: String { get }
    /// Returns a name of a column in SQL.
    func quoted(_ name: String) -> String
}

extension SQLLayout {
    /// Returns the name, for databases with names that need no quotes.
    package func quoted(_ name: String) -> String { name }

    package func table(of entity: EntityDescription) -> String? { entities[entity.name]?.table }

    package func number(ofEntityNamed name: String) -> Int64? { entities[name]?.number }

    package func isOnlyEntityOfTable(entityNamed name: String) -> Bool { entities[name]?.isOnlyEntityOfTable ?? false }

    package func link(of relationship: RelationshipDescription, of entity: EntityDescription) -> LinkColumns? {
        entities[entity.name]?.links[relationship.index]?.renamed(quoted)
    }

    /// The columns of every entity table: the key, the entity, and the version.
    package var fixedColumns: [String] { [key, entityColumn, versionColumn] }

    /// Returns the keys and versions that rows of an entity's table can have.
    ///
    /// - Parameter location: The store, for errors.
    package func limits(of entity: Entity, location: String) -> RowLimits {
        RowLimits(location: location, table: entity.tableName, versionColumn: versionColumn)
    }

    /// Returns the spaces of the object IDs of a store, by entity name.
    package func spaces(ofStore identifier: UUID) -> [String: IdentitySpace] {
        Dictionary(
            uniqueKeysWithValues: entities.keys.map { name in
                (name, IdentitySpace(storeIdentifier: identifier, entityName: name))
            })
    }

    // MARK: Numbers of entities

    /// Returns the entity of a row; nil if the model has no entity with its number.
    ///
    /// - Parameters:
    ///   - number: The entity number in the row, which does not matter in a table of one entity.
    ///   - entity: An entity of the row's table.
    package func entityName(ofRowNumbered number: Int64, inTableOf entity: Entity?) -> String? {
        if let entity, entity.isOnlyEntityOfTable { return entity.entity.name }
        return names[number]
    }

    /// Returns the numbers of those entities that can have objects among an entity and its descendants, in order.
    package func familyNumbers(of entity: EntityDescription) -> [Int64] {
        entity.concreteFamilyNames.compactMap(number).sorted()
    }

    /// Returns a condition that excludes the rows of other entities than one and its descendants, if the table can
    /// contain any. It can follow another condition.
    package func familyCondition(_ entity: Entity, alias: String) -> String {
        let numbers = familyNumbers(of: entity.entity)
        let all = entities.values.filter { $0.tableName == entity.tableName && !$0.entity.isAbstract }
        guard numbers.count < all.count else { return "" }
        guard !numbers.isEmpty else { return " AND FALSE" }
        return " AND \(alias).\(entityColumn) IN (\(numbers.map(String.init).joined(separator: ", ")))"
    }

    /// Returns the condition that finds the rows of no entity of the model in a table.
    package func isUnknown(inTableOf root: Entity) -> String {
        let numbers = familyNumbers(of: root.entity).map(String.init)
        let isOther = numbers.isEmpty ? "TRUE" : "\(entityColumn) NOT IN (\(numbers.joined(separator: ", ")))"
        return "\(entityColumn) IS NULL OR \(isOther)"
    }
}
