/// Orders the nodes of every column and chooses their heights, so lines are short and cross rarely.
///
/// The algorithm sweeps over the columns: it sorts the nodes of a column by the heights that the lines to their
/// neighbors prefer, and places them as near to these as their sizes allow. Then it improves the best arrangement by
/// exchanging neighbors and straightening lines.
struct VerticalPlacement {
    /// The end of a line, from the view of its node.
    struct Pull {
        let ownOffset: Double
        let other: Int
        let otherOffset: Double
    }

    /// The neighbors that a sweep uses.
    enum Side { case left, right, both }

    let graph: LayeredGraph
    private let pulls: [[Pull]]
    /// The nodes of each layer, from top to bottom.
    private var order: [[Int]]
    private var tops: [Double]

    init(_ graph: LayeredGraph) {
        self.graph = graph
        var pulls: [[Pull]] = Array(repeating: [], count: graph.nodes.count)
        for piece in graph.pieces where piece.first.node != piece.second.node {
            let (first, second) = (piece.first, piece.second)
            pulls[first.node].append(Pull(ownOffset: first.offset, other: second.node, otherOffset: second.offset))
            pulls[second.node].append(Pull(ownOffset: second.offset, other: first.node, otherOffset: first.offset))
        }
        self.pulls = pulls
        order = Array(repeating: [], count: graph.layerCount)
        for (index, node) in graph.nodes.enumerated() { order[node.layer].append(index) }
        tops = Array(repeating: 0, count: graph.nodes.count)
    }

    /// The height of each node's top, from 0, and the number of crossing lines.
    func arranged() -> (tops: [Double], crossings: Int) {
        var copy = self
        copy.arrange()
        let least = copy.tops.min() ?? 0
        return (copy.tops.map { $0 - least }, copy.crossingsAndLength.crossings)
    }

    private mutating func arrange() {
        order.indices.forEach { place($0, side: .both) }
        var best = (cost: cost, order: order, tops: tops)
        for sweep in 0..<sweepCount {
            let isForward = sweep % 2 == 0
            let side: Side = sweep % 6 >= 4 ? .both : isForward ? .left : .right
            for layer in isForward ? Array(order.indices) : order.indices.reversed() {
                sort(layer, side: side)
                place(layer, side: side)
            }
            let cost = self.cost
            if cost < best.cost { best = (cost, order, tops) }
        }
        (order, tops) = (best.order, best.tops)
        for _ in 0..<4 where exchangeNeighbours() {
            for sweep in 0..<4 { settle(isForward: sweep % 2 == 0) }
        }
        for sweep in 0..<12 { settle(isForward: sweep % 2 == 0) }
        for _ in 0..<3 { straighten() }
    }

    /// Fewer sweeps for large components, so the time is nearly linear.
    private var sweepCount: Int { graph.nodes.count > 2000 ? 12 : 30 }

    private mutating func settle(isForward: Bool) {
        for layer in isForward ? Array(order.indices) : order.indices.reversed() { place(layer, side: .both) }
    }

    /// The height of a node's top that its lines prefer, and the number of these lines.
    private func wish(of node: Int, side: Side) -> (top: Double, weight: Double) {
        let layer = graph.nodes[node].layer
        var (sum, weight) = (0.0, 0.0)
        for pull in pulls[node] {
            let otherLayer = graph.nodes[pull.other].layer
            guard side == .both || (side == .left ? otherLayer < layer : otherLayer > layer) else { continue }
            // Passages have more weight, because a line with a bend at each column is hard to follow.
            let strength = graph.nodes[node].isPassage && graph.nodes[pull.other].isPassage ? 4.0 : 1
            sum += strength * (tops[pull.other] + pull.otherOffset - pull.ownOffset)
            weight += strength
        }
        return weight == 0 ? (tops[node], 0.05) : (sum / weight, weight)
    }

    private mutating func sort(_ layer: Int, side: Side) {
        let keys = order[layer].map { wish(of: $0, side: side).top + graph.nodes[$0].height / 2 }
        order[layer] = zip(keys, order[layer].enumerated())
            .sorted { ($0.0, $0.1.offset) < ($1.0, $1.1.offset) }
            .map(\.1.element)
    }

