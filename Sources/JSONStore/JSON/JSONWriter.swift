/// Writes JSON into a buffer of bytes, token by token.
///
/// The same values always give the same bytes. Commas, colons between `writeRaw` calls, line breaks and nesting are
/// the caller's: a file format decides how its lines look.
package struct JSONWriter: ~Copyable {
    /// More room than is used, so that a token is written without asking for every byte whether it fits.
    /// Bytes from `count` on are left-overs.
    private var storage: [UInt8]
    /// How many bytes were written.
    package private(set) var count = 0

    /// A writer of nothing yet, with room for `capacity` bytes.
    package init(capacity: Int = 256) {
        storage = [UInt8](repeating: 0, count: max(capacity, 64))
    }

    /// The bytes written so far, as a copy.
    package var bytes: [UInt8] { Array(storage[..<count]) }

    /// Ends writing and returns the bytes, without a copy.
    package consuming func finish() -> [UInt8] {
        storage.removeLast(storage.count - count)
        return storage
    }

    /// Calls `body` with the bytes written so far, without a copy. They are valid during the call only.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try storage.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Forgets what was written and keeps the room for it.
    package mutating func removeAll() {
        count = 0
    }

    /// Forgets everything written after the first `count` bytes.
    package mutating func truncate(to count: Int) {
        precondition(count <= self.count, "a writer can only be cut shorter")
        self.count = count
    }

    /// Appends bytes by letting `body` write them.
    ///
    /// `body` gets `capacity` bytes of room and returns how many it wrote, at most `capacity`.
    @inline(__always)
    mutating func append(upTo capacity: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) {
        if storage.count - count < capacity { grow(by: capacity) }
        let start = count
        count += storage.withUnsafeMutableBytes { storage in
            body(UnsafeMutableRawBufferPointer(rebasing: storage[start..<start + capacity]))
        }
    }

    private mutating func grow(by capacity: Int) {
        let added = max(capacity, storage.count)
        storage.reserveCapacity(storage.count + added)
        storage.append(contentsOf: repeatElement(0, count: added))
    }
}

extension JSONWriter {
    /// Writes one ASCII character or other byte as it is.
    @inline(__always)
    package mutating func writeRaw(_ byte: UInt8) {
        append(upTo: 1) { target in
            target[0] = byte
            return 1
        }
    }

    /// Writes text as it is: punctuation and white space between values.
    @inline(__always)
    package mutating func writeRaw(_ text: StaticString) {
        writeRaw(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes bytes as they are, such as a value that `JSONScanner.captureValue` returned.
    package mutating func writeRaw(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { writeRaw($0) }
    }

    /// Writes bytes as they are.
    @inline(__always)
    package mutating func writeRaw(_ bytes: UnsafeRawBufferPointer) {
        append(upTo: bytes.count) { target in
            target.copyMemory(from: bytes)
            return bytes.count
        }
    }

    /// Writes a key with the colon and the space after it.
    package mutating func writeKey(_ key: String) {
        writeString(key)
        writeRaw(": ")
    }

    /// Writes a key of `table` with the colon and the space after it.
    @inline(__always)
    package mutating func writeKey(_ index: Int, of table: JSONKeyTable) {
        let range = table.writtenStarts[index]..<table.writtenStarts[index + 1]
        table.writtenBytes.withUnsafeBytes { writeRaw(UnsafeRawBufferPointer(rebasing: $0[range])) }
        writeRaw(": ")
    }
}
