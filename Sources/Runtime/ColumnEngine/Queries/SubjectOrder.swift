import Foundation

/// Sorts objects by the words of their keys.
struct SubjectOrder {
    private let keys: [KeyCodes]
    private let count: Int

    init(
        _ sortKeys: SortKeys, of subjects: [GraphSource.Subject], with evaluator: PredicateEvaluator<GraphSource>
    ) throws {
        keys = try sortKeys.keys.map { try KeyCodes($0, of: subjects, with: evaluator) }
        count = subjects.count
    }

    /// The positions of the objects in a stable order.
    ///
    /// - Parameter limit: The number of positions; 0 for all. Finding a few does not sort the others.
    func sorted(limit: Int) -> [Int] {
        guard let first = keys.first else { return Array(limit > 0 ? 0..<min(limit, count) : 0..<count) }
        if limit > 0, limit < count / 4 { return least(limit) }
        struct Entry {
            var code: UInt64
            var place: Int
        }
        var entries = first.codes.enumerated().map { Entry(code: $1, place: $0) }
        let isSimple = keys.count == 1 && first.values.isEmpty
        entries.sort { left, right in
            if left.code != right.code { return left.code < right.code }
            return isSimple ? left.place < right.place : precedes(left.place, right.place)
        }
        return entries.map(\.place)
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        for key in keys {
            switch key.compare(left, right) {
            case .orderedAscending: return true
            case .orderedDescending: return false
            case .orderedSame: continue
            }
        }
        return left < right
    }

    /// The first few, collected in order in one pass over all.
    private func least(_ limit: Int) -> [Int] {
        var best: [Int] = []
        best.reserveCapacity(limit + 1)
        for place in 0..<count {
            if best.count == limit, !precedes(place, best[limit - 1]) { continue }
            best.insert(place, at: best.partitioningIndex { precedes(place, $0) })
            if best.count > limit { best.removeLast() }
        }
        return best
    }
}
