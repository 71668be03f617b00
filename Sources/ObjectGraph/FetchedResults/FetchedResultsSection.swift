/// A section of a result (rule FRC-47).
public struct FetchedResultsSection<Object: ManagedObject> {
    /// The text of the value that the section's objects have in common; empty for nil.
    public let name: String
    /// The title in an index: the first letter in upper case, unless the delegate says otherwise.
    public let indexTitle: String?
    /// How many objects the section had when it was asked for.
    public let numberOfObjects: Int
    private let fetchObjects: () -> [Object]

    init(name: String, indexTitle: String?, numberOfObjects: Int, objects: @escaping () -> [Object]) {
        self.name = name
        self.indexTitle = indexTitle
        self.numberOfObjects = numberOfObjects
        fetchObjects = objects
    }

    /// The objects, in order, as they were when the section was asked for.
    public var objects: [Object] { fetchObjects() }
}

/// The identities of a result in its sections, as a value.
public struct FetchedResultsSnapshot: Sendable, Hashable {
    /// The identities of a section, in the order of the results.
    public struct Section: Sendable, Hashable {
        /// The text of the value that the section's objects have in common; empty for nil.
        public var name: String
        /// The identities, in the order of the results.
        public var objectIDs: [ObjectID]

        /// A section with its identities, in order.
        public init(name: String, objectIDs: [ObjectID]) {
            self.name = name
            self.objectIDs = objectIDs
        }
    }

    /// The sections, in their order.
    public var sections: [Section]

    /// A result as a value, section by section; one without sections has a single, nameless one.
    public init(sections: [Section]) {
        self.sections = sections
    }

    /// All identities, section by section.
    public var objectIDs: [ObjectID] { sections.flatMap(\.objectIDs) }
}
