/// Objects in the order in which they were added, as far as somebody else still retains them.
package struct WeakReferences<Object: AnyObject> {
    @usableFromInline
    struct Reference {
        @usableFromInline weak var object: Object?

        @usableFromInline
        init(_ object: Object) { self.object = object }
    }

    @usableFromInline var references: [Reference] = []

    /// Creates a list without objects.
    @inlinable
    package init() {}

    /// The objects that still exist.
    @inlinable
    package var all: [Object] { references.compactMap(\.object) }

    /// Whether there may be objects.
    @inlinable
    package var isEmpty: Bool { references.isEmpty }

    /// Adds an object, and forgets those that no longer exist.
    @inlinable
    package mutating func append(_ object: Object) {
        references.removeAll { $0.object == nil }
        references.append(Reference(object))
    }
}
