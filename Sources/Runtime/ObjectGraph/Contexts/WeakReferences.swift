/// Objects in the order in which they were added, as far as somebody else still retains them.
struct WeakReferences<Object: AnyObject> {
    private struct Reference { weak var object: Object? }

    private var references: [Reference] = []

    /// The objects that still exist.
    var all: [Object] { references.compactMap(\.object) }

    /// Whether there may be objects.
    var isEmpty: Bool { references.isEmpty }

    /// Adds an object, and forgets those that no longer exist.
    mutating func append(_ object: Object) {
        references.removeAll { $0.object == nil }
        references.append(Reference(object: object))
    }
}
