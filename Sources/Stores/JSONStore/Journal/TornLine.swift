// What a crash leaves of a line, in the bytes of a whole file.
extension UnsafeRawBufferPointer {
    /// The minimum size of a block that a medium writes completely or not at all.
    private static var blockSizeBytes: Int { 512 }

    /// Whether the rest of the file, which has no line feed, is the start of a line.
    func isCutOff(lineAt start: Int) -> Bool {
        // The lost block may have contained only the line feed.
        guard !hasLostBlock(in: start..<count) else { return true }
        // A complete line with something else instead of its line feed was not truncated.
        return !JournalLine.isSound(UnsafeRawBufferPointer(rebasing: self[start...].dropLast()))
    }

    /// Whether a block of the medium in a range contains only zeros, like one that was never written.
    func hasLostBlock(in range: Range<Int>) -> Bool {
        var start = range.lowerBound
        while start < range.upperBound {
            let end = Swift.min((start / Self.blockSizeBytes + 1) * Self.blockSizeBytes, range.upperBound)
            if self[start..<end].allSatisfy({ $0 == 0 }) { return true }
            start = end
        }
        return false
    }
}
