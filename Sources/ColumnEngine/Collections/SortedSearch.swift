extension [Int] {
    /// The places of as many of the numbers, all different, as ascend in their order; from the first to the last.
    ///
    /// O(*n* log *n*).
    package var longestAscent: [Int] {
        // By length, the places of the least numbers that ascents end in.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: count)
        for place in indices {
            let length = ends.firstPlace { self[$0] >= self[place] }
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
    /// The first place from which on a condition holds; the end where it never does.
    ///
    /// O(log *n*). Before that place the condition must not hold.
    @inline(__always)
    package func firstPlace(_ holds: (Element) -> Bool) -> Int {
        var lower = startIndex
        var upper = endIndex
        while lower < upper {
            let middle = (lower + upper) / 2
            if holds(self[middle]) { upper = middle } else { lower = middle + 1 }
        }
        return lower
    }
}
