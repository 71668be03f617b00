/// The numbers by which a store keeps the order of destinations: they rise, with room between them for more.
enum OrderKeys {
    private static let first: Int64 = 2048
    private static let step: Int64 = 1024

    /// Keys that rise, and of which as many as possible are as before. O(*n* log *n*).
    ///
    /// - Parameter known: The keys of the members in their new order; nil for one that has none yet.
    static func assigned(to known: [Int64?]) -> [Int64] {
        let kept = longestRise(in: known)
        var keys: [Int64] = []
        keys.reserveCapacity(known.count)
        var next = 0
        while keys.count < known.count {
            // Members without a key up to the next that keeps its own.
            let end = next < kept.count ? kept[next] : known.count
            let upper = next < kept.count ? known[kept[next]] : nil
            guard let between = keysBetween(keys.last, upper, count: end - keys.count) else {
                return (0..<known.count).map { first + Int64($0) * step }
            }
            keys += between
            if let upper {
                keys.append(upper)
                next += 1
            }
        }
        return keys
    }

    /// Keys between two; nil if there is no room for them.
    private static func keysBetween(_ lower: Int64?, _ upper: Int64?, count: Int) -> [Int64]? {
        guard count > 0 else { return [] }
        guard let upper else {
            guard (lower ?? 0) < Int64.max / 2 else { return nil }
            let start = lower.map { $0 + step } ?? first
            return (0..<count).map { start + Int64($0) * step }
        }
        let lower = lower ?? 0
        let gap = (upper - lower) / Int64(count + 1)
        guard gap > 0 else { return nil }
        return (1...count).map { lower + Int64($0) * gap }
    }

    /// The places of a longest run of keys that rise, in order. Keys that are not greater than 0 do not count.
    private static func longestRise(in known: [Int64?]) -> [Int] {
        // The place of the least last key of a run of each length, and for each place the one before it in its run.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: known.count)
        for (place, key) in known.enumerated() {
            guard let key, key > 0 else { continue }
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if (known[ends[middle]] ?? 0) < key { low = middle + 1 } else { high = middle }
            }
            previous[place] = low > 0 ? ends[low - 1] : nil
            if low < ends.count { ends[low] = place } else { ends.append(place) }
        }
        var run: [Int] = []
        var place = ends.last
        while let current = place {
            run.append(current)
            place = previous[current]
        }
        return run.reversed()
    }
}
