import Foundation

/// Texts as columns hold them: as they are, but for two characters that hardly any text has.
///
/// PostgreSQL cannot hold U+0000. It becomes U+0001 U+0001, and U+0001 becomes U+0001 U+0002: no two texts become one, and the order of
/// texts by the codes of their characters stays.
enum StoredText {
    /// Whether a text is kept as it is.
    static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 > 1 } }

    /// The UTF-8 bytes of a text.
    static func bytes(of text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.contains(where: { $0 < 2 }) else { return bytes }
        return bytes.flatMap { $0 < 2 ? [1, $0 + 1] : [$0] }
    }

    /// Copies the UTF-8 of the text whose bytes a column holds.
    ///
    /// - Parameter memory: At least as many bytes as the column's.
    /// - Returns: How many bytes were copied.
    static func copy(_ bytes: UnsafeRawBufferPointer, to memory: UnsafeMutableRawBufferPointer) -> Int {
        guard isEscaped(bytes) else {
            memory.copyMemory(from: bytes)
            return bytes.count
        }
        let text = text(of: bytes)
        memory.copyBytes(from: text.utf8)
        return text.utf8.count
    }

    private static func isEscaped(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.baseAddress.map { memchr($0, 1, bytes.count) != nil } ?? false
    }

    /// The text whose bytes a column holds.
    static func text(of bytes: UnsafeRawBufferPointer) -> String {
        guard isEscaped(bytes) else { return String(decoding: bytes, as: UTF8.self) }
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
        return String(decoding: decoded, as: UTF8.self)
    }
}
