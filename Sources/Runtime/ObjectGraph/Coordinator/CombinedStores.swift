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
    private let lastState: Mutex<CombinedState>

    /// A store's part of a save.
    struct Part {
        let member: AttachedStore
        let turn: CommitLane.Turn
        let changes: ChangeSet
    }

    /// - Parameters:
    ///   - members: The stores in the order in which they were added, opened so that their tables are adjacent.
    ///   - previous: The state that contexts saw before; nil if there was none.
    ///   - forgettingCommits: Whether contexts that follow others look at all of their objects.
    init(
        model: ManagedObjectModel, members: [AttachedStore], following previous: CombinedState? = nil,
        forgettingCommits: Bool = false
    ) {
        self.members = members
        let previousLayout = previous?.state.layout
        let identifier = members.first?.store.identifier ?? previousLayout?.storeIdentifier ?? UUID()
        var spaces = Dictionary(uniqueKeysWithValues: (previousLayout?.spaces ?? []).enumerated().map { ($0, $1) })
        for member in members {
            for ordinal in member.tables.ordinals { spaces[ordinal] = member.layout.spaces[ordinal] }
        }
        layout = GraphLayout(
            model: model, storeIdentifier: identifier, stores: members.map(\.tables), spaces: spaces,
            count: previousLayout?.entities.count ?? 0)
        lastState = Mutex(
            CombinedState(of: members, in: layout, following: previous, forgettingCommits: forgettingCommits))
    }

    /// The latest committed state.
    var state: CommittedState {
        let states = members.map(\.state)
        return lastState.withLock { last in
            last.take(states)
            return last.state
        }
    }

    /// The latest committed state, and how it came about.
    var latest: CombinedState {
        let states = members.map(\.state)
        return lastState.withLock { last in
            last.take(states)
            return last
        }
    }

    /// Returns what is known of the changes of the commits between two generations.
    ///
    /// - Parameter own: The numbers of change sets to leave out.
    func changes(after generation: Int, upTo latest: Int, without own: Set<Int>) -> CommitLog.Changes {
        var changes = CommitLog.Changes()
        guard let commits = lastState.withLock({ $0.commits(after: generation, upTo: latest) }) else {
            changes.isComplete = false
            return changes
        }
        for part in commits {
            changes.add(part.member.changes(after: part.before, upTo: part.last, without: own))
        }
        return changes
    }

    /// Commits the parts of a save, each in a turn of its store's lane.
    ///
    /// - Returns: The state after the commit.
    /// - Throws: ``MergeConflictError``, a store's error, or ``PartialCommitError`` if other stores have already
    ///   written their parts.
    func commit(_ parts: [Part], at timestamp: () -> Date) throws -> CommittedState {
        let states = parts.map(\.member.state)
        // Conflicts are found before any store has written its part.
        let writingCount = parts.count { !$0.changes.isEmpty }
        for (part, before) in zip(parts, states) where writingCount > 1 || part.changes.isEmpty {
            try before.checkConflicts(of: part.changes)
        }
        var written: [ChangeSet] = []
        for (part, before) in zip(parts, states) where !part.changes.isEmpty {
            func write() throws {
                switch part.turn {
                case .alone: _ = try part.member.commit(part.changes, before: before, at: timestamp)
                case .beside: _ = try part.member.commit(part.changes)
                }
            }
            do {
                // Canceling a save that one store has already written would leave out the rest.
                if written.isEmpty { try write() } else { try StoreCancellation.ignoringCancellation(write) }
            } catch  where !written.isEmpty {
                throw PartialCommitError(error: error, written: written, state: state)
            }
            written.append(part.changes)
        }
        return state
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
    /// Whether there is nothing to write or to check.
    var concernsNothing: Bool { isEmpty && indirectlyUpdated.isEmpty && expectedVersions.isEmpty }

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
