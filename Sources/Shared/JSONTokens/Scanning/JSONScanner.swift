/// Reads JSON straight from UTF-8 bytes, value by value, without building a tree.
///
/// Strict RFC 8259: no comments, no trailing commas, no byte order mark, no lone surrogates, no ill-formed UTF-8. The
/// caller requests the next value, and gets it or a `JSONError`:
///
/// ```swift
/// let names = try JSONScanner.scan(bytes) { scanner in
///     var names: [String] = []
///     try scanner.readObject { scanner, key in
///         if key == "names" {
///             try scanner.readArray { scanner in names.append(try scanner.readString()) }
///         } else {
///             try scanner.skipValue()
///         }
///     }
///     return names
/// }
/// ```
///
/// Keys come in the order of the file, including repeated ones, whose meaning is the caller's decision. After an error,
/// the scanner is unusable.
///
/// Unsafe: the scanner has a pointer, so every read is one load. The pointer is valid while `scan` runs, and `scan` is
/// the only way to get a scanner, which cannot be copied out of it. `offset` never exceeds `bytes.count`, and each read
/// checks `bytes.count` before it loads. Only the scanner's own functions change its state, which is `package`
/// because they are inlined into other targets.
@usableFromInline
package struct JSONScanner: ~Copyable {
    /// The scanned bytes.
    @usableFromInline
    package let bytes: UnsafeRawBufferPointer
    /// The offset of the next byte to read.
    @usableFromInline
    package var offset = 0
    /// The number of open objects and arrays.
    @usableFromInline
    package var depth = 0
    /// The maximum number of open objects and arrays.
    package let maximumDepth: Int
    /// Whether an object or array was started and none of its members read, so no comma may come.
    @usableFromInline
    package var isAtFirstMember = false
    /// The offset of the last key that was read.
    @usableFromInline
    package var keyOffset = 0
    /// The number of the probable next key in a table of keys.
    @usableFromInline
    package var likelyKey = 0

    /// Creates a scanner, for ``scan(_:maximumDepth:isWhole:_:)`` only: the bytes must outlive it.
    @usableFromInline
    package init(_ bytes: UnsafeRawBufferPointer, maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    /// Reads the one JSON value in `bytes` with `body`, which must consume all of it.
    ///
    /// Throws a `JSONError` for a byte order mark and for anything but white space after the value, and the errors of
    /// `body`.
    ///
    /// - Parameter isWhole: False if `body` can leave the rest of the value unread.
    @inlinable
    package static func scan<Result>(
        _ bytes: UnsafeRawBufferPointer, maximumDepth: Int = 128, isWhole: Bool = true,
        _ body: (inout JSONScanner) throws -> Result
    ) throws -> Result {
        var scanner = JSONScanner(bytes, maximumDepth: maximumDepth)
        try scanner.refuseByteOrderMark()
        let result = try body(&scanner)
        if isWhole { try scanner.expectEnd() }
        return result
    }

    /// Reads the one JSON value in `bytes` with `body`, which must consume all of it.
    @inlinable
    package static func scan<Result>(
        _ bytes: [UInt8], maximumDepth: Int = 128, _ body: (inout JSONScanner) throws -> Result
    ) throws -> Result {
        try bytes.withUnsafeBytes { try scan($0, maximumDepth: maximumDepth, body) }
    }

    /// Reads some elements of an array with `body`, from a part of a text that contains only them and commas.
    ///
    /// - Parameter depth: The nesting depth of the text at the start of the part.
    @inlinable
    package static func scanElements<Result>(
        _ bytes: UnsafeRawBufferPointer, depth: Int, maximumDepth: Int = 128,
        _ body: (inout JSONScanner) throws -> Result
    ) throws -> Result {
        var scanner = JSONScanner(bytes, maximumDepth: maximumDepth)
        scanner.depth = depth
        return try body(&scanner)
    }

    /// The kind of the next value, which stays unread.
    package mutating func peek() throws(JSONError) -> JSONKind {
        guard let byte = nextSignificantByte() else { throw unexpectedByte(expected: "a value") }
        guard let kind = JSONKind(firstByte: byte) else { throw unexpectedByte(expected: "a value") }
        return kind
    }

    /// Throws an error if the bytes start with a byte order mark.
    @usableFromInline
    package func refuseByteOrderMark() throws(JSONError) {
        let start = bytes.prefix(3)
        if start.elementsEqual([0xEF, 0xBB, 0xBF]) {
            throw error(
                .byteOrderMark, "the text starts with a byte order mark", expected: "UTF-8 without a byte order mark")
        }
        if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) {
            throw error(.byteOrderMark, "the text starts with a byte order mark of UTF-16", expected: "UTF-8")
        }
    }

    /// Throws an error for anything but white space.
    @usableFromInline
    package mutating func expectEnd() throws(JSONError) {
        guard nextSignificantByte() != nil else { return }
        throw error(
            .trailingContent, "unexpected \(describeByte(at: offset)) after the end of the value", expected: "the end")
    }

    /// Skips white space and returns the byte after it, which stays unread; nil at the end.
    @inline(__always) @inlinable
    package mutating func nextSignificantByte() -> UInt8? {
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte > ASCII.space { return byte }
            guard
                byte == ASCII.space || byte == ASCII.lineFeed || byte == ASCII.carriageReturn || byte == ASCII.tab
            else { return byte }
            offset += 1
        }
        return nil
    }
}
