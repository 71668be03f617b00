public import Foundation

// Changes of the order alone.
extension OrderedToMany {
    /// Moves the destination at an index to another index.
    ///
    /// - Precondition: There is a destination at each of the indexes.
    public func move(from source: Int, to destination: Int) { list.move(from: source, to: destination) }

    /// Moves destinations, in order, before the one that is now at an index, as in lists on a screen.
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
