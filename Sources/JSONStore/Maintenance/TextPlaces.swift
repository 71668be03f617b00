import JSONTokens

/// Finds the lines and columns of ascending offsets in one pass over the text.
struct TextPlaces {
    private let bytes: UnsafeRawBufferPointer
    /// The start of a line that was found.
    private var start = 0
    /// Its number, from 1.
    private var line = 1

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The line and column, from 1 and in characters, of the byte at `offset`.
    mutating func place(of offset: Int) -> (line: Int?, column: Int?) {
        if offset < start { (start, line) = (0, 1) }
        let before = bytes[start..<offset].lastIndex { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }
        let lineStart = before.map { $0 + 1 } ?? start
        guard let lines = position(of: lineStart)?.line else { return (nil, nil) }
        line += lines - 1
        start = lineStart
        return (line, position(of: offset)?.column)
    }

    /// The line and column counted from ``start``.
    private func position(of offset: Int) -> (line: Int, column: Int)? {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
        return try? JSONScanner.scan(rest, isWhole: false) { $0.position(at: offset - start) }
    }
}
