import Foundation
import Synchronization

/// Several stores that contexts see as one.
///
/// A fetch finds the objects of all of them; a new object goes to the first whose configuration has its entity (rule
/// STO-25), unless it is assigned to another one (rule CTX-30). A save is all or nothing in each store, and is written to
/// one after the other (rule CTX-10). Relationships cannot lead from one store to another (rule REL-27); fetched properties
/// can.
///
/// Which stores there are does not change: adding and removing one makes another combination.
final class CombinedStore: ResidentStore {
    let identifier: UUID
    let members: [AttachedStore]
    let layout: GraphLayout
    /// What the members' generations are added to, so that those of a combination are later than those of the one before.
    private let baseGeneration: Int
    private let lastSnapshot: Mutex<GraphSnapshot>

    /// - Parameters:
    ///   - members: In the order in which they were added, opened so that their tables lie side by side.
    ///   - previous: What showed the stores before; nil if there were none.
    init(model: ManagedObjectModel, members: [AttachedStore], following previous: (any ResidentStore)? = nil) {
        self.members = members
        // Looked at first, so that no state of the stores before is as late as this one.
        let generations = members.reduce(0) { $0 + $1.store.snapshot.generation }
        let previous = previous?.snapshot
        identifier = members.first?.store.identifier ?? previous?.layout.storeIdentifier ?? UUID()
        var spaces = Dictionary(uniqueKeysWithValues: (previous?.layout.spaces ?? []).enumerated().map { ($0, $1) })
        for member in members {
            for ordinal in member.tables.ordinals { spaces[ordinal] = member.layout.spaces[ordinal] }
        }
        layout = GraphLayout(
            model: model, storeIdentifier: identifier, stores: members.map(\.tables), spaces: spaces,
            count: previous?.layout.entities.count ?? 0)
        baseGeneration = previous.map { $0.generation + 1 - generations } ?? 0
        var empty = GraphSnapshot(layout: layout)
        empty.generation = .min
        lastSnapshot = Mutex(empty)
    }

    var snapshot: GraphSnapshot {
        let snapshots = members.map(\.store.snapshot)
        let generation = snapshots.reduce(baseGeneration) { $0 + $1.generation }
        return lastSnapshot.withLock { last in
            // Of two readers the one that has looked later decides.
            guard generation > last.generation else { return last }
            last.generation = generation
            last.asksStores = snapshots.contains(where: \.asksStores)
            for (member, snapshot) in zip(members, snapshots) {
                for ordinal in member.tables.ordinals where member.tables.has(layout.entities[ordinal]) {
                    last.tables[ordinal] = snapshot.tables[ordinal]
                }
            }
            return last
        }
    }

    /// Numbers that are free in all stores.
    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        try members.map { try $0.store.reserveNumbers(count, forRootEntityNamed: name) }.max() ?? 1
    }

    func commit(_ changes: ChangeSet) throws -> GraphSnapshot { try commit(changes, at: Date()) }

    /// - Throws: ``CoordinatorError`` for objects whose store no longer exists, ``CrossStoreRelationship``, ``MergeConflict``, or a
    ///   store's error; those before it have written their parts by then.
    func commit(_ changes: ChangeSet, at timestamp: @autoclosure () -> Date) throws -> GraphSnapshot {
        let split = try StoreParts(changes, of: layout)
        let parts = zip(members, split.parts).map { (member: $0, changes: $1, before: $0.store.snapshot) }
        // Conflicts are found before any store has written its part.
        for part in parts where split.count > 1 || part.changes.isEmpty {
            try part.before.checkConflicts(of: part.changes)
        }
        for part in parts where !part.changes.isEmpty {
            _ = try part.member.commit(part.changes, before: part.before, at: timestamp)
        }
        return snapshot
    }
}
