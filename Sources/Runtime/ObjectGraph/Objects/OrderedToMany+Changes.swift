public import Foundation

// Adding.
extension OrderedToMany {
    /// Adds a destination at the end, and returns whether it was missing. An existing destination keeps its position.
    @discardableResult
    public func append(_ object: Element) -> (inserted: Bool, memberAfterInsert: Element) {
        (list.append(object), object)
    }

    /// Adds several destinations at the end, in order.
    public func append(contentsOf objects: some Sequence<Element>) {
        let objects = Array(objects)
        for object in list.completeSave(beforeLinking: objects) ?? objects { append(object) }
    }

    /// Adds several destinations at the end, in order.
    public func formUnion(_ objects: some Sequence<Element>) { append(contentsOf: objects) }

    /// Inserts a destination at an index, and returns whether it was missing. An existing destination keeps its
    /// position.
    ///
    /// ```swift
    /// notebook.notes.insert(second, at: 0)  // No effect: the notebook has the note, so move it instead.
    /// ```
    ///
    /// - Precondition: The index is that of a destination, or the end.
    @discardableResult
    public func insert(_ object: Element, at index: Int) -> (inserted: Bool, memberAfterInsert: Element) {
        (list.insert(object, at: index), object)
    }

    /// Inserts several consecutive destinations, starting at an index. Existing destinations keep their positions.
    ///
    /// - Precondition: The index is that of a destination, or the end.
    public func insert(contentsOf objects: some Sequence<Element>, at index: Int) {
        list.checkPlace(index)
        let objects = Array(objects)
        let remaining = list.completeSave(beforeLinking: objects) ?? objects
        // That save may have found that others have removed some.
        var next = Swift.min(index, count)
        for object in remaining where list.insert(object, at: next) { next += 1 }
    }

    /// Inserts destinations one after the other, each at its index, lowest first. Existing destinations keep their
    /// positions. The others go to their index, or to the end if the index is now beyond it.
    ///
    /// - Precondition: The numbers of indexes and objects are equal. Each index is valid after the preceding objects
    ///   are inserted.
    public func insert(_ objects: [Element], at indexes: IndexSet) {
        checkCounts(objects, indexes)
        let countBefore = count
        for (number, index) in indexes.enumerated() {
            require(
                index <= countBefore + number,
                "index \(index) of object \(number) is out of range: the count of \(list.name) was \(countBefore)"
            )
        }
        let remaining = Set(list.completeSave(beforeLinking: objects) ?? objects)
        for (object, index) in zip(objects, indexes) where remaining.contains(object) {
            insert(object, at: Swift.min(index, count))
        }
    }
}

// Removing.
extension OrderedToMany {
    /// Removes a destination, and returns it. If the object is not a destination, the method has no effect and returns
    /// nil.
    @discardableResult
    public func remove(_ object: Element) -> Element? { list.remove(object) ? object : nil }

    /// Removes the destination at an index, and returns it.
    ///
    /// - Precondition: There is a destination at the index.
    @discardableResult
    public func remove(at index: Int) -> Element {
        let object = list.object(at: index)
        _ = list.remove(object)
        return object
    }

    /// Removes the destinations at several indexes, as they are before the removal.
    ///
    /// ```swift
    /// notebook.notes.remove(atOffsets: [0, 2])
    /// ```
    ///
    /// - Precondition: There is a destination at each index.
    public func remove(atOffsets indexes: IndexSet) { subtract(indexes.map(list.object)) }

    /// Removes the destinations in a range of indexes.
    ///
    /// - Precondition: The range is inside the collection.
    public func removeSubrange(_ range: Range<Int>) { subtract(objects(in: range)) }

    /// Removes the last destination, and returns it; nil if there is none.
    @discardableResult
    public func popLast() -> Element? { isEmpty ? nil : remove(at: count - 1) }

    /// Removes several destinations.
    public func subtract(_ objects: some Sequence<Element>) {
        for object in Array(objects) { remove(object) }
    }

    /// Removes every destination.
    public func removeAll() { subtract(objects) }

    /// Removes the destinations that satisfy a condition.
    public func removeAll(where isUnwanted: (Element) throws -> Bool) rethrows {
        subtract(try objects.filter(isUnwanted))
    }
}

// Replacing.
extension OrderedToMany {
    /// Replaces the destination at an index. An object that is already a destination keeps its position.
    ///
    /// - Precondition: There is a destination at the index.
    public func replace(at index: Int, with object: Element) {
        let old = list.object(at: index)
        guard old !== object, list.completeSave(beforeLinking: [object])?.isEmpty != true else { return }
        _ = list.remove(old)
        insert(object, at: Swift.min(index, count))
    }

