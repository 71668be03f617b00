import FileAccess
import JSONTokens

/// The form of a journal's line: JSON, whose last member is the checksum of everything before it.
///
/// ```json
/// {"sequence": 12, "insert": {"Team": [{"id": 3}]}, "xxh64": "0f3c…"}
/// ```
enum JournalLine {
    private static let checkKey = Array(", \"xxh64\": \"".utf8)
    private static let closing = Array("\"}".utf8)
    private static let tailCount = checkKey.count + Checksum.digitCount + closing.count

    /// A complete line with its line feed, whose members `body` writes, starting with the first key.
    static func bytes(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.writeRaw("{")
        body(&writer)
        let checksum = writer.withBytes { Checksum(of: $0) }
        writer.writeRaw(checkKey)
        writer.writeRaw(checksum.digits)
        writer.writeRaw(closing)
        writer.writeRaw(ASCII.lineFeed)
        return writer.finish()
    }

    /// Whether a line, given without its line feed, is intact.
    static func isSound(_ line: UnsafeRawBufferPointer) -> Bool {
        guard line.count > tailCount else { return false }
        let tail = line[(line.count - tailCount)...]
        let digits = tail.dropFirst(checkKey.count).prefix(Checksum.digitCount)
        guard tail.starts(with: checkKey), tail.suffix(closing.count).elementsEqual(closing),
            let checksum = Checksum(digits: UnsafeRawBufferPointer(rebasing: digits))
        else { return false }
        return checksum == Checksum(of: UnsafeRawBufferPointer(rebasing: line[..<(line.count - tailCount)]))
    }

    /// The key of the checksum at the end of every line.
    static let checksumKey = "xxh64"
}
