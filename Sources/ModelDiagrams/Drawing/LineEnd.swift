/// The sign at the end of a line: how many objects are there.
struct LineEnd {
    let tip: Point
    /// 1 where the line leaves its box to the right, -1 to the left.
    let direction: Double

    /// The sign for the end that `line` starts with.
    init(at line: [Point]) {
        tip = line.first ?? Point(x: 0, y: 0)
        direction = line.count > 1 && line[1].x < tip.x ? -1 : 1
    }

    /// A crow's foot for many, a bar for one; a ring for “maybe none”, a bar for “at least one”.
    func multiplicity(isToMany: Bool, isOptional: Bool) -> String {
        let foot = "M\(x(13)) \(y(0))L\(x(0)) \(y(-6))M\(x(13)) \(y(0))L\(x(0)) \(y(6))"
        let sign = isToMany ? foot : bar(at: 7)
        guard isOptional else {
            return "<path class=\"sign\" d=\"\(sign)\(bar(at: isToMany ? 17 : 12))\"/>"
        }
        let center = "cx=\"\(x(isToMany ? 17 : 14))\" cy=\"\(y(0))\""
        return "<path class=\"sign\" d=\"\(sign)\"/><circle class=\"ring\" \(center) r=\"4\"/>"
    }

    /// A dot: no relationship points back here.
    var dot: String {
        "<circle class=\"dot\" cx=\"\(x(0))\" cy=\"\(y(0))\" r=\"4\"/>"
    }

    /// An open triangle that points at a parent.
    var triangle: String {
        "<path class=\"triangle\" d=\"M\(x(0)) \(y(0))L\(x(13)) \(y(-7))L\(x(13)) \(y(7))Z\"/>"
    }

    private func bar(at distance: Double) -> String {
        "M\(x(distance)) \(y(-6))L\(x(distance)) \(y(6))"
    }

    private func x(_ distance: Double) -> Int { Int((tip.x + direction * distance).rounded()) }
    private func y(_ distance: Double) -> Int { Int((tip.y + distance).rounded()) }
}
