/// The changes of a save, which a store commits atomically. All IDs are permanent.
///
/// Links are reported on the side that is stored (see ``RelationshipDescription/isStored``): a to-one relationship on
/// its object, and a many-to-many relationship on both sides if both are ordered, otherwise on the stored side. The
/// links of a deleted object are reported only on other objects, if their side is stored.
///
/// ```swift
/// mutating func apply(_ changes: StoreChanges) throws -> StoreReceipt {
///     try checkVersions(of: changes)
///     for deletion in changes.deleted { rows[deletion.objectID] = nil }
///     for insertion in changes.inserted { rows[insertion.objectID] = row(of: insertion) }
///     for update in changes.updated {
///         for (index, value) in update.values { rows[update.objectID]?.values[index] = value }
///         for (index, link) in update.links { rows[update.objectID]?.destinations[index] = link.destinations }
///         rows[update.objectID]?.version += 1
///     }
///     return receipt(for: changes)
/// }
/// ```
public struct StoreChanges: Sendable, Hashable {
    /// A new object.
    public struct Insertion: Sendable, Hashable {
        /// The permanent ID of the object.
        public var objectID: ObjectID
        /// The values in the order of ``EntityDescription/attributes``; null for transient attributes.
        public var values: [AttributeValue]
        /// The destinations in the order of ``EntityDescription/relationships``; empty if the other side is stored.
        public var destinations: [[ObjectID]]

        /// Creates an insertion with a value for each attribute, and a list for each relationship.
        public init(objectID: ObjectID, values: [AttributeValue], destinations: [[ObjectID]]) {
            self.objectID = objectID
            self.values = values
            self.destinations = destinations
        }
    }

    /// The changes of a stored object.
    public struct Update: Sendable, Hashable {
        /// The changed object.
        public var objectID: ObjectID
        /// The version that the changes are based on. The commit fails if the store has another version.
        public var version: Int
        /// The new values by attribute index.
        public var values: [Int: AttributeValue]
        /// The changed stored relationships by index.
        public var links: [Int: LinkChange]

        /// Creates an update of some values and relationships.
        public init(
            objectID: ObjectID, version: Int, values: [Int: AttributeValue] = [:], links: [Int: LinkChange] = [:]
        ) {
            self.objectID = objectID
            self.version = version
            self.values = values
            self.links = links
        }
    }

    /// The new destinations of a relationship, and the differences from the old ones.
    public struct LinkChange: Sendable, Hashable {
        /// All destinations, in order.
        public var destinations: [ObjectID]
        /// The new destinations, in any order.
        public var added: [ObjectID]
        /// The former destinations, in any order.
        public var removed: [ObjectID]

        /// Creates a change of a relationship.
        public init(destinations: [ObjectID], added: [ObjectID], removed: [ObjectID]) {
            self.destinations = destinations
            self.added = added
            self.removed = removed
        }
    }

    /// An object and its expected version.
    public struct ObjectVersion: Sendable, Hashable {
        /// The object.
        public var objectID: ObjectID
        /// The version when it was read; nil for any version.
        public var version: Int?

        /// Creates a value with a version, or with nil for any version.
        public init(objectID: ObjectID, version: Int?) {
            self.objectID = objectID
            self.version = version
        }
    }

    /// The insertions, in order.
    public var inserted: [Insertion] = []
    /// The updates, in the order of the first changes.
    public var updated: [Update] = []
    /// The deletions, in the order of the first changes.
    public var deleted: [ObjectVersion] = []
    /// Unchanged objects that must still have their version, in any order.
    public var expectedVersions: [ObjectVersion] = []
    /// Objects of which only sides that are not stored have changed, in any order. They must still exist.
    public var indirectlyUpdated: [ObjectID] = []
    /// The author of the changes, for the history.
    public var author: String?
    /// The name of the context that saves, for the history.
    public var contextName: String?

    /// Creates an empty value.
    public init() {}
}

/// The result of a commit.
///
/// ```swift
/// let updated = changes.updated.map { ($0.objectID, $0.version + 1) }
/// let receipt = StoreReceipt(versions: Dictionary(uniqueKeysWithValues: updated), versionOfInsertedObjects: 1)
/// ```
public struct StoreReceipt: Sendable, Hashable {
    /// The versions of the objects that were updated, each greater than the one before, and of the inserted objects
    /// whose version isn't ``versionOfInsertedObjects``.
    public var versions: [ObjectID: Int]
    /// The version of every inserted object that ``versions`` leaves out; nil if it leaves out none.
    ///
    /// A store that gives new objects the same version need not list them, which takes time if there are very many.
    public var versionOfInsertedObjects: Int?