    /// Replaces the destinations at several indexes, lowest first, as they are before the replacement.
    ///
    /// The method removes the old destinations first, so objects can swap positions. Objects that are already
    /// destinations keep their positions.
    ///
    /// - Precondition: The numbers of indexes and objects are equal, and there is a destination at each index.
    public func replace(at indexes: IndexSet, with objects: [Element]) {
        checkCounts(objects, indexes)
        var next: [Int: Element] = [:]
        for (index, object) in zip(indexes, objects) { next[index] = object }
        let old = self.objects
        for index in indexes { list.checkElement(index) }
        let staying = Set(old.enumerated().filter { !indexes.contains($0.offset) }.map(\.element))
        arrange(old.enumerated().compactMap { next[$0.offset].map { staying.contains($0) ? nil : $0 } ?? $0.element })
    }

    /// Replaces the destinations in a range of indexes. Objects that are destinations outside the range keep their
    /// positions.
    ///
    /// - Precondition: The range is inside the collection.
    public func replaceSubrange(_ range: Range<Int>, with objects: some Sequence<Element>) {
        let replaced = self.objects(in: range)
        let old = self.objects
        let staying = Set(old).subtracting(replaced)
        arrange(old[..<range.lowerBound] + objects.filter { !staying.contains($0) } + old[range.upperBound...])
    }

    /// Replaces the destinations and their order.
    private func arrange(_ objects: some Sequence<Element>) {
        let objects = DestinationList(objects).objects
        let wanted = list.completeSave(beforeLinking: objects) ?? objects
        let kept = Set(wanted)
        removeAll { !kept.contains($0) }
        append(contentsOf: wanted)
        list.reorder(wanted.filter(list.canContain))
    }

    private func objects(in range: Range<Int>) -> [Element] {
        list.checkPlace(range.lowerBound)
        list.checkPlace(range.upperBound)
        return Array(objects[range])
    }

    private func checkCounts(_ objects: [Element], _ indexes: IndexSet) {
        require(
            objects.count == indexes.count,
            "\(list.name) needs one index for each object, not \(indexes.count) for \(objects.count)")
    }

    // MARK: Changes of the order alone

    /// Moves the destination at an index to another index.
    ///
    /// ```swift
    /// notebook.notes.move(from: 2, to: 0)  // The last of three notes is now the first.
    /// ```
    ///
    /// - Precondition: There is a destination at each of the indexes.
    public func move(from source: Int, to destination: Int) { list.move(from: source, to: destination) }

    /// Moves destinations, in order, before the one that is now at an index, as in lists on a screen.
    ///
    /// ```swift
    /// notebook.notes.move(fromOffsets: [0], toOffset: notebook.notes.count)  // The first note is now last.
    /// ```
    ///
    /// - Precondition: There is a destination at each index, and the offset is the index of a destination, or the end.
    public func move(fromOffsets indexes: IndexSet, toOffset destination: Int) {
        for index in indexes { list.checkElement(index) }
        list.checkPlace(destination)
        let old = objects
        let moved = indexes.map { old[$0] }
        let others = { (range: Range<Int>) in range.filter { !indexes.contains($0) }.map { old[$0] } }
        list.reorder(others(0..<destination) + moved + others(destination..<old.count))
    }

    /// Swaps two destinations.
    ///
    /// - Precondition: There is a destination at each of the indexes.
    public func swapAt(_ first: Int, _ second: Int) { list.swapAt(first, second) }

    /// Reverses the order.
    public func reverse() { list.reorder(objects.reversed()) }

    /// Sorts the destinations. Equal ones keep their order.
    public func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
        list.reorder(try objects.sorted(by: areInIncreasingOrder))
    }

    /// Sorts the destinations. Equal ones keep their order.
    ///
    /// ```swift
    /// notebook.notes.sort(using: [SortDescriptor(\.title, order: .reverse)])
    /// ```
    public func sort(using descriptors: [SortDescriptor<Element>]) {
        list.reorder(objects.sorted(using: descriptors))
    }

    /// Shuffles the destinations.
    public func shuffle(using generator: inout some RandomNumberGenerator) {
        list.reorder(objects.shuffled(using: &generator))
    }

    /// Shuffles the destinations.
    public func shuffle() { list.reorder(objects.shuffled()) }
}
