public import Foundation
import Synchronization

/// A section of a result (rule FRC-47).
///
/// ```swift
/// for section in controller.sections ?? [] {
///     print("Universe \(section.name): \(section.numberOfObjects) heroes")
///     for hero in section.objects { print("  \(hero.name)") }
/// }
/// ```
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
///
/// ```swift
/// for section in snapshot.sections {  // IDs, which can go to any task
///     print(section.name, section.objectIDs.map { context.object(with: $0) })
/// }
/// ```
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

/// The sections of results by the names of their caches.
///
/// The cache belongs to the process, because Core Data's programs delete caches without a controller or a container.
package final class SectionCache: Sendable {
    package static let shared = SectionCache()
    private let sections = Mutex<[String: CachedSections]>([:])

    package subscript(name: String) -> CachedSections? {
        get { sections.withLock { $0[name] } }
        set { sections.withLock { $0[name] = newValue } }
    }

    /// Removes the sections with a name, or all for nil.
    func remove(_ name: String?) {
        if let name { self[name] = nil } else { sections.withLock { $0 = [:] } }
    }
}

/// The sections of a result, with a key for that result.
package struct CachedSections: Sendable {
    /// Stored objects in an order. Equal keys have the same sections, whoever fetched the objects.
    package struct Key: Sendable, Equatable {
        private let layout: GraphLayout
        private let generation: Int
        private let sectionKey: String
        private let references: [ObjectReference]

        /// Returns nil if the sections are not those of stored values.
        init?(_ objects: [ManagedObject], _ sectionKey: String?, of entity: EntityDescription) {
            guard let sectionKey, let index = entity.attributeIndexes[sectionKey],
                !entity.isTransient(attribute: index), let context = objects.first?.context, context.parent == nil,
                objects.allSatisfy(context.isCurrent)
            else { return nil }
            layout = context.layout
            generation = context.snapshot.generation
            self.sectionKey = sectionKey
            references = objects.map(\.reference)
        }

        package static func == (left: Key, right: Key) -> Bool {
            left.layout === right.layout && left.generation == right.generation && left.sectionKey == right.sectionKey
                && left.references == right.references
        }
    }

    package let key: Key
    package let names: [String]
    package let counts: [Int]

    package init(key: Key, names: [String], counts: [Int]) {
        self.key = key
        self.names = names
        self.counts = counts
    }

    /// Returns the section of each row; nil for another result.
    func rowNames(for key: Key) -> [String]? {
        guard key == self.key else { return nil }
        return zip(names, counts).flatMap { repeatElement($0, count: $1) }
    }
}
