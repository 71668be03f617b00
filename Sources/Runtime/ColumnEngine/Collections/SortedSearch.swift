extension [Int] {
    /// The indexes of a longest strictly ascending subsequence, in ascending order.
    ///
    /// O(*n* log *n*).
    package var longestAscent: [Int] {
        // For each length, the index of the least last number of an ascent.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: count)
        for place in indices {
            let length = ends.partitioningIndex { self[$0] >= self[place] }
            if length > 0 { previous[place] = ends[length - 1] }
            if length == ends.count { ends.append(place) } else { ends[length] = place }
        }
        var ascent: [Int] = []
        var next = ends.last
        while let place = next {
            ascent.append(place)
            next = previous[place]
        }
        return ascent.reversed()
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index from which a condition holds, or the end.
    ///
    /// O(log *n*). The condition must not hold before that index.
    @inline(__always)
    package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var lower = startIndex
        var upper = endIndex
        while lower < upper {
            let middle = (lower + upper) / 2
            if holds(self[middle]) { upper = middle } else { lower = middle + 1 }
        }
        return lower
    }
}
