/// A component with layers for its boxes, and with its lines cut into pieces in one channel each.
struct LayeredGraph {
    /// Something that takes space in a column: a box, or the passage of a line that skips the column.
    struct Node {
        let layer: Int
        let width: Double
        let height: Double
        let isPassage: Bool
    }

    /// A place on the left or right side of a node.
    struct Port: Hashable {
        let node: Int
        let offset: Double
    }

    /// A piece of a line in one channel.
    struct Piece: Hashable {
        /// The end in the layer left of the channel. For a piece that returns to its layer, an end in that layer.
        let first: Port
        /// The end in the layer right of the channel. For a piece that returns to its layer, an end in that layer.
        let second: Port
        /// The number of the channel: channel *n* is left of layer *n*.
        let channel: Int
    }

    /// The nodes: first the boxes in their order, and then the passages.
    private(set) var nodes: [Node]
    /// Each edge, as pieces.
    private(set) var lines: [Line]
    /// The pieces of one edge, from left to right.
    struct Line {
        let pieces: [Piece]
        /// Whether the edge's source is at the right end.
        let startsRight: Bool
    }

    let layerCount: Int
    let boxCount: Int

    init(boxes: [LayoutGraph.Box], edges: [LayoutGraph.Edge], layers: [Int]) {
        nodes = zip(boxes, layers).map { Node(layer: $1, width: $0.width, height: $0.height, isPassage: false) }
        layerCount = (layers.max() ?? -1) + 1
        boxCount = boxes.count
        lines = []
        for edge in edges { lines.append(cut(edge)) }
    }

    /// All pieces of all lines.
    var pieces: some Sequence<Piece> { lines.lazy.flatMap(\.pieces) }

    private mutating func cut(_ edge: LayoutGraph.Edge) -> Line {
        let source = Port(node: edge.source.box, offset: edge.source.offset)
        let target = Port(node: edge.target.box, offset: edge.target.offset)
        let (start, end) = (nodes[source.node].layer, nodes[target.node].layer)
        if start == end {
            // A line back to its own column uses the outer side, which has fewer lines.
            let channel = start * 2 < layerCount - 1 ? start : start + 1
            return Line(pieces: [Piece(first: source, second: target, channel: channel)], startsRight: false)
        }
        let isForward = start < end
        let (left, right) = isForward ? (source, target) : (target, source)
        var ports = [left]
        for layer in (min(start, end) + 1)..<max(start, end) {
            nodes.append(Node(layer: layer, width: 0, height: 0, isPassage: true))
            ports.append(Port(node: nodes.count - 1, offset: 0))
        }
        ports.append(right)
        let pieces = zip(ports, ports.dropFirst()).map { first, second in
            Piece(first: first, second: second, channel: nodes[second.node].layer)
        }
        return Line(pieces: pieces, startsRight: !isForward)
    }
}
