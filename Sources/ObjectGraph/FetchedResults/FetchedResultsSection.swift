/// A section of a result (rule FRC-47).
public struct FetchedResultsSection<Object: ManagedObject> {
    /// The string form of the value that the section's objects share; empty for nil.
    public let name: String
    /// The title in an index: the first letter, capitalized, unless the delegate provides another title.
    public let indexTitle: String?
    /// The number of objects in the section when you accessed it.
    public let numberOfObjects: Int
    private let fetchObjects: () -> [Object]

    init(name: String, indexTitle: String?, numberOfObjects: Int, objects: @escaping () -> [Object]) {
        self.name = name
        self.indexTitle = indexTitle
        self.numberOfObjects = numberOfObjects
        fetchObjects = objects
    }

    /// The objects in the section when you accessed it, in order.
    public var objects: [Object] { fetchObjects() }
}

/// The identities of a result in its sections, as a value.
public struct FetchedResultsSnapshot: Sendable, Hashable {
    /// The identities of a section, in the order of the results.
    public struct Section: Sendable, Hashable {
        /// The string form of the value that the section's objects share; empty for nil.
        public var name: String
        /// The identities, in the order of the results.
        public var objectIDs: [ObjectID]

        /// Creates a section with its IDs, in order.
        public init(name: String, objectIDs: [ObjectID]) {
            self.name = name
            self.objectIDs = objectIDs
        }
    }

    /// The sections, in their order.
    public var sections: [Section]

    /// Creates a snapshot with sections. A result without sections has a single section without a name.
    public init(sections: [Section]) { self.sections = sections }

    /// All identities, section by section.
    public var objectIDs: [ObjectID] { sections.flatMap(\.objectIDs) }
}
