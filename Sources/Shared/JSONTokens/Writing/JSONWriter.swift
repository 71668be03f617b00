/// Writes JSON into a buffer of bytes, token by token.
///
/// The same values always give the same bytes. The caller is responsible for commas, colons between `writeRaw` calls,
/// line breaks, and nesting, because these depend on the file format.
///
/// Unsafe: the buffer is memory of the writer, which cannot be copied, so a token costs one comparison of lengths. All
/// bytes pass through `append(upTo:_:)`, which reserves the space for them first.
@usableFromInline
package struct JSONWriter: ~Copyable {
    /// The memory. Only the writer changes it, also where its code is inlined; the same is true for the numbers below.
    @usableFromInline
    package var start: UnsafeMutableRawPointer
    /// The number of bytes that the memory has room for.
    @usableFromInline
    package var capacity: Int
    /// The number of written bytes. Any bytes after them are leftovers.
    @usableFromInline
    package var count = 0

    /// Creates an empty writer with space for `capacity` bytes.
    package init(capacity: Int = 256) {
        self.capacity = max(capacity, 64)
        start = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit { start.deallocate() }

    /// The bytes written so far, as a copy.
    package var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: start, count: count)) }

    /// Ends writing and returns the bytes.
    package consuming func finish() -> [UInt8] { bytes }

    /// Calls `body` with the bytes written so far, without a copy. They are valid during the call only.
    @inlinable
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Removes the written bytes, and keeps their memory.
    package mutating func removeAll() { count = 0 }

    /// Appends bytes that `body` writes.
    ///
    /// `body` receives memory for `capacity` bytes, and returns the number of bytes that it wrote.
    @inline(__always) @inlinable
    package mutating func append(upTo capacity: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) {
        if self.capacity - count < capacity { grow(by: capacity) }
        count += body(UnsafeMutableRawBufferPointer(start: start + count, count: capacity))
    }

    /// Makes room for `added` bytes.
    @inline(never) @usableFromInline
    package mutating func grow(by added: Int) {
        let capacity = capacity + max(added, capacity)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: start, byteCount: count)
        start.deallocate()
        start = larger
        self.capacity = capacity
    }
}

extension JSONWriter {
    /// Writes one ASCII character or other byte unchanged.
    @inline(__always) @inlinable
    package mutating func writeRaw(_ byte: UInt8) {
        append(upTo: 1) { target in
            target[0] = byte
            return 1
        }
    }

    /// Writes text unchanged: punctuation and white space between values.
    @inline(__always) @inlinable
    package mutating func writeRaw(_ text: StaticString) {
        writeRaw(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes bytes unchanged, such as a value that `JSONScanner.captureValue` returned.
    package mutating func writeRaw(_ bytes: [UInt8]) { bytes.withUnsafeBytes { writeRaw($0) } }

    /// Writes bytes unchanged.
    @inline(__always) @inlinable
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

    /// Writes a key after a separator from the previous member.
    package mutating func writeMember(_ key: String, after separator: StaticString = ", ") {
        writeRaw(separator)
        writeKey(key)
    }

    /// Writes an array on one line; `write` writes each element.
    @inlinable
    package mutating func writeArray<Element>(
        _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) throws -> Void
    ) rethrows {
        writeRaw("[")
        try writeSeparated(elements, write)
        writeRaw("]")
    }

    /// Writes an object on one line; `write` writes the key and the value of each member.
    @inlinable
    package mutating func writeObject<Member>(
        _ members: some Sequence<Member>, _ write: (inout JSONWriter, Member) throws -> Void
    ) rethrows {
        writeRaw("{")
        try writeSeparated(members, write)
        writeRaw("}")
    }

    @inlinable
    mutating func writeSeparated<Element>(
        _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) throws -> Void
    ) rethrows {
        var isFirst = true
        for element in elements {
            if !isFirst { writeRaw(", ") }
            isFirst = false
            try write(&self, element)
        }
    }

    /// Writes a key of `table` with the colon and the space after it.
    @inline(__always) @inlinable
    package mutating func writeKey(_ index: Int, of table: JSONKeyTable) {
        let range = table.memberStarts[index] + JSONKeyTable.separatorCount..<table.memberStarts[index + 1]
        table.memberBytes.withUnsafeBytes { writeRaw(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// Writes a comma, a space, and a key of `table` with the colon and the space after it.
    @inline(__always) @inlinable
    package mutating func writeMember(_ index: Int, of table: JSONKeyTable) {
        let start = table.memberStarts[index]
        let length = table.memberStarts[index + 1] - start
        // Sixteen at a time, with some meaningless bytes after the last: the table has enough readable bytes there.
        append(upTo: length + 16) { target in
            table.memberBytes.withUnsafeBytes { members in
                var offset = 0
                repeat {
                    let block = members.loadUnaligned(fromByteOffset: start + offset, as: SIMD16<UInt8>.self)
                    target.storeBytes(of: block, toByteOffset: offset, as: SIMD16<UInt8>.self)
                    offset += 16
                } while offset < length
            }
            return length
        }
    }
}
