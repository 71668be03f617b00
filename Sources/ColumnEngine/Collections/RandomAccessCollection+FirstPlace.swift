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
