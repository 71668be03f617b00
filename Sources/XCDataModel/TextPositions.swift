/// Turns byte offsets of a text into lines and columns, both from 1, in about constant time.
struct TextPositions {
    /// A line can be as long as the file, so columns are not counted from its start.
    private static let blockSize = 1024

    private let bytes: [UInt8]
    /// The offset at which each line begins.
    private var lineStarts = [0]
    /// How many scalars begin before each block.
    private var scalarCounts: [Int] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var scalarCount = 0
        for (offset, byte) in bytes.enumerated() {
            if offset.isMultiple(of: Self.blockSize) { scalarCounts.append(scalarCount) }
            if byte == UInt8(ascii: "\n") { lineStarts.append(offset + 1) }
            if byte.beginsScalar { scalarCount += 1 }
        }
        scalarCounts.append(scalarCount)
    }

    /// The place of an offset; one beyond the end is the end.
    func position(ofOffset offset: Int) -> (line: Int, column: Int) {
        let offset = min(offset, bytes.count)
        var range = 0..<lineStarts.count
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            range = lineStarts[middle] <= offset ? middle..<range.upperBound : range.lowerBound..<middle
        }
        let line = range.lowerBound
        return (line + 1, scalarCount(before: offset) - scalarCount(before: lineStarts[line]) + 1)
    }

    private func scalarCount(before offset: Int) -> Int {
        let block = offset / Self.blockSize
        // The count of the whole text stands in for a last block that has not begun.
        guard block * Self.blockSize < bytes.count else { return scalarCounts[scalarCounts.count - 1] }
        return bytes[block * Self.blockSize..<offset].reduce(scalarCounts[block]) { $0 + ($1.beginsScalar ? 1 : 0) }
    }
}

extension UInt8 {
    /// Every byte but a continuation byte begins a scalar.
    fileprivate var beginsScalar: Bool { self & 0xC0 != 0x80 }
}
