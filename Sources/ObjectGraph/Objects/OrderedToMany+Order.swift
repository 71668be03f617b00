public import Foundation

// Changes of the order alone.
extension OrderedToMany {
    /// Takes the destination at a place out and puts it in again, at a place among the others.
    ///
    /// - Precondition: There is a destination at each of the places.
    public func move(from source: Int, to destination: Int) {
        list.move(from: source, to: destination)
    }

    /// Moves destinations, in their order, before the one that is at a place now, as lists on a screen do it.
    ///
    /// - Precondition: There is a destination at each index, and the place is one of a destination, or the end.
    public func move(fromOffsets indexes: IndexSet, toOffset destination: Int) {
        for index in indexes { list.checkElement(index) }
        list.checkPlace(destination)
        let old = objects
        let moved = indexes.map { old[$0] }
        let others = { (range: Range<Int>) in range.filter { !indexes.contains($0) }.map { old[$0] } }
        list.reorder(others(0..<destination) + moved + others(destination..<old.count))
    }

    /// Exchanges two destinations.
    ///
    /// - Precondition: There is a destination at each of the places.
    public func swapAt(_ first: Int, _ second: Int) {
        list.swapAt(first, second)
    }

    /// Turns the order round.
    public func reverse() {
        list.reorder(objects.reversed())
    }

    /// Sorts the destinations. Equal ones keep their order.
    public func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
        list.reorder(try objects.sorted(by: areInIncreasingOrder))
    }

    /// Sorts the destinations. Equal ones keep their order.
    public func sort(using descriptors: [SortDescriptor<Element>]) {
        list.reorder(objects.sorted(using: descriptors))
    }

    /// Brings the destinations into a random order.
    public func shuffle(using generator: inout some RandomNumberGenerator) {
        list.reorder(objects.shuffled(using: &generator))
    }

    /// Brings the destinations into a random order.
    public func shuffle() {
        list.reorder(objects.shuffled())
    }
}
