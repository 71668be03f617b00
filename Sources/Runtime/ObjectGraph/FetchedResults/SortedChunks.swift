/// A sorted list that inserts and removes an element without moving all others.
///
/// The elements are in chunks of a few hundred, so finding, inserting, and removing take time proportional to the
/// logarithm of the size, the length of a chunk, and the number of chunks before it.
/// No two elements are equal in the order.
package struct SortedChunks<Element> {
    private var chunks: [[Element]] = []
    package private(set) var count = 0
    /// Whether one element comes before another one.
    let precedes: (Element, Element) -> Bool

    private static var chunkLength: Int { 256 }

    /// - Parameter elements: In order.
    init(sorted elements: [Element], by precedes: @escaping (Element, Element) -> Bool) {
        self.precedes = precedes
        count = elements.count
        chunks = stride(from: 0, to: elements.count, by: Self.chunkLength).map { start in
            Array(elements[start..<Swift.min(start + Self.chunkLength, elements.count)])
        }
    }

    /// - Precondition: The index is in bounds.
    subscript(index: Int) -> Element {
        var rest = index
        for chunk in chunks {
            if rest < chunk.count { return chunk[rest] }
            rest -= chunk.count
        }
        endProgram("index \(index) is out of range 0..<\(count)")
    }

    /// All elements, in order. O(*n*).
    package var elements: [Element] { Array(chunks.joined()) }

    /// The elements in a range of indexes, in order.
    func elements(in range: Range<Int>) -> [Element] {
        var result: [Element] = []
        result.reserveCapacity(range.count)
        var start = 0
        for chunk in chunks {
            if start >= range.upperBound { break }
            let lower = Swift.max(range.lowerBound - start, 0)
            let upper = Swift.min(range.upperBound - start, chunk.count)
            if lower < upper { result += chunk[lower..<upper] }
            start += chunk.count
        }
        return result
    }

    /// Returns how many elements come before one, whether it is in the list or not.
    func index(of element: Element) -> Int {
        let place = place(of: element)
        return chunks[..<place.chunk].reduce(0) { $0 + $1.count } + place.offset
    }

    mutating func insert(_ element: Element) {
        count += 1
        guard !chunks.isEmpty else { return chunks = [[element]] }
        var place = place(of: element)
        if place.chunk == chunks.count { place = (chunks.count - 1, chunks[chunks.count - 1].count) }
        chunks[place.chunk].insert(element, at: place.offset)
        guard chunks[place.chunk].count > 2 * Self.chunkLength else { return }
        let tail = Array(chunks[place.chunk][Self.chunkLength...])
        chunks[place.chunk].removeLast(tail.count)
        chunks.insert(tail, at: place.chunk + 1)
    }

    /// Removes an element that is in the list.
    mutating func remove(_ element: Element) {
        let place = place(of: element)
        guard place.chunk < chunks.count, place.offset < chunks[place.chunk].count else { return }
        count -= 1
        chunks[place.chunk].remove(at: place.offset)
        if chunks[place.chunk].isEmpty { chunks.remove(at: place.chunk) }
    }

    /// Replaces an element that is equal in the order.
    mutating func replace(with element: Element) {
        let place = place(of: element)
        guard place.chunk < chunks.count, place.offset < chunks[place.chunk].count else { return }
        chunks[place.chunk][place.offset] = element
    }

    /// Returns the place of an element, or the one for it.
    private func place(of element: Element) -> (chunk: Int, offset: Int) {
        let chunk = chunks.partitioningIndex { $0.last.map { !precedes($0, element) } ?? false }
        guard chunk < chunks.count else { return (chunk, 0) }
        return (chunk, chunks[chunk].partitioningIndex { !precedes($0, element) })
    }
}
