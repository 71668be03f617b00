import ObjectGraph

/// The ascending numbers that a store orders destinations by, with gaps for insertions.
enum OrderKeys {
    private static let first: Int64 = 2048
    private static let step: Int64 = 1024

    /// Ascending keys, of which as many as possible are unchanged. O(*n* log *n*).
    ///
    /// - Parameter known: The keys of the members in their new order; nil for one that has none yet.
    static func assigned(to known: [Int64?]) -> [Int64] {
        let kept = longestRise(in: known)
        var keys: [Int64] = []
        keys.reserveCapacity(known.count)
        var next = 0
        while keys.count < known.count {
            // The members without a key, up to the next one that keeps its own.
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

    /// Keys between two others; nil if there is no room for them.
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

    /// The indexes of a longest ascending subsequence of the keys. Keys that are not greater than 0 do not count.
    private static func longestRise(in known: [Int64?]) -> [Int] {
        let places = known.indices.filter { known[$0] ?? 0 > 0 }
        return places.map { Int(known[$0] ?? 0) }.longestAscent.map { places[$0] }
    }
}
