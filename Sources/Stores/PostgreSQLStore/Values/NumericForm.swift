/// The server's binary form of decimal numbers: digits to the base 10,000.
enum NumericForm {
    private static let digitCount = 4
    private static let negative: UInt16 = 0x4000
    private static let notANumber: UInt16 = 0xC000

    /// Returns the bytes of a number in decimal digits, with an optional sign and decimal point, or of `NaN`.
    static func bytes(of text: String) -> [UInt8] {
        guard text != "NaN" else { return head(count: 0, weight: 0, notANumber, scale: 0) }
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let parts = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Array.init)
        let whole = parts.first ?? []
        let fraction = parts.count > 1 ? parts[1] : []
        // Groups of four digits start at the decimal point.
        let digits =
            zeros(before: whole.count) + whole.map { Int16($0 - UInt8(ascii: "0")) }
            + fraction.map { Int16($0 - UInt8(ascii: "0")) } + zeros(before: fraction.count)
        let groups = stride(from: 0, to: digits.count, by: digitCount).map { start in
            digits[start..<start + digitCount].reduce(0) { $0 * 10 + $1 }
        }
        let wholeCount = (whole.count + digitCount - 1) / digitCount
        return head(
            count: groups.count, weight: wholeCount - 1, isNegative ? negative : 0, scale: fraction.count)
            + groups.flatMap(\.bigEndianBytes)
    }

    /// Returns the zeros that complete a group.
    private static func zeros(before count: Int) -> [Int16] {
        [Int16](repeating: 0, count: (digitCount - count % digitCount) % digitCount)
    }

    /// - Parameters:
    ///   - weight: The exponent of the first group, to the base 10,000.
    ///   - scale: The number of decimal digits after the point.
    private static func head(count: Int, weight: Int, _ sign: UInt16, scale: Int) -> [UInt8] {
        Int16(count).bigEndianBytes + Int16(weight).bigEndianBytes + sign.bigEndianBytes + Int16(scale).bigEndianBytes
    }
}
