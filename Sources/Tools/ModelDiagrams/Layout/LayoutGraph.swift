/// Boxes and the lines between them, before the layout. Lengths are in pixels.
struct LayoutGraph {
    /// A rectangle to be placed.
    struct Box {
        let width: Double
        let height: Double
    }

    /// One end of a line: a box, and the height of the end on its side, from its top.
    struct Port: Hashable {
        let box: Int
        let offset: Double
    }

    /// A line between two ports, which can belong to the same box.
    struct Edge {
        let source: Port
        let target: Port
    }

    let boxes: [Box]
    let edges: [Edge]
}

/// A point of a drawing.
struct Point: Hashable {
    var x: Double
    var y: Double
}

/// The places of a drawing's boxes and lines. Everything is to the right of the origin and below it.
struct DiagramLayout {
    /// The upper-left corner of each box.
    var origins: [Point]
    /// The corners of each edge's line, from source to target, with alternating horizontal and vertical steps.
    var routes: [[Point]]
    var width: Double
    var height: Double
    /// The lower outline, from left to right.
    var outline: [Step] = []

    /// A part of the outline: from the end of the previous part to `end`, everything is above `bottom`.
    struct Step {
        let end: Double
        let bottom: Double
    }
}

/// The distances in a readable drawing.
enum LayoutSpacing {
    /// The distance between two boxes of a column.
    static let betweenBoxes = 28.0
    /// The distance between a box and a line that passes it, and between two such lines.
    static let besideLine = 12.0
    /// The distance between two vertical lines of a channel.
    static let betweenTracks = 10.0
    /// The distance between a box and the first vertical line next to it, with space for a crow's foot.
    static let besideBox = 26.0
    /// The distance between two unconnected parts of the drawing.
    static let betweenComponents = 44.0
    /// The intended proportion of width to height: that of a screen.
    static let aspectRatio = 1.6
}
