extension ShortestDecimal {
    /// Writes the number, which has a fraction, at `start` of `target`, and returns where it ends: 20 bytes behind it at
    /// most.
    @inline(__always)
    func write(to target: UnsafeMutableRawBufferPointer, at start: Int) -> Int {
        let whole = digits / DecimalDigits.powersOfTen[fractionCount]
        let dot = start + DecimalDigits.write(whole, to: target, at: start)
        target[dot] = ASCII.dot
        DecimalDigits.write(fraction, count: fractionCount, to: target, at: dot + 1)
        return dot + 1 + fractionCount
    }

    /// The digits behind the dot, as a number of ``fractionCount`` digits.
    @inline(__always)
    var fraction: UInt64 { digits % DecimalDigits.powersOfTen[fractionCount] }
}