    /// Places the nodes of a layer, in their order, as near as possible to their preferred heights (least squares).
    ///
    /// After subtracting the sizes of all nodes above, the order requires that tops do not decrease. This is an
    /// isotonic regression, solved by pooling neighbors that violate it.
    private mutating func place(_ layer: Int, side: Side) {
        var pools: [(mean: Double, weight: Double, count: Int)] = []
        var offsets: [Double] = []
        var offset = 0.0
        for (position, node) in order[layer].enumerated() {
            if position > 0 { offset += distance(from: order[layer][position - 1], to: node) }
            offsets.append(offset)
            let (top, weight) = wish(of: node, side: side)
            var pool = (mean: top - offset, weight: weight, count: 1)
            while let last = pools.last, last.mean > pool.mean {
                let sum = last.weight + pool.weight
                pool = ((last.mean * last.weight + pool.mean * pool.weight) / sum, sum, last.count + pool.count)
                pools.removeLast()
            }
            pools.append(pool)
        }
        let means = pools.flatMap { Array(repeating: $0.mean, count: $0.count) }
        for (position, node) in order[layer].enumerated() { tops[node] = means[position] + offsets[position] }
    }

    /// The minimum distance between the tops of two nodes, with the upper one first.
    private func distance(from upper: Int, to lower: Int) -> Double {
        let (above, below) = (graph.nodes[upper], graph.nodes[lower])
        let isBesideLine = above.isPassage || below.isPassage
        return above.height + (isBesideLine ? LayoutSpacing.besideLine : LayoutSpacing.betweenBoxes)
    }

    private func height(of port: LayeredGraph.Port) -> Double { tops[port.node] + port.offset }

    /// The cost: crossings, and lengths with a lower weight.
    private var cost: Double {
        let (crossings, length) = crossingsAndLength
        return Double(crossings) + length / 150
    }

    private var crossingsAndLength: (crossings: Int, length: Double) {
        var spans: [[(Double, Double)]] = Array(repeating: [], count: graph.layerCount + 1)
        var length = 0.0
        for piece in graph.pieces {
            let (first, second) = (height(of: piece.first), height(of: piece.second))
            length += abs(first - second)
            if graph.nodes[piece.first.node].layer != graph.nodes[piece.second.node].layer {
                spans[piece.channel].append((first, second))
            }
        }
        let crossings = spans.reduce(0) { sum, spans in
            sum + inversionCount(spans.sorted { $0 < $1 }.map(\.1))
        }
        return (crossings, length)
    }

    /// Exchanges neighbors in a column if this removes crossings, and returns whether it did.
    private mutating func exchangeNeighbours() -> Bool {
        var exchanged = false
        for layer in order.indices where order[layer].count > 1 {
            for position in 0..<(order[layer].count - 1) {
                let (upper, lower) = (order[layer][position], order[layer][position + 1])
                // Comparing all lines of two hubs takes long and has little benefit.
                guard pulls[upper].count * pulls[lower].count < 100_000 else { continue }
                guard crossings(of: lower, above: upper) < crossings(of: upper, above: lower) else { continue }
                order[layer].swapAt(position, position + 1)
                exchanged = true
            }
        }
        return exchanged
    }

    private func crossings(of upper: Int, above lower: Int) -> Int {
        let layer = graph.nodes[upper].layer
        var count = 0
        for one in pulls[upper] where graph.nodes[one.other].layer != layer {
            for other in pulls[lower] where graph.nodes[other.other].layer == graph.nodes[one.other].layer {
                if tops[one.other] + one.otherOffset > tops[other.other] + other.otherOffset { count += 1 }
            }
        }
        return count
    }

    /// Moves nodes slightly if this straightens one of their lines.
    private mutating func straighten() {
        for layer in order.indices {
            for (position, node) in order[layer].enumerated() {
                let above = position > 0 ? order[layer][position - 1] : nil
                let below = position + 1 < order[layer].count ? order[layer][position + 1] : nil
                let least = above.map { tops[$0] + distance(from: $0, to: node) } ?? -.infinity
                let greatest = below.map { tops[$0] - distance(from: node, to: $0) } ?? .infinity
                let reach = graph.nodes[node].isPassage ? 60.0 : 30.0
                let wishes = pulls[node]
                    .filter { graph.nodes[$0.other].layer != layer }
                    .map { tops[$0.other] + $0.otherOffset - $0.ownOffset }
                    .filter { $0 >= least && $0 <= greatest && abs($0 - tops[node]) < reach }
                if let nearest = wishes.min(by: { abs($0 - tops[node]) < abs($1 - tops[node]) }) {
                    tops[node] = nearest
                }
            }
        }
    }
}
