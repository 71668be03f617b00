/// An order of byte strings that is fast to determine: shorter ones first, then by eight bytes at a time. It is
/// constant within a process, which is sufficient for searching, but it is not alphabetical.
@usableFromInline
package enum ByteOrder {
    /// Negative if `left` comes first, positive if `right` does, and zero if they are equal.
    @inline(__always)
    static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        guard left.count == right.count else { return left.count < right.count ? -1 : 1 }
        var offset = 0
        while left.count - offset >= 8 {
            let leftWord = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let rightWord = right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard leftWord == rightWord else { return leftWord < rightWord ? -1 : 1 }
            offset += 8
        }
        while offset < left.count {
            guard left[offset] == right[offset] else { return left[offset] < right[offset] ? -1 : 1 }
            offset += 1
        }
        return 0
    }

    static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
        left.withUnsafeBytes { left in right.withUnsafeBytes { right in compare(left, right) } }
    }

    /// Whether two byte strings of one length are equal.
    @inline(__always) @inlinable
    package static func isEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        func differ(at offset: Int) -> Bool {
            left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                != right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        guard left.count >= 8 else { return left.elementsEqual(right) }
        var offset = 0
        while offset < left.count - 8 {
            if differ(at: offset) { return false }
            offset += 8
        }
        // The last eight bytes, some of them for the second time.
        return !differ(at: left.count - 8)
    }
}
