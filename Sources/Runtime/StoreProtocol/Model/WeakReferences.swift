/// Objects in the order in which they were added, as far as somebody else still retains them.
package struct WeakReferences<Object: AnyObject> {
    @usableFromInline
    struct Reference {
        @usableFromInline weak var object: Object?

        @usableFromInline
        init(_ object: Object) { self.object = object }
    }

    @usableFromInline var references: [Reference] = []
    /// The number of references at which those to objects that no longer exist are removed: twice as many as were left
    /// the last time, so that adding an object takes the same time however many there are.
    @usableFromInline var maximumCount = 4

    /// Creates a list without objects.
    @inlinable
    package init() {}

    /// The objects that still exist.
    @inlinable
    package var all: [Object] {
        // Each save asks, and usually there are none or one. A generic function would take longer than the rest.
        if references.isEmpty { return [] }
        var all: [Object] = []
        for reference in references {
            if let object = reference.object { all.append(object) }
        }
        return all
    }

    /// Whether there are certainly no objects.
    @inlinable
    package var isEmpty: Bool { references.isEmpty }

    /// Adds an object, and now and then forgets those that no longer exist.
    @inlinable
    package mutating func append(_ object: Object) {
        if references.count >= maximumCount {
            references.removeAll { $0.object == nil }
            maximumCount = max(4, references.count * 2)
        }
        references.append(Reference(object))
    }

    /// Forgets all objects.
    @inlinable
    package mutating func removeAll() { references = [] }
}
