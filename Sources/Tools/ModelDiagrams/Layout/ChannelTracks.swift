/// Chooses tracks, from left to right, for the vertical parts of the lines in one channel.
///
/// For every two runs with overlapping vertical parts, one order of their tracks has fewer crossings. The algorithm
/// sorts the runs by these preferences as far as they agree. Then each run takes the leftmost track without overlaps
/// that is to the right of all runs before it. O(*n*²) in the number of runs that overlap.
struct ChannelTracks {
    /// A line through a channel: it enters at one height, follows a track, and leaves at another height.
    struct Run {
        let first: Double
        let second: Double
        let firstIsLeft: Bool
        let secondIsLeft: Bool

        var top: Double { min(first, second) }
        var bottom: Double { max(first, second) }
        /// The heights of the horizontal parts that reach the left side of the channel.
        var leftHeights: [Double] { (firstIsLeft ? [first] : []) + (secondIsLeft ? [second] : []) }
        /// The heights of the horizontal parts that reach the right side.
        var rightHeights: [Double] { (firstIsLeft ? [] : [first]) + (secondIsLeft ? [] : [second]) }

        func overlaps(_ other: Run) -> Bool {
            top - ChannelTracks.clearance < other.bottom && other.top < bottom + ChannelTracks.clearance
        }

        /// The cost if this run's track is left of another run's track.
        func cost(leftOf other: Run) -> Int {
            var cost = 0
            for height in rightHeights where other.top < height && height < other.bottom { cost += 1 }
            for height in other.leftHeights where top < height && height < bottom { cost += 1 }
            // Two horizontal parts at the same height would overlap.
            for own in rightHeights where other.leftHeights.contains(where: { abs($0 - own) < 5 }) { cost += 20 }
            return cost
        }
    }

    private static let clearance = 6.0
    /// In a channel with more runs, each gets its own track, because comparing all runs would take too long.
    private static let maximumCount = 1500
    let runs: [Run]

    /// The track of each run, from 0 at the left. Used tracks are consecutive.
    func numbers() -> [Int] {
        guard runs.count <= Self.maximumCount else { return Array(runs.indices) }
        let byTop = runs.indices.sorted { (runs[$0].top, $0) < (runs[$1].top, $1) }
        var followers: [[Int]] = Array(repeating: [], count: runs.count)
        var overlapping: [[Int]] = Array(repeating: [], count: runs.count)
        var debts = Array(repeating: 0, count: runs.count)
        for (position, one) in byTop.enumerated() {
            for other in byTop[(position + 1)...] {
                guard runs[other].top < runs[one].bottom + Self.clearance else { break }
                guard runs[one].overlaps(runs[other]) else { continue }
                overlapping[one].append(other)
                overlapping[other].append(one)
                let gain = runs[other].cost(leftOf: runs[one]) - runs[one].cost(leftOf: runs[other])
                if gain > 0 { followers[one].append(other) } else if gain < 0 { followers[other].append(one) }
                debts[gain > 0 ? other : one] += abs(gain)
            }
        }
        return tracks(inOrder: order(followers: followers, debts: debts), overlapping: overlapping)
    }

    /// Leaders come before followers. A cycle is broken at the smallest cost.
    private func order(followers: [[Int]], debts: [Int]) -> [Int] {
        var waitingFor = Array(repeating: 0, count: runs.count)
        for follower in followers.joined() { waitingFor[follower] += 1 }
        var ready = runs.indices.filter { waitingFor[$0] == 0 }
        var isDone = Array(repeating: false, count: runs.count)
        var rest = runs.indices.sorted { (debts[$0], $0) < (debts[$1], $1) }[...]
        var order: [Int] = []
        while order.count < runs.count {
            if ready.isEmpty {
                while let next = rest.first, isDone[next] { rest.removeFirst() }
                guard let next = rest.popFirst() else { break }
                ready = [next]
            }
            let run = ready.removeFirst()
            guard !isDone[run] else { continue }
            isDone[run] = true
            order.append(run)
            for follower in followers[run] where !isDone[follower] {
                waitingFor[follower] -= 1
                if waitingFor[follower] == 0 { ready.append(follower) }
            }
        }
        return order
    }

    private func tracks(inOrder order: [Int], overlapping: [[Int]]) -> [Int] {
        var numbers = Array(repeating: -1, count: runs.count)
        for run in order {
            numbers[run] = (overlapping[run].map { numbers[$0] }.max() ?? -1) + 1
        }
        return numbers
    }
}
