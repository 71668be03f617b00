/// The sign at the end of a line, for the number of objects.
struct LineEnd {
    let tip: Point
    /// 1 if the line leaves its box to the right, and -1 if it leaves to the left.
    let direction: Double

    /// The sign for the start of `line`.
    init(at line: [Point]) {
        tip = line.first ?? Point(x: 0, y: 0)
        direction = line.count > 1 && line[1].x < tip.x ? -1 : 1
    }

    /// A crow's foot for many and a bar for one, with a ring for “maybe none” or a bar for “at least one”.
    func multiplicity(isToMany: Bool, isOptional: Bool) -> String {
        let foot = "M\(x(13)) \(y(0))L\(x(0)) \(y(-6))M\(x(13)) \(y(0))L\(x(0)) \(y(6))"
        let sign = isToMany ? foot : bar(at: 7)
        guard isOptional else { return "<path class=\"sign\" d=\"\(sign)\(bar(at: isToMany ? 17 : 12))\"/>" }
        let center = "cx=\"\(x(isToMany ? 17 : 14))\" cy=\"\(y(0))\""
        return "<path class=\"sign\" d=\"\(sign)\"/><circle class=\"ring\" \(center) r=\"4\"/>"
    }

    /// A dot, because no relationship points back.
    var dot: String { "<circle class=\"dot\" cx=\"\(x(0))\" cy=\"\(y(0))\" r=\"4\"/>" }

    /// An open triangle that points at a parent.
    var triangle: String { "<path class=\"triangle\" d=\"M\(x(0)) \(y(0))L\(x(13)) \(y(-7))L\(x(13)) \(y(7))Z\"/>" }

    private func bar(at distance: Double) -> String { "M\(x(distance)) \(y(-6))L\(x(distance)) \(y(6))" }
    private func x(_ distance: Double) -> Int { Int((tip.x + direction * distance).rounded()) }
    private func y(_ distance: Double) -> Int { Int((tip.y + distance).rounded()) }
}
