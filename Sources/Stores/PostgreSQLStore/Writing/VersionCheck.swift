import ObjectGraph
import SQLStore

/// Throws an error for changes of objects that others have changed or deleted, and for links to deleted objects.
/// Prevents others from changing them until the transaction ends.
struct VersionCheck {
    let core: StoreCore
    let changes: StoreChanges
    /// Objects that others must not change, whatever their versions are.
    let kept: Set<ObjectID>
    /// Whether new objects have destinations.
    let leadsFromNew: Bool

    /// Returns the versions of the changed objects.
    ///
    /// - Throws: `MergeConflictError` if an object is deleted or has changed.
    func run(in transaction: Transaction) throws -> [ObjectID: Int] {
        let isAboutNewOnly =
            changes.updated.isEmpty && changes.deleted.isEmpty && changes.expectedVersions.isEmpty
            && changes.indirectlyUpdated.isEmpty
        if isAboutNewOnly, kept.isEmpty, !leadsFromNew { return [:] }
        let inserted = Set(changes.inserted.map(\.objectID))
        let destinations = changes.neededDestinations(in: core.layout.model)
        let deleted = Set(changes.deleted.map(\.objectID))
        let expected = changes.deleted + changes.expectedVersions
        let strong = Set(changes.updated.map(\.objectID)).union(expected.map(\.objectID)).union(kept)
            .subtracting(inserted)
        let counterparts = self.counterparts.subtracting(inserted)
        let weak = destinations.union(changes.indirectlyUpdated).union(counterparts).subtracting(strong)
        let statements = locks(strong, deleted) + locks(weak)
        var current: [ObjectID: Int] = [:]
        if !statements.isEmpty {
            for result in try transaction.run(statements) {
                // All rows are of one table.
                var limits: RowLimits?
                for row in 0..<result.rowCount {
                    guard let name = core.layout.names[result.integer(row, 1)], let space = core.spaces[name] else {
                        continue
                    }
                    if limits == nil {
                        limits = core.layout.entities[name].map { core.layout.limits(of: $0, location: core.location) }
                    }
                    let (key, version) = (result.integer(row, 0), result.integer(row, 2))
                    try limits?.check(key, version: version)
                    current[ObjectID(space, number: key)] = Int(version)
                }
            }
        }
        var stale = changes.stale(in: current)
        stale += destinations.filter { current[$0] == nil || deleted.contains($0) }
        stale += counterparts.filter { current[$0] != nil }
        guard stale.isEmpty else { throw MergeConflictError(objectIDs: Set(stale).sorted()) }
        return current
    }

    /// A link of a relationship that is its own inverse, from one of its ends.
    private struct MutualLink: Hashable {
        var source: ObjectID
        var destination: ObjectID
        var relationshipName: String

        var reversed: MutualLink {
            MutualLink(source: destination, destination: source, relationshipName: relationshipName)
        }
    }

    /// The other ends of links, of relationships that are their own inverse, that the changes add or remove on one side
    /// only. This happens if the context has read one of the two objects before somebody else changed them, and the
    /// other one afterwards.
    private var counterparts: Set<ObjectID> {
        var added: Set<MutualLink> = []
        var removed: Set<MutualLink> = []
        var known: [String: [RelationshipDescription]] = [:]
        func mutual(_ objectID: ObjectID) -> [RelationshipDescription] {
            if let mutual = known[objectID.entityName] { return mutual }
            let entity = core.layout.entities[objectID.entityName]?.entity
            let mutual = entity?.relationships.filter(core.layout.model.storesBothEnds) ?? []
            known[objectID.entityName] = mutual
            return mutual
        }
        func note(_ source: ObjectID, _ name: String, _ destinations: [ObjectID], in links: inout Set<MutualLink>) {
            for destination in destinations where destination != source {
                links.insert(MutualLink(source: source, destination: destination, relationshipName: name))
            }
        }
        for insertion in changes.inserted {
            for relationship in mutual(insertion.objectID) {
                note(insertion.objectID, relationship.name, insertion.destinations[relationship.index], in: &added)
            }
        }
        for update in changes.updated where !update.links.isEmpty {
            for relationship in mutual(update.objectID) {
                guard let change = update.links[relationship.index] else { continue }
                note(update.objectID, relationship.name, change.added, in: &added)
                note(update.objectID, relationship.name, change.removed, in: &removed)
            }
        }
        let oneSided = added.filter { !added.contains($0.reversed) } + removed.filter { !removed.contains($0.reversed) }
        return Set(oneSided.map(\.destination)).subtracting(changes.deleted.map(\.objectID))
    }

    /// Returns a statement for each table, in the same order in every save, so that saves do not deadlock.
    private func locks(_ objectIDs: Set<ObjectID>, _ deleted: Set<ObjectID>? = nil) -> [Statement] {
        if objectIDs.isEmpty { return [] }
        return Dictionary(grouping: objectIDs) { core.layout.entities[$0.entityName]?.table ?? "" }
            .filter { !$0.key.isEmpty }.sorted { $0.key < $1.key }
            .map { table, members in
                let strength =
                    deleted.map { deleted in
                        members.contains(where: deleted.contains) ? "UPDATE" : "NO KEY UPDATE"
                    } ?? "KEY SHARE"
                // The rows of a table of one entity need not say what they are.
                let entity = members.first.flatMap { core.layout.entities[$0.entityName] }
                let number = entity.flatMap { $0.isOnlyEntityOfTable ? "\($0.number)::integer" : nil } ?? "entity"
                let columns = "id, \(number), version"
                // The server plans a statement about one row only once.
                if members.count == 1 {
                    return Statement(
                        text: "SELECT \(columns) FROM \(table) WHERE id = $1 FOR \(strength)",
                        parameters: [Parameter(members[0].number)])
                }
                return Statement(
                    text: "SELECT \(columns) FROM \(table) WHERE id = ANY($1) ORDER BY id FOR \(strength)",
                    parameters: [Parameter(keys: members.map(\.number).sorted())])
            }
    }
}

extension ManagedObjectModel {
    /// Returns whether a to-one relationship is stored on both of its objects, because it is its own inverse.
    fileprivate func storesBothEnds(of relationship: RelationshipDescription) -> Bool {
        guard !relationship.isToMany, relationship.isStored, let name = relationship.inverseName,
            let inverse = entitiesByName[relationship.destinationName]?.relationship(named: name)
        else { return false }
        return !inverse.isToMany && inverse.isStored
    }
}
