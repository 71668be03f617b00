/// A line of horizontal and vertical steps as SVG path data, with round corners.
func svgPath(_ points: [Point]) -> String {
    guard let first = points.first, let last = points.last else { return "" }
    var path = "M\(text(first))"
    for (index, corner) in points.enumerated().dropFirst().dropLast() {
        let (before, after) = (points[index - 1], points[index + 1])
        let radius = min(8, distance(before, corner) / 2, distance(corner, after) / 2)
        path += "L\(text(toward(before, from: corner, by: radius)))"
        path += "Q\(text(corner)) \(text(toward(after, from: corner, by: radius)))"
    }
    return path + "L\(text(last))"
}

private func distance(_ one: Point, _ other: Point) -> Double { abs(one.x - other.x) + abs(one.y - other.y) }

private func toward(_ goal: Point, from start: Point, by length: Double) -> Point {
    let whole = distance(start, goal)
    guard whole > 0 else { return start }
    return Point(x: start.x + (goal.x - start.x) / whole * length, y: start.y + (goal.y - start.y) / whole * length)
}

private func text(_ point: Point) -> String { "\(Int(point.x.rounded())) \(Int(point.y.rounded()))" }
