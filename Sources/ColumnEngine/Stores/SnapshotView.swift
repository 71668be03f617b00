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

    func answer(_ question: StoreQuestion) throws -> StoreAnswer {
        let subjects = try fetch(question).subjects()
        if !question.includesRows {
            return StoreAnswer(.objectIDs(subjects.map { snapshot.layout.objectID(for: $0.reference) }))
        }
        return StoreAnswer(.rows(subjects.compactMap { ($0.row ?? snapshot.row(of: $0.reference)).map(storeRow) }))
    }

    func count(_ question: StoreQuestion) throws -> Int? { try fetch(question).count() }

    private func fetch(_ question: StoreQuestion) -> GraphFetch {
        GraphFetch(
            state: CommittedState(snapshot), changes: [], entity: question.entity,
            ordinals: question.entityNames.flatMap(snapshot.layout.ordinals), predicate: question.predicate,
            sortKeys: SortKeys(keys: question.order), limit: question.limit, offset: question.offset)
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
