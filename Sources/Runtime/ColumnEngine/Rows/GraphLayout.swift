package import Foundation

/// The common data of the snapshots of one store, or of several that appear as one: the entity and store of each table,
/// and the names of identities.
///
/// Each store has a table for each entity, in the order of the model. The tables of the first store start at 0. Those
/// of a store that is opened beside others start after theirs, also in its own layout, so references mean the same in
/// both. There, the tables of other stores are empty.
@usableFromInline
package final class GraphLayout: Sendable {
    /// The store; the first of several that appear as one.
    package let storeIdentifier: UUID
    /// The entity of each table.
    package let entities: [EntityDescription]
    /// The identities of each table's objects.
    package let spaces: [IdentitySpace]
    /// The stores, in the order in which they were added.
    package let stores: [StoreTables]
    /// The tables of each entity, by the entity's place in the model, in the order of their stores.
    private let tables: [[Int]]
    /// The first of these tables; -1 for none.
    private let firstTables: [Int]
    private let entitiesByName: [String: EntityDescription]
    /// The derived attributes of the entities.
    package let derivations: Derivations
    /// The links of new objects, by the place of the entity in the model.
    @usableFromInline
    let noLinksByEntity: [[Links]]
    /// The entities that are the only one of a class.
    private let entitiesByClass: [ObjectIdentifier: EntityDescription]

    /// The tables of one store.
    package struct StoreTables: Sendable {
        package var identifier: UUID
        /// One for each entity of the model.
        package var ordinals: Range<Int>
        /// The entities whose objects are the store's; nil for all.
        package var entityNames: Set<String>?
        /// Reserves the tables for the store.
        package var range: TableRange?

        /// The tables of a store, for some entities or all.
        package init(
            identifier: UUID, ordinals: Range<Int>, entityNames: Set<String>? = nil, range: TableRange? = nil
        ) {
            self.identifier = identifier
            self.ordinals = ordinals
            self.entityNames = entityNames
            self.range = range
        }

        package func has(_ entity: EntityDescription) -> Bool { entityNames?.contains(entity.name) ?? true }
    }

    /// The layout of one store for all entities of a model.
    package convenience init(model: ManagedObjectModel, storeIdentifier: UUID) {
        let first = model.firstTableOrdinal
        let tables = StoreTables(identifier: storeIdentifier, ordinals: first..<first + model.entities.count)
        self.init(model: model, storeIdentifier: storeIdentifier, stores: [tables], spaces: [:])
    }

    /// - Parameters:
    ///   - stores: In the order in which they were added.
    ///   - spaces: The known identity spaces of tables; the others are created.
    ///   - count: The number of tables, with those of stores that no longer exist at the end.
    package init(
        model: ManagedObjectModel, storeIdentifier: UUID, stores: [StoreTables], spaces: [Int: IdentitySpace],
        count: Int = 0
    ) {
        self.storeIdentifier = storeIdentifier
        self.stores = stores
        let members = model.entities
        let count = max(count, members.count, stores.map(\.ordinals.upperBound).max() ?? 0)
        let entities = (0..<count).map { members[$0 % members.count] }
        self.entities = entities
        self.spaces = entities.enumerated().map { ordinal, entity in
            if let space = spaces[ordinal] { return space }
            let store = stores.first { $0.ordinals.contains(ordinal) }
            return store.map { IdentitySpace(storeIdentifier: $0.identifier, entityName: entity.name) }
                ?? entity.temporarySpace
        }
        let tables = members.map { entity in
            stores.filter { $0.has(entity) }.map { $0.ordinals.lowerBound + entity.ordinal }
        }
        self.tables = tables
        firstTables = tables.map { $0.first ?? -1 }
        entitiesByName = model.entitiesByName
        derivations = model.derivations
        noLinksByEntity = members.map(\.noLinks)
        let membersByClass = Dictionary(grouping: members) { ObjectIdentifier($0.objectClass) }
        entitiesByClass = membersByClass.compactMapValues { $0.count == 1 ? $0[0] : nil }
    }

    /// The one entity that has a class; nil for none, and for one of several.
    package func entity(of objectClass: AnyClass) -> EntityDescription? {
        entitiesByClass[ObjectIdentifier(objectClass)]
    }

    /// The links of a new object.
    @inlinable
    package func noLinks(of entity: EntityDescription) -> [Links] { noLinksByEntity[entity.ordinal] }

    /// The entity with a name; nil for one that the model does not have.
    package func entity(named name: String) -> EntityDescription? { entitiesByName[name] }

    // MARK: - Tables

    /// The table of an entity in the first store that has it; nil if none has it, or the model does not have the
    /// entity.
    package func ordinal(ofEntityNamed name: String) -> Int? { entitiesByName[name].flatMap(ordinal) }

    /// The table that new objects of an entity go to unless they are assigned to a store; nil if no store has it.
    package func ordinal(of entity: EntityDescription) -> Int? {
        let table = firstTables[entity.ordinal]
        return table < 0 ? nil : table
    }

    /// The table of an entity in a store; nil if the store does not have it, or is not part of the layout.
    package func ordinal(of entity: EntityDescription, inStore identifier: UUID) -> Int? {
        guard let store = stores.first(where: { $0.identifier == identifier }), store.has(entity) else { return nil }
        return store.ordinals.lowerBound + entity.ordinal
    }

    /// The tables of an entity, in the order of their stores. Empty for an entity that the model does not have.
    package func ordinals(ofEntityNamed name: String) -> [Int] {
        entitiesByName[name].map { tables[$0.ordinal] } ?? []
    }

    /// The index in ``stores`` of a table's store; nil for one that no longer exists.
    package func storeIndex(ofTable ordinal: Int) -> Int? {
        stores.firstIndex { $0.ordinals.contains(ordinal) }
    }

    /// The name of an object's store in messages.
    package func storeName(of reference: ObjectReference) -> String {
        spaces[reference.entityOrdinal].storeIdentifier.map { "\($0)" } ?? "\(storeIdentifier)"
    }

    // MARK: - Identities

    /// The identity for a reference, whether the object exists or not.
    ///
    /// - Precondition: The reference is of this layout.
    package func objectID(for reference: ObjectReference) -> ObjectID {
        let table = reference.entityOrdinal
        let space = reference.isTemporary ? entities[table].temporarySpace : spaces[table]
        return ObjectID(space, number: reference.number)
    }

    /// The reference to an object, whether it exists or not; nil for one of another store or model.
    package func reference(for objectID: ObjectID) -> ObjectReference? {
        guard let entity = entitiesByName[objectID.entityName], objectID.number > 0,
            objectID.number <= ObjectReference.maximumNumber,
            let ordinal = objectID.isTemporaryID ? entity.ordinal : table(of: objectID, entity)
        else { return nil }
        return ObjectReference(entity: ordinal, number: objectID.number, isTemporary: objectID.isTemporaryID)
    }

    private func table(of objectID: ObjectID, _ entity: EntityDescription) -> Int? {
        let first = firstTables[entity.ordinal]
        guard first >= 0 else { return nil }
        if spaces[first] === objectID.space { return first }
        return tables[entity.ordinal].first { spaces[$0] == objectID.space }
    }
}
