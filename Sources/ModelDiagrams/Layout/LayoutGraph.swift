/// Boxes and the lines between them, before anything has a place. Lengths are in pixels.
struct LayoutGraph {
    /// A rectangle to be placed.
    struct Box {
        let width: Double
        let height: Double
    }

    /// One end of a line: a box and the height on its sides, from its top, where the line arrives.
    struct Port: Hashable {
        let box: Int
        let offset: Double
    }

    /// A line between two ports, maybe of one box.
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

/// Where a drawing's boxes and lines are; everything is right of and below the origin.
struct DiagramLayout {
    /// The top left corners, one for each box.
    var origins: [Point]
    /// The corners of each edge's line, from source to target: horizontal and vertical steps in turn.
    var routes: [[Point]]
    var width: Double
    var height: Double
    /// The lower outline, from left to right.
    var outline: [Step] = []

    /// A part of the outline: from the end of the part before to `end`, everything is above `bottom`.
    struct Step {
        let end: Double
        let bottom: Double
    }
}

/// Distances that make a drawing readable.
enum LayoutSpacing {
    /// Between two boxes of a column.
    static let betweenBoxes = 28.0
    /// Between a box and a line that passes it, and between two such lines.
    static let besideLine = 12.0
    /// Between two vertical lines of a channel.
    static let betweenTracks = 10.0
    /// Between a box and the first vertical line next to it: room for a crow's foot.
    static let besideBox = 26.0
    /// Between two unconnected parts of the drawing.
    static let betweenComponents = 44.0
    /// Width by height that a drawing aims at: a screen's.
    static let aspectRatio = 1.6
}
