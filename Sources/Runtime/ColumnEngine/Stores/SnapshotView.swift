import Foundation

/// A view that answers from a state in memory.
final class SnapshotView: StoreView {
    private let snapshot: GraphSnapshot

    init(_ snapshot: GraphSnapshot) { self.snapshot = snapshot }

    func rows(of objectIDs: [ObjectID]) -> [StoreRow] {
        objectIDs.compactMap { snapshot.layout.reference(for: $0).flatMap(snapshot.row).map(storeRow) }
    }

    func destinations(of relationship: RelationshipDescription, from objectIDs: [ObjectID]) -> StoreDestinations {
        StoreDestinations(
            objectIDs.map { objectID in
                guard let row = snapshot.layout.reference(for: objectID).flatMap(snapshot.row) else { return [] }
                return living(row.links(at: relationship.index))
            })
    }

    func execute(_ query: StoreQuery) throws -> StoreResult {
        let subjects = try fetch(query).subjects()
        if !query.includesRows {
            return StoreResult(.objectIDs(subjects.map { snapshot.layout.objectID(for: $0.reference) }))
        }
        return StoreResult(.rows(subjects.compactMap { ($0.row ?? snapshot.row(of: $0.reference)).map(storeRow) }))
    }

    func count(_ query: StoreQuery) throws -> Int? { try fetch(query).count() }

    private func fetch(_ query: StoreQuery) -> GraphFetch {
        GraphFetch(
            state: CommittedState(snapshot), changes: [], entity: query.entity,
            ordinals: query.entityNames.flatMap(snapshot.layout.ordinals), predicate: query.predicate,
            sortKeys: SortKeys(keys: query.order), limit: query.limit, offset: query.offset)
    }

    /// A row includes its to-one relationships, which are usually stored next to its values.
    private func storeRow(_ row: Row) -> StoreRow {
        let entity = snapshot.layout.entities[row.reference.entityOrdinal]
        return StoreRow(
            objectID: snapshot.layout.objectID(for: row.reference), version: Int(row.version),
            values: entity.attributes.indices.map { row.value(at: $0) },
            destinations: entity.relationships.map { $0.isToMany ? nil : living(row.links(at: $0.index)) })
    }

    private func living(_ links: Links) -> [ObjectID] {
        links.references.filter { snapshot.row(of: $0) != nil }.map(snapshot.layout.objectID)
    }
}
