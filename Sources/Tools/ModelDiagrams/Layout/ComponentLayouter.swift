/// Lays out one connected component: layers, the order in the layers, coordinates, and lines.
struct ComponentLayouter {
    private let boxes: [LayoutGraph.Box]
    private let edges: [LayoutGraph.Edge]

    init(graph: LayoutGraph, component: Component) {
        let positions = Dictionary(uniqueKeysWithValues: component.boxes.enumerated().map { ($0.element, $0.offset) })
        boxes = component.boxes.map { graph.boxes[$0] }
        edges = component.edges.map { index in
            let edge = graph.edges[index]
            return LayoutGraph.Edge(
                source: .init(box: positions[edge.source.box] ?? 0, offset: edge.source.offset),
                target: .init(box: positions[edge.target.box] ?? 0, offset: edge.target.offset))
        }
    }

    /// The layout, with boxes and edges in the order of the component.
    ///
    /// The layout chooses the style with the largest scale and few crossings. For large components, it tries only the
    /// first style, so the time is nearly linear.
    func layout() -> DiagramLayout {
        let isLarge = boxes.count > 200
        let styles = boxes.count < 3 || isLarge ? LayerAssignment.Style.all.prefix(1) : LayerAssignment.Style.all[...]
        let attempts = styles.map(layout)
        return attempts.min { $0.cost < $1.cost }?.layout ?? DiagramLayout(origins: [], routes: [], width: 0, height: 0)
    }

    private func layout(in style: LayerAssignment.Style) -> (layout: DiagramLayout, cost: Double) {
        let layers = LayerAssignment(boxes: boxes, edges: edges, style: style).layers()
        let layered = LayeredGraph(boxes: boxes, edges: edges, layers: layers)
        let placement = VerticalPlacement(layered).arranged()
        let layout = LineRouting(layered, tops: placement.tops).layout()
        let size = max(layout.width / LayoutSpacing.aspectRatio, layout.height)
        return (layout, size * (1 + 0.02 * Double(placement.crossings)))
    }
}
