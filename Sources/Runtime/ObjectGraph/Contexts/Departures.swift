/// What a context knows of objects that have ceased to exist, or returned.
struct Departures {
    /// How often that may have happened, which invalidates what is known about references.
    private(set) var count = 0
    /// The objects that are known to be missing from stores that are asked for each object.
    private(set) var missing: Set<ObjectReference> = []
    /// The number of ``missing`` at which those that nothing refers to are removed.
    private var limit = Self.minimumLimit
    private static let minimumLimit = 1024

    /// Notes that objects may have ceased to exist, or returned.
    mutating func note() { count += 1 }

    /// Notes that no object has ceased to exist since there was a count.
    mutating func takeBack(to count: Int) { self.count = count }

    /// Notes that an object is missing from a store that is asked for each object.
    mutating func note(missing reference: ObjectReference) { missing.insert(reference) }

    /// Notes that an object is in its store, and returns whether it was missing.
    @discardableResult
    mutating func noteReturn(of reference: ObjectReference) -> Bool { missing.remove(reference) != nil }

    /// Whether there are so many missing objects that those that nothing refers to have to be removed. That happens
    /// each time that their number doubles, because it looks at all objects.
    var areTooMany: Bool { missing.count >= limit }

    /// Removes the missing objects that nothing refers to.
    ///
    /// - Parameters:
    ///   - needed: The others; nil if all of them are needed.
    ///   - registeredCount: The number of objects that are looked at.
    mutating func keep(_ needed: Set<ObjectReference>?, registeredCount: Int) {
        if let needed { missing = needed }
        limit = max(Self.minimumLimit, 2 * missing.count, registeredCount)
    }

    /// Forgets which objects are missing.
    mutating func forgetMissing() {
        missing = []
        limit = Self.minimumLimit
    }
}
