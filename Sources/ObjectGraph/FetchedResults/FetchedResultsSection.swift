public import Foundation

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

/// The IDs of a result in its sections, as a value.
public struct FetchedResultsSnapshot: Sendable, Hashable {
    /// The IDs of a section, in the order of the result.
    public struct Section: Sendable, Hashable {
        /// The string form of the value that the section's objects share; empty for nil.
        public var name: String
        /// The IDs, in the order of the result.
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

    /// All IDs, section by section.
    public var objectIDs: [ObjectID] { sections.flatMap(\.objectIDs) }
}

#if !canImport(Darwin)
    // The additions of UIKit and AppKit on Apple's platforms.
    extension IndexPath {
        /// The path of a row in a section.
        public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

        /// The path of an item in a section.
        public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

        /// The first index.
        public var section: Int { self[0] }
        /// The second index.
        public var item: Int { self[1] }
        /// The second index.
        public var row: Int { self[1] }
    }
#endif

extension IndexPath {
    init<Item>(_ path: ResultChanges<Item>.Path) { self.init(indexes: [path.section, path.item]) }
}
