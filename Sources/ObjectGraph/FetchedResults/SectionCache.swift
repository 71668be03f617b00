import Synchronization

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
