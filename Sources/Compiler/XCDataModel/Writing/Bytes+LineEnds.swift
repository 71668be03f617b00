extension [UInt8] {
    /// The bytes with the line ends of Windows if all those of an original file are.
    ///
    /// Git can check files out with these line ends. A tool that changed them would change every line.
    package func withLineEnds(of original: [UInt8]) -> [UInt8] {
        guard original.contains(UInt8(ascii: "\n")), !original.containsPlainLineFeed else { return self }
        var result: [UInt8] = []
        result.reserveCapacity(count + count / 32)
        for (index, byte) in enumerated() {
            if isPlainLineFeed(at: index) { result.append(UInt8(ascii: "\r")) }
            result.append(byte)
        }
        return result
    }

    /// Whether a byte is a line feed without a carriage return before it.
    private func isPlainLineFeed(at index: Int) -> Bool {
        self[index] == UInt8(ascii: "\n") && (index == 0 || self[index - 1] != UInt8(ascii: "\r"))
    }

    private var containsPlainLineFeed: Bool { indices.contains(where: isPlainLineFeed) }
}
