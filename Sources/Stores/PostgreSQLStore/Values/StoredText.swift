import Foundation

/// Strings in columns. Two characters, which hardly any string contains, are escaped.
///
/// PostgreSQL cannot store U+0000. It becomes U+0001 U+0001, and U+0001 becomes U+0001 U+0002, so that different
/// strings stay different, and keep their order by the codes of their characters.
enum StoredText {
    /// Returns whether a string needs no escapes.
    static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 > 1 } }

    /// Returns the UTF-8 bytes of a string for a column.
    static func bytes(of text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.contains(where: { $0 < 2 }) else { return bytes }
        return bytes.flatMap { $0 < 2 ? [1, $0 + 1] : [$0] }
    }

    /// Copies the UTF-8 of the string in a column.
    ///
    /// - Parameter memory: At least as many bytes as the column's.
    /// - Returns: The number of copied bytes.
    static func copy(_ bytes: UnsafeRawBufferPointer, to memory: UnsafeMutableRawBufferPointer) -> Int {
        guard isEscaped(bytes) else {
            memory.copyMemory(from: bytes)
            return bytes.count
        }
        // The result is never longer than its source.
        let decoded = decoded(bytes)
        memory.copyBytes(from: decoded)
        return decoded.count
    }

    /// Returns the string in a column.
    static func text(of bytes: UnsafeRawBufferPointer) -> String {
        isEscaped(bytes) ? String(decoding: decoded(bytes), as: UTF8.self) : String(decoding: bytes, as: UTF8.self)
    }

    private static func isEscaped(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.baseAddress.map { memchr($0, 1, bytes.count) != nil } ?? false
    }

    private static func decoded(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var isEscaped = false
        for byte in bytes {
            if isEscaped, byte == 1 || byte == 2 {
                decoded[decoded.count - 1] = byte - 1
                isEscaped = false
            } else {
                decoded.append(byte)
                isEscaped = byte == 1
            }
        }
        return decoded
    }
}
