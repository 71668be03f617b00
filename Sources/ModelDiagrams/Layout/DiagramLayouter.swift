/// Places boxes in columns and lines in the channels between the columns.
///
/// Each connected component is laid out on its own, then all are packed. In a component, boxes are spread over layers
/// (columns) around its best-connected box; lines that skip a column pass between its boxes, in room that is kept for
/// them; all other parts of lines run in the channels between columns. So no line crosses a box, and no box overlaps
/// another, by construction. Nothing is random: equal graphs give equal layouts.
///
/// Source: the layered method of Sugiyama, Tagawa and Toda (1981), with ports and orthogonal lines.
struct DiagramLayouter {
    func layout(_ graph: LayoutGraph) -> DiagramLayout {
        let components = connectedComponents(of: graph)
        let parts = components.map { ComponentLayouter(graph: graph, component: $0).layout() }
        let frame = ComponentPacking(parts: parts).pack()
        var result = DiagramLayout(
            origins: Array(repeating: Point(x: 0, y: 0), count: graph.boxes.count),
            routes: Array(repeating: [], count: graph.edges.count), width: frame.width, height: frame.height)
        for (index, component) in components.enumerated() {
            let shift = frame.origins[index]
            for (local, box) in component.boxes.enumerated() {
                result.origins[box] = parts[index].origins[local].moved(by: shift)
            }
            for (local, edge) in component.edges.enumerated() {
                result.routes[edge] = parts[index].routes[local].map { $0.moved(by: shift) }
            }
        }
        return result
    }

    /// The components, each with its boxes and edges in the graph's order.
    private func connectedComponents(of graph: LayoutGraph) -> [Component] {
        var leaders = Array(graph.boxes.indices)
        func leader(of box: Int) -> Int {
            var box = box
            while leaders[box] != box {
                leaders[box] = leaders[leaders[box]]
                box = leaders[box]
            }
            return box
        }
        for edge in graph.edges {
            let (one, other) = (leader(of: edge.source.box), leader(of: edge.target.box))
            leaders[max(one, other)] = min(one, other)
        }
        var components: [Component] = []
        var positions: [Int: Int] = [:]
        for box in graph.boxes.indices {
            let position = positions[leader(of: box)] ?? components.count
            if position == components.count {
                positions[leader(of: box)] = position
                components.append(Component())
            }
            components[position].boxes.append(box)
        }
        for (index, edge) in graph.edges.enumerated() {
            if let position = positions[leader(of: edge.source.box)] { components[position].edges.append(index) }
        }
        return components
    }
}

/// Boxes that lines connect with each other, and these lines, as indices into the graph.
struct Component {
    var boxes: [Int] = []
    var edges: [Int] = []
}

extension Point {
    func moved(by shift: Point) -> Point {
        Point(x: x + shift.x, y: y + shift.y)
    }
}
