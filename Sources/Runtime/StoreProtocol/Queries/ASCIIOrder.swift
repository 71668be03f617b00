package import Foundation

// Comparisons of text by its bytes: most text is ASCII, for which no other form needs to be found.
extension UnsafeBufferPointer<UInt8> {
    /// Whether all bytes are ASCII.
    package var areASCII: Bool {
        let bytes = UnsafeRawBufferPointer(self)
        var bits: UInt64 = 0
        var offset = 0
        while bytes.count - offset >= 8 {
            bits |= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        while offset < bytes.count {
            bits |= UInt64(bytes[offset])
            offset += 1
        }
        return bits & 0x8080_8080_8080_8080 == 0
    }

    /// Returns the order of two texts by their bytes; nil if one is not ASCII.
    package func orderOfASCII(to other: UnsafeBufferPointer<UInt8>) -> ComparisonResult? {
        areASCII && other.areASCII ? orderOfBytes(to: other) : nil
    }

    /// Returns the order of two texts by their bytes.
    func orderOfBytes(to other: UnsafeBufferPointer<UInt8>) -> ComparisonResult {
        let shared = Swift.min(count, other.count)
        if shared > 0, let own = baseAddress, let others = other.baseAddress {
            let order = memcmp(own, others, shared)
            if order != 0 { return order < 0 ? .orderedAscending : .orderedDescending }
        }
        return count == other.count ? .orderedSame : count < other.count ? .orderedAscending : .orderedDescending
    }
}
