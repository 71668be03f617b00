/// The keys that a reader or a writer of objects knows, numbered in the order they are usually written in.
///
/// A scanner compares the bytes of a file with the table instead of making a `String` of every key, and looks
/// first at the key that followed last time, so that objects written in table order cost one comparison a key.
/// Keys are told apart by their bytes, not by Unicode equivalence.
package struct JSONKeyTable: Sendable {
    /// The keys as given; a key's number is its index here.
    package let keys: [String]
    /// Each key as `JSONWriter` writes it, quotes included, one after the other.
    let writtenBytes: [UInt8]
    /// Where in `writtenBytes` each key starts, and one more: the end of the last.
    let writtenStarts: [Int]
    /// The numbers of the keys, sorted by `precedes`.
    private let sortedIndices: [Int]

    /// A table of `keys`. Of equal keys the first is found.
    package init(_ keys: [String]) {
        var writer = JSONWriter()
        var starts = [0]
        for key in keys {
            writer.writeString(key)
            starts.append(writer.count)
        }
        self.keys = keys
        writtenBytes = writer.finish()
        writtenStarts = starts
        sortedIndices = keys.indices.sorted { left, right in
            let order = Self.order(keys[left].utf8, keys[right].utf8)
            return order == 0 ? left < right : order < 0
        }
    }

    /// The number of the key with exactly these UTF-8 bytes (unescaped, without quotes). O(log *n*).
    func index(of key: UnsafeRawBufferPointer) -> Int? {
        var range = sortedIndices.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if Self.order(keys[sortedIndices[middle]].utf8, key) < 0 {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        guard range.lowerBound < sortedIndices.count else { return nil }
        let index = sortedIndices[range.lowerBound]
        return Self.order(keys[index].utf8, key) == 0 ? index : nil
    }

    /// Below zero when `left` sorts first, zero when equal. Shorter keys first: most comparisons end there.
    private static func order(_ left: String.UTF8View, _ right: some Collection<UInt8>) -> Int {
        if left.count != right.count { return left.count - right.count }
        for (leftByte, rightByte) in zip(left, right) where leftByte != rightByte {
            return Int(leftByte) - Int(rightByte)
        }
        return 0
    }
}
