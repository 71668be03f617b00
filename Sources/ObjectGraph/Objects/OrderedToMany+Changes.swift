public import Foundation

// Adding.
extension OrderedToMany {
    /// Adds a destination at the end, and returns whether it was missing. One that is there already stays where it is.
    @discardableResult
    public func append(_ object: Element) -> (inserted: Bool, memberAfterInsert: Element) {
        (list.append(object), object)
    }

    /// Adds several destinations at the end, in their order.
    public func append(contentsOf objects: some Sequence<Element>) {
        for object in Array(objects) { append(object) }
    }

    /// Adds several destinations at the end, in their order.
    public func formUnion(_ objects: some Sequence<Element>) {
        append(contentsOf: objects)
    }

    /// Adds a destination at a place, and returns whether it was missing. One that is there already stays where it is.
    ///
    /// - Precondition: The place is one of a destination, or the end.
    @discardableResult
    public func insert(_ object: Element, at index: Int) -> (inserted: Bool, memberAfterInsert: Element) {
        (list.insert(object, at: index), object)
    }

    /// Adds several destinations in a row that begins at a place. Those that are there already stay where they are.
    ///
    /// - Precondition: The place is one of a destination, or the end.
    public func insert(contentsOf objects: some Sequence<Element>, at index: Int) {
        list.checkPlace(index)
        var next = index
        for object in Array(objects) where list.insert(object, at: next) { next += 1 }
    }

    /// Adds destinations one after the other, each at its place, the lowest first. Those that are there already stay
    /// where they are, and those after them go to their place or, where that lies beyond it now, to the end.
    ///
    /// - Precondition: As many indexes as objects. Each index is a place once the objects before it are in.
    public func insert(_ objects: [Element], at indexes: IndexSet) {
        checkCounts(objects, indexes)
        let countBefore = count
        for (number, (object, index)) in zip(objects, indexes).enumerated() {
            precondition(
                index <= countBefore + number,
                "index \(index) is out of range: \(list.name) has \(countBefore) objects, and \(number) came before it")
            insert(object, at: Swift.min(index, count))
        }
    }
}

// Removing.
extension OrderedToMany {
    /// Removes a destination, and returns it; nil, and without effect, for one that is not there.
    @discardableResult
    public func remove(_ object: Element) -> Element? {
        list.remove(object) ? object : nil
    }

    /// Removes the destination at a place, and returns it.
    ///
    /// - Precondition: There is a destination at the place.
    @discardableResult
    public func remove(at index: Int) -> Element {
        let object = list.object(at: index)
        _ = list.remove(object)
        return object
    }

    /// Removes the destinations at some places, as they are before the first goes.
    ///
    /// - Precondition: There is a destination at each place.
    public func remove(atOffsets indexes: IndexSet) {
        subtract(indexes.map(list.object))
    }

    /// Removes the destinations in a range of places.
    ///
    /// - Precondition: The range lies inside the collection.
    public func removeSubrange(_ range: Range<Int>) {
        subtract(objects(in: range))
    }

    /// Removes the last destination, and returns it; nil when there is none.
    @discardableResult
    public func popLast() -> Element? {
        isEmpty ? nil : remove(at: count - 1)
    }

    /// Removes several destinations.
    public func subtract(_ objects: some Sequence<Element>) {
        for object in Array(objects) { remove(object) }
    }

    /// Removes every destination.
    public func removeAll() {
        subtract(objects)
    }

    /// Removes the destinations of which something is true.
    public func removeAll(where isUnwanted: (Element) throws -> Bool) rethrows {
        subtract(try objects.filter(isUnwanted))
    }
}

// Replacing.
extension OrderedToMany {
    /// Removes the destination at a place and puts another there. One that has another place already keeps that.
    ///
    /// - Precondition: There is a destination at the place.
    public func replace(at index: Int, with object: Element) {
        let old = list.object(at: index)
        guard old !== object else { return }
        _ = list.remove(old)
        insert(object, at: Swift.min(index, count))
    }

    /// Replaces the destinations at some places, the lowest first, as they are before the first goes.
    ///
    /// The old ones go first, so that objects may change places with each other. Those that have another place keep
    /// that.
    ///
    /// - Precondition: As many indexes as objects, and a destination at each.
    public func replace(at indexes: IndexSet, with objects: [Element]) {
        checkCounts(objects, indexes)
        var next: [Int: Element] = [:]
        for (index, object) in zip(indexes, objects) { next[index] = object }
        let old = self.objects
        for index in indexes { list.checkElement(index) }
        let staying = Set(old.enumerated().filter { !indexes.contains($0.offset) }.map(\.element))
        arrange(old.enumerated().compactMap { next[$0.offset].map { staying.contains($0) ? nil : $0 } ?? $0.element })
    }

    /// Replaces the destinations in a range of places. Those that have a place outside the range keep that.
    ///
    /// - Precondition: The range lies inside the collection.
    public func replaceSubrange(_ range: Range<Int>, with objects: some Sequence<Element>) {
        let replaced = self.objects(in: range)
        let old = self.objects
        let staying = Set(old).subtracting(replaced)
        arrange(old[..<range.lowerBound] + objects.filter { !staying.contains($0) } + old[range.upperBound...])
    }

    /// Makes the destinations these, in this order, each at its first place.
    private func arrange(_ objects: some Sequence<Element>) {
        let wanted = DestinationList(objects).objects
        let kept = Set(wanted)
        removeAll { !kept.contains($0) }
        append(contentsOf: wanted)
        list.reorder(wanted)
    }

    private func objects(in range: Range<Int>) -> [Element] {
        list.checkPlace(range.lowerBound)
        list.checkPlace(range.upperBound)
        return Array(objects[range])
    }

    private func checkCounts(_ objects: [Element], _ indexes: IndexSet) {
        precondition(
            objects.count == indexes.count,
            "\(objects.count) objects for \(indexes.count) indexes of \(list.name): each object needs one")
    }
}
