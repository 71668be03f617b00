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
    var isAlone: Bool { get }
    /// The names of the columns of attributes, in the order of ``EntityDescription/attributes``.
    var attributeColumns: [String] { get }
    /// The columns of ``EntityDescription/relationships``, in that order; nil for one that is not stored.
    var links: [LinkColumns?] { get }
}

/// The tables and columns of a store.
package protocol SQLLayout: SQLNames {
    associatedtype Entity: SQLEntityLayout

    var model: ManagedObjectModel { get }
    /// The entities by name.
    var entities: [String: Entity] { get }
    /// The names of the entities by number.
    var names: [Int64: String] { get }
    /// The columns of every table of objects: the key, the entity, and the version.
    var fixedColumns: [String] { get }
    /// Returns a name of a column in SQL.
    func quoted(_ name: String) -> String
}

extension SQLLayout {
    /// Returns the name, for databases with names that need no quotes.
    package func quoted(_ name: String) -> String { name }

    package func table(of entity: EntityDescription) -> String? { entities[entity.name]?.table }

    package func number(ofEntityNamed name: String) -> Int64? { entities[name]?.number }

    package func isAlone(entityNamed name: String) -> Bool { entities[name]?.isAlone ?? false }

    package func link(of relationship: RelationshipDescription, of entity: EntityDescription) -> LinkColumns? {
        entities[entity.name]?.links[relationship.index]?.renamed(quoted)
    }

    // MARK: Unknown entities

    /// Returns the condition that finds the rows of no entity of the model in a table.
    package func isUnknown(inTableOf root: Entity) -> String {
        let numbers = root.entity.concreteFamilyNames.compactMap(number).sorted().map(String.init)
        let isOther = numbers.isEmpty ? "TRUE" : "\(entityColumn) NOT IN (\(numbers.joined(separator: ", ")))"
        return "\(entityColumn) IS NULL OR \(isOther)"
    }

    /// Rejects a store with rows that cannot be read, because a migrated store would lack them.
    ///
    /// - Parameters:
    ///   - place: The store, for errors.
    ///   - count: Returns the number that a statement finds.
    package func requireKnownEntities(place: String, count: (String) throws -> Int64) throws {
        // The rows of a table of one entity are read whatever their number is.
        let roots = entities.values.filter { $0.entity.ancestorNames.isEmpty && !$0.isAlone }
        for root in roots.sorted(by: { $0.tableName < $1.tableName }) {
            let count = try count("SELECT COUNT(*) FROM \(root.table) WHERE \(isUnknown(inTableOf: root))")
            guard count == 0 else {
                throw StoreError(
                    .malformed, place: place, table: root.tableName,
                    "the migration would lose \(count) rows with an unknown entity number (\(entityColumn)); "
                        + "correct or delete them")
            }
        }
    }
}
