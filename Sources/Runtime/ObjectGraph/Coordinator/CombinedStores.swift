import Foundation
import Synchronization

/// Several stores that contexts see as one.
///
/// A fetch finds the objects of all of them; a new object goes to the first whose configuration has its entity (rule
/// STO-25), unless it is assigned to another one (rule CTX-30). A save is atomic in each store, and writes one store
/// after the other (rule CTX-10). Relationships cannot connect two stores (rule REL-27); fetched properties can.
///
/// The set of stores does not change: adding or removing one creates another combination.
final class CombinedStores: Sendable {
    let members: [AttachedStore]
    let layout: GraphLayout
    /// Added to the members' generations, so that they are later than those of the previous combination.
    private let baseGeneration: Int
    private let lastState: Mutex<CommittedState>

    /// - Parameters:
    ///   - members: The stores in the order in which they were added, opened so that their tables are adjacent.
    ///   - previous: The state that contexts saw before; nil if there was none.
    init(model: ManagedObjectModel, members: [AttachedStore], following previous: CommittedState? = nil) {
        self.members = members
        // Read first, so that no state of the previous stores is as late as this one.
        let generations = members.reduce(0) { $0 + $1.state.generation }
        let identifier = members.first?.store.identifier ?? previous?.layout.storeIdentifier ?? UUID()
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
        lastState = Mutex(CommittedState(empty))
    }

    /// The latest committed state.
    var state: CommittedState {
        let states = members.map(\.state)
        let generation = states.reduce(baseGeneration) { $0 + $1.generation }
        return lastState.withLock { last in
            // Of two readers, the later one decides.
            guard generation > last.generation else { return last }
            last.generation = generation
            for (member, state) in zip(members, states) {
                last.takeTables(
                    member.tables.ordinals.filter { member.tables.has(layout.entities[$0]) }, from: state)
            }
            return last
        }
    }

    /// - Returns: The state after the commit, and the number of stores that have written something.
    /// - Throws: ``CoordinatorError`` for objects whose store no longer exists, ``CrossStoreRelationshipError``,
    ///   ``MergeConflictError``, a store's error, or ``PartialCommitError`` if other stores have already written their
    ///   parts.
    func commit(_ changes: ChangeSet, at timestamp: () -> Date) throws -> (state: CommittedState, partCount: Int) {
        let split = try StoreParts(changes, of: layout)
        let parts = zip(members, split.parts).map { (member: $0, changes: $1, before: $0.state) }
        // Conflicts are found before any store has written its part.
        for part in parts where split.count > 1 || part.changes.isEmpty {
            try part.before.checkConflicts(of: part.changes)
        }
        var written: [ChangeSet] = []
        for part in parts where !part.changes.isEmpty {
            func write() throws { _ = try part.member.commit(part.changes, before: part.before, at: timestamp) }
            do {
                // Canceling a save that one store has already written would leave out the rest.
                if written.isEmpty { try write() } else { try StoreCancellation.ignoringCancellation(write) }
            } catch  where !written.isEmpty {
                throw PartialCommitError(error: error, written: written, state: state)
            }
            written.append(part.changes)
        }
        return (state, written.count)
    }
}

/// An error that occurs if a store cannot write its part of a save after others have written theirs.
struct PartialCommitError: Error {
    /// The error of the store, which the save throws.
    var error: any Error
    /// What the other stores have written.
    var written: [ChangeSet]
    /// The state with these parts.
    var state: CommittedState
}

/// A change set, split by the stores that write it.
struct StoreParts {
    /// By the places of the stores in the layout.
    let parts: [ChangeSet]

    /// - Throws: ``CoordinatorError`` for objects whose store no longer exists, ``CrossStoreRelationshipError`` for
    ///   relationships between two stores.
    init(_ changes: ChangeSet, of layout: GraphLayout) throws {
        // The only store there has ever been has all objects.
        if layout.stores.count == 1, layout.stores[0].ordinals.count == layout.entities.count {
            parts = [changes]
            return
        }
        let split = Split(layout)
        try split.checkStores(of: changes)
        try split.checkLinks(of: changes)
        parts = layout.stores.map { store in changes.filtered { store.ordinals.contains($0.entityOrdinal) } }
    }

    /// The number of stores with something to write.
    var count: Int { parts.count { !$0.isEmpty } }

    private struct Split {
        let layout: GraphLayout

        init(_ layout: GraphLayout) { self.layout = layout }

        func checkStores(of changes: ChangeSet) throws {
            let references =
                changes.inserted.map(\.reference) + changes.updated.map(\.reference)
                + changes.deleted.map(\.reference) + changes.indirectlyUpdated
                + changes.expectedVersions.map(\.reference)
            let gone = references.filter { layout.storeIndex(ofTable: $0.entityOrdinal) == nil }
            guard gone.isEmpty else { throw CoordinatorError.storeRemoved(of: gone.map(layout.objectID)) }
        }

        func checkLinks(of changes: ChangeSet) throws {
            for insertion in changes.inserted {
                for (index, links) in insertion.links.enumerated() {
                    try check(links, at: index, of: insertion.reference)
                }
            }
            for update in changes.updated {
                for (index, links) in update.links { try check(links, at: index, of: update.reference) }
            }
        }

        private func check(_ links: Links, at index: Int, of source: ObjectReference) throws {
            let store = layout.storeIndex(ofTable: source.entityOrdinal)
            guard links.references.contains(where: { layout.storeIndex(ofTable: $0.entityOrdinal) != store }) else {
                return
            }
            let entity = layout.entities[source.entityOrdinal]
            throw CrossStoreRelationshipError(
                entityName: entity.name, relationshipName: entity.relationshipNames[index])
        }
    }
}

extension ChangeSet {
    fileprivate func filtered(_ isIncluded: (ObjectReference) -> Bool) -> ChangeSet {
        var part = self
        part.inserted = inserted.filter { isIncluded($0.reference) }
        part.updated = updated.filter { isIncluded($0.reference) }
        part.deleted = deleted.filter { isIncluded($0.reference) }
        part.indirectlyUpdated = indirectlyUpdated.filter(isIncluded)
        part.expectedVersions = expectedVersions.filter { isIncluded($0.reference) }
        return part
    }
}

/// An error that occurs if a relationship would connect two stores. The save wrote nothing (rule REL-27).
///
/// ```swift
/// do {
///     try context.save()
/// } catch let error as CrossStoreRelationshipError {
///     print(error)  // 'Note.author' points to an object in another store; use a fetched property instead
///     context.rollback()
/// }
/// ```
public struct CrossStoreRelationshipError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The entity of the object that would point to another store.
    public var entityName: String
    /// The relationship.
    public var relationshipName: String

    public var description: String {
        "'\(entityName).\(relationshipName)' points to an object in another store; use a fetched property instead"
    }
}
