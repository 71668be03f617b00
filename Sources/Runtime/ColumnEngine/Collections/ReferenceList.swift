/// The destinations of a to-many relationship: in its order, or sorted if the relationship is not ordered.
///
/// The references are in leaves that copies share. Adding to a list of *n* destinations therefore copies at most
/// O(√*n*) of them, however often the list has been copied.
@usableFromInline
package struct ReferenceList: Sendable {
    /// The leaves, none of them empty.
    @usableFromInline
    var leaves: [[ObjectReference]] = []
    /// The number of references.
    @usableFromInline
    package internal(set) var count = 0

    @usableFromInline
    static var leafCapacity: Int { 512 }

    /// No references.
    @inlinable
    package init() {}

    /// References in their final order.
    @inlinable
    package init(_ references: some Collection<ObjectReference>) {
        var rest = Array(references)[...]
        count = rest.count
        while !rest.isEmpty {
            leaves.append(Array(rest.prefix(Self.leafCapacity)))
            rest = rest.dropFirst(Self.leafCapacity)
        }
    }

    /// Whether the list is empty.
    @inlinable
    package var isEmpty: Bool { count == 0 }

    /// O(√*n*).
    @inlinable
    package subscript(position: Int) -> ObjectReference {
        let place = place(of: position)
        return leaves[place.leaf][place.offset]
    }

    /// Adds a reference at the end. O(1), except for the copy of a shared leaf.
    package mutating func append(_ reference: ObjectReference) {
        if leaves.isEmpty || leaves[leaves.count - 1].count >= Self.leafCapacity {
            leaves.append([reference])
        } else {
            leaves[leaves.count - 1].append(reference)
        }
        count += 1
    }

    /// Inserts a reference at an index, or at the end if the index is greater. O(√*n*).
    package mutating func insert(_ reference: ObjectReference, at position: Int) {
        guard position < count else { return append(reference) }
        let place = place(of: position)
        insert(reference, at: place)
    }

    /// Removes the reference at an index. O(√*n*).
    ///
    /// - Precondition: The index is valid.
    package mutating func remove(at position: Int) { remove(at: place(of: position)) }

    /// Replaces a reference. O(√*n*).
    ///
    /// - Precondition: The index is valid.
    package mutating func replace(at position: Int, with reference: ObjectReference) {
        let place = place(of: position)
        leaves[place.leaf][place.offset] = reference
    }

    /// Removes a reference, and returns whether the list contained it. O(*n*) comparisons of words; use
    /// ``removeSorted(_:)`` for sorted lists.
    package mutating func remove(_ reference: ObjectReference) -> Bool {
        for leaf in leaves.indices where leaves[leaf].holds(reference) {
            guard let offset = leaves[leaf].firstIndex(of: reference) else { continue }
            remove(at: Position(leaf: leaf, offset: offset))
            return true
        }
        return false
    }

    /// O(*n*) comparisons of words; use ``containsSorted(_:)`` for sorted lists.
    package func contains(_ reference: ObjectReference) -> Bool { leaves.contains { $0.holds(reference) } }

    /// The index of a reference; nil if the list does not contain it. O(*n*) comparisons of words.
    package func position(of reference: ObjectReference) -> Int? {
        var start = 0
        for leaf in leaves {
            if leaf.holds(reference) { return leaf.firstIndex(of: reference).map { start + $0 } }
            start += leaf.count
        }
        return nil
    }

    @usableFromInline
    func place(of position: Int) -> Position {
        require(position >= 0 && position < count, "the index \(position) is out of range")
        var offset = position
        for (leaf, references) in leaves.enumerated() {
            if offset < references.count { return Position(leaf: leaf, offset: offset) }
            offset -= references.count
        }
        endProgram("the leaves contain fewer elements than their count")
    }

    private mutating func insert(_ reference: ObjectReference, at place: Position) {
        leaves[place.leaf].insert(reference, at: place.offset)
        count += 1
        guard leaves[place.leaf].count > Self.leafCapacity else { return }
        let half = leaves[place.leaf].count / 2
        let upper = Array(leaves[place.leaf][half...])
        leaves[place.leaf].removeSubrange(half...)
        leaves.insert(upper, at: place.leaf + 1)
    }

    private mutating func remove(at place: Position) {
        leaves[place.leaf].remove(at: place.offset)
        count -= 1
        if leaves[place.leaf].isEmpty { leaves.remove(at: place.leaf) }
    }

    @usableFromInline
    struct Position {
        @usableFromInline
        var leaf: Int
        @usableFromInline
        var offset: Int
    }
}

// For sorted lists.
extension ReferenceList {
    /// O(log *n*).
    package func containsSorted(_ reference: ObjectReference) -> Bool {
        guard let leaf = leafHolding(reference) else { return false }
        let offset = leaves[leaf].sortedPlace(of: reference)
        return offset < leaves[leaf].count && leaves[leaf][offset] == reference
    }

    /// Inserts a reference in order, and returns whether it was missing.
    package mutating func insertSorted(_ reference: ObjectReference) -> Bool {
        guard let leaf = leafHolding(reference) else {
            append(reference)
            return true
        }
        let offset = leaves[leaf].sortedPlace(of: reference)
        if offset < leaves[leaf].count, leaves[leaf][offset] == reference { return false }
        insert(reference, at: Position(leaf: leaf, offset: offset))
        return true
    }

    /// Removes a reference, and returns whether the list contained it.
    package mutating func removeSorted(_ reference: ObjectReference) -> Bool {
        guard let leaf = leafHolding(reference) else { return false }
        let offset = leaves[leaf].sortedPlace(of: reference)
        guard offset < leaves[leaf].count, leaves[leaf][offset] == reference else { return false }
        remove(at: Position(leaf: leaf, offset: offset))
        return true
    }

    /// The first leaf whose last reference is not before another one; nil if all are.
    private func leafHolding(_ reference: ObjectReference) -> Int? {
        let leaf = leaves.partitioningIndex { $0[$0.count - 1] >= reference }
        return leaf < leaves.count ? leaf : nil
    }
}

extension [ObjectReference] {
    /// The index of a reference in a sorted array, or the one where it would be inserted.
    fileprivate func sortedPlace(of reference: ObjectReference) -> Int { partitioningIndex { $0 >= reference } }

    /// Whether the array contains a reference. The loop has no early exit, so several elements are compared at once.
    fileprivate func holds(_ reference: ObjectReference) -> Bool {
        withUnsafeBufferPointer { references in
            var difference: UInt64 = 0
            for other in references { difference |= other.rawValue == reference.rawValue ? 1 : 0 }
            return difference != 0
        }
    }
}

extension ReferenceList: Sequence {
    @inlinable
    package func makeIterator() -> FlattenSequence<[[ObjectReference]]>.Iterator {
        leaves.joined().makeIterator()
    }

    @inlinable
    package var underestimatedCount: Int { count }
}
