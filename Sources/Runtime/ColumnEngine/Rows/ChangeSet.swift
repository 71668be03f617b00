import Synchronization

/// The changes of a save, which a store commits as a whole or not at all. All identities are permanent.
///
/// ```swift
/// func commit(_ changes: ChangeSet, to state: inout GraphSnapshot) throws -> GraphSnapshot {
///     // Throws an error for objects that have changed since, and the state stays as it is.
///     let after = try state.applying(changes)
///     try append(changes)
///     try waitForDisk()
///     state = after
///     return after
/// }
/// ```
public struct ChangeSet: Sendable {
    /// A new object with all its values and links.
    package struct Insertion: Sendable {
        /// The identity that the object is saved under.
        package var reference: ObjectReference
        /// In the order of ``EntityDescription/attributes``; null for transient attributes.
        package var values: [AttributeValue]
        /// In the order of ``EntityDescription/relationships``; empty if the other side is stored.
        package var links: [Links]

        /// - Precondition: As many values and links as the entity has attributes and relationships.
        package init(reference: ObjectReference, values: [AttributeValue], links: [Links]) {
            self.reference = reference
            self.values = values
            self.links = links
        }
    }

    /// The changes of a stored object.
    package struct Update: Sendable {
        /// The changed object.
        package var reference: ObjectReference
        /// The version before the change.
        package var version: Int32
        /// The object before the change, if that is known.
        package var base: Row?
        /// By the index of the attribute, ascending.
        package var values: [(index: Int, value: AttributeValue)] = []
        /// By the index of the relationship, ascending; stored sides only.
        package var links: [(index: Int, links: Links)] = []

        /// An empty update, for adding values and links.
        package init(reference: ObjectReference, version: Int32) {
            self.reference = reference
            self.version = version
        }
    }

    /// A deleted object.
    package struct Deletion: Sendable {
        /// The deleted object.
        package var reference: ObjectReference
        /// The object at the time of its deletion; nil to skip the search for conflicts.
        package var base: Row?

        /// - Parameter base: The object at the time of its deletion; nil to delete it in any state.
        package init(reference: ObjectReference, base: Row? = nil) {
            self.reference = reference
            self.base = base
        }
    }

    /// In the order of insertion.
    package var inserted: [Insertion] = []
    /// In the order of their first change.
    package var updated: [Update] = []
    /// In the order of their first change.
    package var deleted: [Deletion] = []
    /// Objects with changes only in sides that are not stored. They must still exist.
    package var indirectlyUpdated: [ObjectReference] = []

    /// Unchanged objects that must be the same as before.
    package var expectedVersions: [ObjectVersion] = []

    /// The version of an object when it was read.
    package struct ObjectVersion: Sendable {
        /// The object.
        package var reference: ObjectReference
        /// The number of its saves.
        package var version: Int32

        /// An object in a version.
        package init(reference: ObjectReference, version: Int32) {
            self.reference = reference
            self.version = version
        }
    }

    /// The author of the change, for the history.
    public var author: String?
    /// The name of the context that makes the change, for the history.
    public var contextName: String?

    /// Tells the commit of this change set, or of a part of it, from all others.
    package let number = Self.count.add(1, ordering: .relaxed).newValue

    private static let count = Atomic<Int>(0)

    /// An empty change set.
    package init() {}

    /// Whether there is nothing to write.
    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    /// Whether the changes can affect destinations.
    var mayChangeLinks: Bool { !inserted.isEmpty || !deleted.isEmpty || updated.contains { !$0.links.isEmpty } }
}
