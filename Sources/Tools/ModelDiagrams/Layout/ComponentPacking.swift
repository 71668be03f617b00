/// Packs drawings into a frame with the proportions of a screen.
///
/// The tallest drawings come first. Each gets the highest place under the existing ones, and small drawings fill the
/// space under the short columns of large ones (skyline packing). The algorithm tries several widths of the frame.
/// O(*n* · *s*) in the number of drawings and of steps in the skyline.
struct ComponentPacking {
    let parts: [DiagramLayout]

    func pack() -> (origins: [Point], width: Double, height: Double) {
        let gap = LayoutSpacing.betweenComponents
        let area = parts.reduce(0) { $0 + ($1.width + gap) * ($1.height + gap) }
        let widest = parts.map(\.width).max() ?? 0
        let tallest = parts.map(\.height).max() ?? 0
        let ideal = max((area * LayoutSpacing.aspectRatio).squareRoot(), tallest * LayoutSpacing.aspectRatio, widest)
        let attempts = [0.8, 0.9, 1, 1.06, 1.12, 1.2, 1.3, 1.5].map { max(widest, ideal * $0) }.map(packed(intoWidth:))
        func need(_ attempt: (origins: [Point], width: Double, height: Double)) -> Double {
            max(attempt.width / LayoutSpacing.aspectRatio, attempt.height)
        }
        return attempts.min { need($0) < need($1) } ?? ([], 0, 0)
    }

    private func packed(intoWidth frameWidth: Double) -> (origins: [Point], width: Double, height: Double) {
        let order = parts.indices.sorted { (parts[$1].height, $0) < (parts[$0].height, $1) }
        var skyline = Skyline(width: frameWidth + LayoutSpacing.betweenComponents)
        var origins = Array(repeating: Point(x: 0, y: 0), count: parts.count)
        var (width, height) = (0.0, 0.0)
        for index in order {
            let part = parts[index]
            let origin = skyline.place(part, margin: LayoutSpacing.betweenComponents)
            origins[index] = Point(x: origin.x.rounded(), y: origin.y.rounded())
            width = max(width, origins[index].x + part.width)
            height = max(height, origins[index].y + part.height)
        }
        return (origins, width, height)
    }
}

/// The lower outline of the placed drawings: steps from left to right.
private struct Skyline {
    private var steps: [(x: Double, y: Double, width: Double)]

    init(width: Double) { steps = [(0, 0, width)] }

    /// Takes the highest place, or the leftmost of several.
    mutating func place(_ part: DiagramLayout, margin: Double) -> Point {
        var best: (first: Int, y: Double)?
        for first in steps.indices {
            guard let y = hangingHeight(over: first, width: part.width + margin) else { break }
            if y < best?.y ?? .infinity { best = (first, y) }
        }
        let (first, y) = best ?? (0, steps.map(\.y).max() ?? 0)
        let x = steps[first].x
        cover(first, with: part.outline, y: y, margin: margin)
        return Point(x: x, y: y)
    }

    /// The top of a rectangle below several steps; nil if it does not fit at the right.
    private func hangingHeight(over first: Int, width: Double) -> Double? {
        let end = steps[first].x + width
        var y = 0.0
        for step in steps[first...] {
            y = max(y, step.y)
            if step.x + step.width >= end - 0.001 { return y }
        }
        return nil
    }

    private mutating func cover(_ first: Int, with outline: [DiagramLayout.Step], y: Double, margin: Double) {
        let start = steps[first].x
        var x = start
        var replacement: [(x: Double, y: Double, width: Double)] = []
        for (index, step) in outline.enumerated() {
            let end = start + step.end + (index == outline.count - 1 ? margin : 0)
            if end > x { replacement.append((x: x, y: y + step.bottom + margin, width: end - x)) }
            x = max(x, end)
        }
        var last = first
        while last < steps.count, steps[last].x + steps[last].width <= x + 0.001 { last += 1 }
        if last < steps.count {
            let rest = steps[last]
            replacement.append((x: x, y: rest.y, width: rest.x + rest.width - x))
        }
        steps.replaceSubrange(first..<min(last + 1, steps.count), with: replacement)
    }
}
