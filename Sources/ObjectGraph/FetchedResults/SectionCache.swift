import Synchronization

/// The sections of results by the names of their caches.
///
/// It is the process's, since Core Data's programs delete caches without naming a controller or a container.
package final class SectionCache: Sendable {
    package static let shared = SectionCache()

    private let sections = Mutex<[String: CachedSections]>([:])

    package subscript(name: String) -> CachedSections? {
        get { sections.withLock { $0[name] } }
        set { sections.withLock { $0[name] = newValue } }
    }

    /// Forgets what is kept under a name, or everything for nil.
    func remove(_ name: String?) {
        sections.withLock { sections in
            if let name { sections[name] = nil } else { sections = [:] }
        }
    }
}

/// The sections of a result, and what they are the sections of.
package struct CachedSections: Sendable {
    /// Objects in an order, as they are stored: equal ones have the same sections, whatever asked for them.
    package struct Key: Sendable, Equatable {
        private let layout: GraphLayout
        private let generation: Int
        private let sectionKey: String
        private let references: [ObjectReference]

        /// Nil if the sections are not those of stored values.
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

    /// The section of each row; nil for another result.
    func rowNames(for key: Key) -> [String]? {
        guard key == self.key else { return nil }
        return zip(names, counts).flatMap { repeatElement($0, count: $1) }
    }
}
