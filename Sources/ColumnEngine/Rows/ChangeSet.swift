/// What a save changes, for a store to commit as a whole or not at all. All identities are permanent.
public struct ChangeSet: Sendable {
    /// A new object with all it holds.
    package struct Insertion: Sendable {
        /// The identity that the object is saved under.
        package var reference: ObjectReference
        /// In the order of ``EntityDescription/attributes``; null where the attribute is transient.
        package var values: [AttributeValue]
        /// In the order of ``EntityDescription/relationships``; empty where the other side is stored.
        package var links: [Links]

        /// - Precondition: As many values and links as the entity has attributes and relationships.
        package init(reference: ObjectReference, values: [AttributeValue], links: [Links]) {
            self.reference = reference
            self.values = values
            self.links = links
        }
    }

    /// What is new of an object that was stored before.
    package struct Update: Sendable {
        /// The changed object.
        package var reference: ObjectReference
        /// The version that the change began with.
        package var version: Int32
        /// The object as the change began with it, where that is known.
        package var base: Row?
        /// By the index of the attribute, ascending.
        package var values: [(index: Int, value: AttributeValue)] = []
        /// By the index of the relationship, ascending; stored sides only.
        package var links: [(index: Int, links: Links)] = []

        /// An update of nothing, which values and links are added to.
        package init(reference: ObjectReference, version: Int32) {
            self.reference = reference
            self.version = version
        }
    }

    /// An object that is removed.
    package struct Deletion: Sendable {
        /// The object that goes.
        package var reference: ObjectReference
        /// The object as it was when it was deleted; nil if no conflict is to be looked for.
        package var base: Row?

        /// - Parameter base: The object as it was when it was deleted; nil to delete it whatever it is now.
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
    /// Objects of which only sides changed that are not stored: they must still exist, and that is all.
    package var touched: [ObjectReference] = []

    /// Objects that are not changed, and must be as they were all the same.
    package var checked: [Version] = []

    /// What an object was when it was read.
    package struct Version: Sendable {
        /// The object that is looked at.
        package var reference: ObjectReference
        /// How often it had been saved.
        package var version: Int32

        /// An object in a version.
        package init(reference: ObjectReference, version: Int32) {
            self.reference = reference
            self.version = version
        }
    }

    /// Who makes the change, for the history.
    public var author: String?
    /// The name of the context that makes the change, for the history.
    public var contextName: String?

    /// A change of nothing.
    package init() {}

    /// Whether there is nothing to write.
    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    /// Whether objects may lead elsewhere after it.
    var mayChangeLinks: Bool {
        !inserted.isEmpty || !deleted.isEmpty || updated.contains { !$0.links.isEmpty }
    }
}
