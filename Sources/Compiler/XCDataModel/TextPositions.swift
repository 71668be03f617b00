/// Converts byte offsets to lines and columns, both from 1, in nearly constant time.
struct TextPositions {
    /// The number of bytes in a block. A line can be as long as the file, so counting columns begins at a block.
    private static let blockSize = 1024

    private let bytes: [UInt8]
    /// The offset of each line.
    private var lineStarts = [0]
    /// The number of scalars that begin before each block.
    private var scalarCounts: [Int] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Editors do not count a byte order mark as a character of the first line.
        if bytes.starts(with: XMLEncodingCheck.byteOrderMark) { lineStarts = [XMLEncodingCheck.byteOrderMark.count] }
        var scalarCount = 0
        for (offset, byte) in bytes.enumerated() {
            if offset.isMultiple(of: Self.blockSize) { scalarCounts.append(scalarCount) }
            if byte == UInt8(ascii: "\n") { lineStarts.append(offset + 1) }
            if byte.beginsScalar { scalarCount += 1 }
        }
        scalarCounts.append(scalarCount)
    }

    /// Returns the position of an offset. An offset beyond the end counts as the end.
    func position(ofOffset offset: Int) -> (line: Int, column: Int) {
        let offset = min(offset, bytes.count)
        var range = 0..<lineStarts.count
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            range = lineStarts[middle] <= offset ? middle..<range.upperBound : range.lowerBound..<middle
        }
        let line = range.lowerBound
        let start = lineStarts[line]
        return (line + 1, scalarCount(before: max(offset, start)) - scalarCount(before: start) + 1)
    }

    private func scalarCount(before offset: Int) -> Int {
        let block = offset / Self.blockSize
        // The count of the whole text serves for an offset after the last block.
        guard block * Self.blockSize < bytes.count else { return scalarCounts[scalarCounts.count - 1] }
        return bytes[block * Self.blockSize..<offset].reduce(scalarCounts[block]) { $0 + ($1.beginsScalar ? 1 : 0) }
    }
}

extension UInt8 {
    /// Whether the byte begins a scalar, and is not a continuation byte.
    fileprivate var beginsScalar: Bool { self & 0xC0 != 0x80 }
}
