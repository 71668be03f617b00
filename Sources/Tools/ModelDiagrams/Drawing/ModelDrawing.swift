import ModelSchema

/// A model's entities as boxes and its links as lines, with their places.
struct ModelDrawing {
    /// The meaning of a line.
    enum Link {
        case connection(Connection)
        case inheritance(Inheritance)
    }

    let boxes: [EntityBox]
    let links: [Link]
    let layout: DiagramLayout

    init(_ model: Model) {
        let content = DiagramContent(model)
        let boxes = content.entities.map(EntityBox.init)
        let links = content.inheritances.map(Link.inheritance) + content.connections.map(Link.connection)
        self.boxes = boxes
        self.links = links
        layout = DiagramLayouter().layout(
            LayoutGraph(
                boxes: boxes.map { .init(width: $0.width, height: $0.height) },
                edges: links.map { $0.edge(between: boxes) }))
    }
}

extension ModelDrawing.Link {
    /// The entities at the two ends: source and target, child and parent.
    var entities: (Int, Int) {
        switch self {
        case .connection(let connection): (connection.source.entity, connection.targetEntity)
        case .inheritance(let inheritance): (inheritance.child, inheritance.parent)
        }
    }

    fileprivate func edge(between boxes: [EntityBox]) -> LayoutGraph.Edge {
        let (source, target) = entities
        switch self {
        case .inheritance:
            return .init(
                source: .init(box: source, offset: EntityBox.headerPort),
                target: .init(box: target, offset: EntityBox.headerPort))
        case .connection(let connection):
            let start = boxes[source].port(ofRelationship: connection.source.relationship)
            // Both ends of a relationship that is its own inverse share a line of the box.
            let spread = connection.isOwnInverse ? 7.0 : 0
            let end = connection.inverse.map { boxes[target].port(ofRelationship: $0) } ?? EntityBox.headerPort
            return .init(
                source: .init(box: source, offset: start - spread), target: .init(box: target, offset: end + spread))
        }
    }
}
