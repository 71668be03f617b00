/// What a save changes, for a store to commit as a whole or not at all. All identities are permanent.
///
/// Links are told where they are stored (see ``RelationshipDescription/isStored``): a to-one on its object, a relationship of
/// two to-many sides on both where both have an order, else on the side that is stored. What a deleted object led to is not
/// told, but for the other sides that are stored.
public struct StoreChanges: Sendable, Hashable {
    /// A new object with all it holds.
    public struct Insertion: Sendable, Hashable {
        /// The identity that the object is saved under.
        public var objectID: ObjectID
        /// In the order of ``EntityDescription/attributes``; null where an attribute is transient.
        public var values: [AttributeValue]
        /// In the order of ``EntityDescription/relationships``; empty where the other side is stored.
        public var destinations: [[ObjectID]]

        /// A new object with a value for each attribute, and a list for each relationship.
        public init(objectID: ObjectID, values: [AttributeValue], destinations: [[ObjectID]]) {
            self.objectID = objectID
            self.values = values
            self.destinations = destinations
        }
    }

    /// What is new of an object that was stored before.
    public struct Update: Sendable, Hashable {
        /// The changed object.
        public var objectID: ObjectID
        /// The version that the change began with: the commit is refused where the store has another.
        public var version: Int
        /// The new values by the index of the attribute.
        public var values: [Int: AttributeValue]
        /// The changed relationships by their index; stored sides only.
        public var links: [Int: LinkChange]

        /// A change of some values and relationships.
        public init(
            objectID: ObjectID, version: Int, values: [Int: AttributeValue] = [:], links: [Int: LinkChange] = [:]
        ) {
            self.objectID = objectID
            self.version = version
            self.values = values
            self.links = links
        }
    }

    /// Where a relationship leads from now on, and how that differs from before.
    public struct LinkChange: Sendable, Hashable {
        /// All destinations, in order.
        public var destinations: [ObjectID]
        /// Those that were not there.
        public var added: [ObjectID]
        /// Those that are there no longer.
        public var removed: [ObjectID]

        /// A change of where a relationship leads.
        public init(destinations: [ObjectID], added: [ObjectID], removed: [ObjectID]) {
            self.destinations = destinations
            self.added = added
            self.removed = removed
        }
    }

    /// An object and the version it is to have.
    public struct Version: Sendable, Hashable {
        /// The object.
        public var objectID: ObjectID
        /// The version it was read with; nil to take the object whatever it is now.
        public var version: Int?

        /// An object in a version, or whatever its version is.
        public init(objectID: ObjectID, version: Int?) {
            self.objectID = objectID
            self.version = version
        }
    }

    /// In the order of insertion.
    public var inserted: [Insertion] = []
    /// In the order of their first change.
    public var updated: [Update] = []
    /// In the order of their first change.
    public var deleted: [Version] = []
    /// Objects that are not changed, and must be as they were all the same.
    public var checked: [Version] = []
    /// Objects of which only sides changed that are not stored: they must still exist, and that is all.
    public var touched: [ObjectID] = []
    /// Who makes the change, for the history.
    public var author: String?
    /// The name of the context that makes the change, for the history.
    public var contextName: String?

    /// A change of nothing.
    public init() {}
}

/// What a store says of a commit.
public struct StoreReceipt: Sendable, Hashable {
    /// The versions of the objects that were updated, each greater than the one before, and of the inserted objects whose
    /// version isn't ``versionOfInserted``.
    public var versions: [ObjectID: Int]
    /// The version of every inserted object that ``versions`` leaves out; nil if it leaves out none.
    ///
    /// A store that gives new objects the same version need not list them, which takes time if there are very many.
    public var versionOfInserted: Int?

    /// Creates a receipt.
    ///
    /// - Parameters:
    ///   - versions: The versions of all updated objects, and of the inserted objects with other versions.
    ///   - versionOfInserted: The version of all other inserted objects.
    public init(versions: [ObjectID: Int], versionOfInserted: Int? = nil) {
        self.versions = versions
        self.versionOfInserted = versionOfInserted
    }

    /// Returns the version of an inserted object; nil if the receipt doesn't say.
    public func version(ofInserted objectID: ObjectID) -> Int? { versions[objectID] ?? versionOfInserted }
}
