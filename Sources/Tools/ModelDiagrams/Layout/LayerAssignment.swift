/// Chooses a column for every box of a component.
///
/// The assignment starts with the distances to the best-connected box, and distributes its branches to the left and the
/// right. Then it moves single boxes while this shortens lines or balances the heights of columns.
struct LayerAssignment {
    /// A style of layout for a component. The best style depends on the component.
    struct Style: Sendable {
        /// Whether branches can also go to the left of the best-connected box.
        let isTwoSided: Bool
        /// The cost of a line between two boxes of the same column. A line to the next column costs 1.
        let costInColumn: Double

        static let all = [true, false].flatMap { side in
            [1.7, 0.9].map { Style(isTwoSided: side, costInColumn: $0) }
        }
    }

    private let style: Style
    private let boxes: [LayoutGraph.Box]
    private let neighbours: [[Int]]
    private let targetHeight: Double

    init(boxes: [LayoutGraph.Box], edges: [LayoutGraph.Edge], style: Style) {
        self.style = style
        self.boxes = boxes
        var neighbours: [[Int]] = Array(repeating: [], count: boxes.count)
        for edge in edges where edge.source.box != edge.target.box {
            neighbours[edge.source.box].append(edge.target.box)
            neighbours[edge.target.box].append(edge.source.box)
        }
        self.neighbours = neighbours
        let area = boxes.reduce(0) { $0 + ($1.width + 90) * ($1.height + LayoutSpacing.betweenBoxes) }
        let tallest = boxes.map(\.height).max() ?? 0
        targetHeight = max((area / LayoutSpacing.aspectRatio).squareRoot(), tallest) + LayoutSpacing.betweenBoxes
    }

    /// The layer of each box, from 0 at the left. No layer is empty.
    func layers() -> [Int] {
        var layers = improved(startingLayers())
        let used = Set(layers).sorted()
        let ranks = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($0.element, $0.offset) })
        for box in layers.indices { layers[box] = ranks[layers[box]] ?? 0 }
        return layers
    }

    private func startingLayers() -> [Int] {
        guard
            let center = boxes.indices.max(by: { (neighbours[$0].count, -$0) < (neighbours[$1].count, -$1) })
        else { return [] }
        var layers = Array(repeating: 0, count: boxes.count)
        var reached = Array(repeating: false, count: boxes.count)
        reached[center] = true
        let branches = neighbours[center].compactMap { branch(from: $0, reached: &reached) }
        var (left, right) = (0.0, 0.0)
        for branch in branches.sorted(by: { ($1.height, $0.boxes[0].box) < ($0.height, $1.boxes[0].box) }) {
            let goesRight = right <= left || !style.isTwoSided
            for (box, distance) in branch.boxes { layers[box] = goesRight ? distance : -distance }
            if goesRight { right += branch.height } else { left += branch.height }
        }
        return layers
    }

    /// The boxes that are reachable from a neighbor of the center without passing through it, with their distances from
    /// the center; nil if another branch already contains them.
    private func branch(
        from start: Int, reached: inout [Bool]
    ) -> (boxes: [(box: Int, distance: Int)], height: Double)? {
        guard !reached[start] else { return nil }
        reached[start] = true
        var queue = [(box: start, distance: 1)]
        var next = 0
        while next < queue.count {
            let (box, distance) = queue[next]
            next += 1
            for neighbour in neighbours[box] where !reached[neighbour] {
                reached[neighbour] = true
                queue.append((neighbour, distance + 1))
            }
        }
        return (queue, queue.reduce(0) { $0 + boxes[$1.box].height + LayoutSpacing.betweenBoxes })
    }

    private func improved(_ start: [Int]) -> [Int] {
        var layers = start
        var heights: [Int: Double] = [:]
        for box in boxes.indices { heights[layers[box], default: 0] += height(of: box) }
        for _ in 0..<12 {
            var moved = false
            for box in boxes.indices {
                let old = layers[box]
                heights[old, default: 0] -= height(of: box)
                let best = candidates(for: box, layers: layers, old: old)
                    .map { (cost: cost(of: box, in: $0, layers: layers, heights: heights), layer: $0) }
                    .min { ($0.cost, abs($0.layer - old)) < ($1.cost, abs($1.layer - old)) }
                layers[box] = best?.layer ?? old
                heights[layers[box], default: 0] += height(of: box)
                moved = moved || layers[box] != old
            }
            if !moved { break }
        }
        return layers
    }

    private func height(of box: Int) -> Double { boxes[box].height + LayoutSpacing.betweenBoxes }

    private func candidates(for box: Int, layers: [Int], old: Int) -> [Int] {
        let near = neighbours[box].prefix(64).flatMap { neighbour in (-3...3).map { layers[neighbour] + $0 } }
        return Set(near + [old]).sorted()
    }

    private func cost(of box: Int, in layer: Int, layers: [Int], heights: [Int: Double]) -> Double {
        var cost = 0.0
        for neighbour in neighbours[box] {
            switch abs(layers[neighbour] - layer) {
            case 0: cost += style.costInColumn
            case 1: cost += 1
            case let span: cost += 0.7 + 0.9 * Double(span)
            }
        }
        let overflow = max(0, (heights[layer] ?? 0) + height(of: box) - targetHeight) / targetHeight
        return cost + 8 * overflow + (heights[layer] == nil ? 0.5 : 0)
    }
}
