/// The keys that a reader or a writer of objects knows, numbered in their usual order.
///
/// A scanner compares the bytes of a file with the table instead of creating a `String` for every key, and starts with
/// the key that followed last time, so objects in table order cost one comparison per key. Keys are compared by bytes,
/// not by Unicode equivalence.
@usableFromInline
package struct JSONKeyTable: Sendable {
    /// The keys as given; a key's number is its index here.
    @usableFromInline
    package let keys: [String]
    /// Each key as `JSONWriter` writes it, with the comma and the space before it, quotes, and the colon and the space
    /// after it, consecutively; and 16 bytes more, so they can be copied in blocks.
    @usableFromInline
    package let memberBytes: [UInt8]
    /// The start of each key in `memberBytes`, and the end of the last one.
    @usableFromInline
    package let memberStarts: [Int]
    /// The length of the comma and the space.
    @inlinable package static var separatorCount: Int { 2 }
    /// The UTF-8 of the keys, consecutively, in the order of `ByteOrder`.
    private let sortedBytes: [UInt8]
    /// The start of each key in `sortedBytes`, and the end of the last one.
    private let sortedStarts: [Int]
    /// The number of each key in `sortedBytes`.
    private let sortedIndices: [Int]

    /// Creates a table of `keys`. Of equal keys, the first is found.
    package init(_ keys: [String]) {
        var writer = JSONWriter()
        var memberStarts = [0]
        for key in keys {
            writer.writeMember(key)
            memberStarts.append(writer.count)
        }
        self.keys = keys
        memberBytes = writer.finish() + Array(repeating: 0, count: 16)
        self.memberStarts = memberStarts

        let texts = keys.map { Array($0.utf8) }
        sortedIndices = keys.indices.sorted { left, right in
            let order = ByteOrder.compare(texts[left], texts[right])
            return order == 0 ? left < right : order < 0
        }
        sortedBytes = sortedIndices.flatMap { texts[$0] }
        sortedStarts = sortedIndices.reduce(into: [0]) { starts, index in
            starts.append((starts.last ?? 0) + texts[index].count)
        }
    }

    /// The number of the key with exactly these UTF-8 bytes (unescaped, without quotes). O(log *n*).
    func index(of key: UnsafeRawBufferPointer) -> Int? {
        sortedBytes.withUnsafeBytes { bytes in
            var low = 0
            var high = sortedIndices.count
            while low < high {
                let middle = low + (high - low) / 2
                if order(middle, bytes, key) < 0 {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            return low < sortedIndices.count && order(low, bytes, key) == 0 ? sortedIndices[low] : nil
        }
    }

    @inline(__always)
    private func order(_ position: Int, _ bytes: UnsafeRawBufferPointer, _ key: UnsafeRawBufferPointer) -> Int {
        let range = sortedStarts[position]..<sortedStarts[position + 1]
        return ByteOrder.compare(UnsafeRawBufferPointer(rebasing: bytes[range]), key)
    }
}

/// A key of an object, from a scanner with a table of keys.
@usableFromInline
package enum JSONKey: Hashable, Sendable {
    /// The key with this number in the table.
    case known(Int)
    /// A key that the table does not have.
    case unknown(String)
}
