/// Places boxes in columns and lines in the channels between the columns.
///
/// The layouter lays out each connected component separately, and then packs all of them. In a component, it
/// distributes boxes over layers (columns) around the best-connected box. Lines that skip a column pass between its
/// boxes in reserved space, and all other parts of lines are in the channels between columns. So by construction, no
/// line crosses a box, and no boxes overlap. Nothing is random: equal graphs give equal layouts.
///
/// Source: the layered method of Sugiyama, Tagawa, and Toda (1981), with ports and orthogonal lines.
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

    /// The components, with their boxes and edges in the order of the graph.
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

/// Boxes that are connected by lines, and these lines, as indices into the graph.
struct Component {
    var boxes: [Int] = []
    var edges: [Int] = []
}

extension Point {
    func moved(by shift: Point) -> Point { Point(x: x + shift.x, y: y + shift.y) }
}