    /// Creates a receipt.
    ///
    /// - Parameters:
    ///   - versions: The versions of all updated objects, and of the inserted objects with other versions.
    ///   - versionOfInsertedObjects: The version of all other inserted objects.
    public init(versions: [ObjectID: Int], versionOfInsertedObjects: Int? = nil) {
        self.versions = versions
        self.versionOfInsertedObjects = versionOfInsertedObjects
    }

    /// Returns the version of an inserted object; nil if the receipt doesn't say.
    public func version(ofInserted objectID: ObjectID) -> Int? { versions[objectID] ?? versionOfInsertedObjects }
}

// Checks of every store that others write to, before it commits.

extension StoreChanges {
    /// Returns the objects that others have changed or deleted.
    ///
    /// - Parameter current: The current versions of the objects in the changes, without those that no longer exist.
    /// - Returns: The stale objects, updated ones first. An object may occur several times.
    package func stale(in current: [ObjectID: Int]) -> [ObjectID] {
        let expected = (deleted + expectedVersions).filter { wanted in
            current[wanted.objectID] == nil || wanted.version != nil && wanted.version != current[wanted.objectID]
        }
        return updated.filter { current[$0.objectID] != $0.version }.map(\.objectID)
            + indirectlyUpdated.filter { current[$0] == nil } + expected.map(\.objectID)
    }

    /// Returns the destinations of new links that the store must already contain.
    package func neededDestinations(in model: ManagedObjectModel) -> Set<ObjectID> {
        var needed: Set<ObjectID> = []
        // By index, so that objects that are only read are not reference-counted.
        for place in inserted.indices where inserted[place].destinations.contains(where: { !$0.isEmpty }) {
            guard let entity = model.entitiesByName[inserted[place].objectID.entityName] else { continue }
            for relationship in entity.relationships where !relationship.allowsMissingDestination {
                needed.formUnion(inserted[place].destinations[relationship.index])
            }
        }
        for update in updated {
            guard let entity = model.entitiesByName[update.objectID.entityName] else { continue }
            for (index, change) in update.links where !entity.relationships[index].allowsMissingDestination {
                needed.formUnion(change.added)
            }
        }
        if !needed.isEmpty { needed.subtract(inserted.lazy.map(\.objectID)) }
        return needed
    }

    /// Returns the new objects that others may still refer to if they return after their deletion, sorted by entity,
    /// with the relationships whose other side may do so. A store removes these links, except those of the changes.
    package func insertionsWithRemainingLinks(
        in model: ManagedObjectModel
    ) -> [(relationship: RelationshipDescription, members: [Insertion])] {
        guard model.leavesLinksOfDeleted else { return [] }
        var places: [String: [Int]] = [:]
        var last: (space: IdentitySpace, isConcerned: Bool)?
        // By index, so that objects that are only read are not reference-counted.
        for place in inserted.indices {
            let space = inserted[place].objectID.space
            if last?.space !== space {
                let relationships = model.entitiesByName[space.entityName]?.relationships ?? []
                last = (space, relationships.contains(where: \.leavesLinksOfDeleted))
            }
            if last?.isConcerned == true { places[space.entityName, default: []].append(place) }
        }
        return places.sorted { $0.key < $1.key }.flatMap { name, places in
            let members = places.map { inserted[$0] }
            let relationships = model.entitiesByName[name]?.relationships ?? []
            return relationships.filter(\.leavesLinksOfDeleted).map { ($0, members) }
        }
    }

    /// Returns the greatest number of the new objects of each hierarchy, by the name of its root entity. Numbers of
    /// objects from elsewhere were never reserved.
    package func highestNumbers(in model: ManagedObjectModel) -> [String: Int64] {
        var greatest: [String: Int64] = [:]
        var run: (space: IdentitySpace, greatest: Int64)?
        func end() {
            guard let run, let root = model.entitiesByName[run.space.entityName]?.rootName else { return }
            greatest[root] = max(greatest[root] ?? 0, run.greatest)
        }
        // By index, so that objects that are only read are not reference-counted.
        for place in inserted.indices {
            let objectID = inserted[place].objectID
            if let known = run, known.space === objectID.space {
                run?.greatest = max(known.greatest, objectID.number)
            } else {
                end()
                run = (objectID.space, objectID.number)
            }
        }
        end()
        return greatest
    }
}
