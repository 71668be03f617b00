import ObjectGraph

/// Rows to copy into a table with `COPY`. They are sent in parts,
/// so that the server writes some while more are produced.
struct CopiedRows: RowDestination {
    private var bytes: [UInt8]
    private var rowStart = 0
    private let columnCount: Int16
    private let location: String
    private let send: (UnsafeRawBufferPointer) throws -> Void

    /// The approximate number of bytes to send at a time.
    private static let pieceLength = 1 << 16
    /// The maximum size of a message, in bytes. A row may span several messages.
    private static let maximumMessageLength = 1 << 24
    /// The header of every copy: the signature, the flags, and the length of its extension.
    private static let head: [UInt8] =
        Array("PGCOPY\n\u{FF}\r\n\0".unicodeScalars.map { UInt8($0.value) }) + [UInt8](repeating: 0, count: 8)

    /// - Parameters:
    ///   - columnCount: The number of values in each row.
    ///   - location: The name of the database for messages.
    ///   - send: Sends bytes to the server.
    init(columnCount: Int, location: String, send: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        bytes = Self.head
        bytes.reserveCapacity(Self.pieceLength * 2)
        self.columnCount = Int16(columnCount)
        self.location = location
        self.send = send
        beginRow()
    }

    mutating func append(_ value: ValueBytes?, at column: Int) {
        switch value {
        case .array(let bytes): append(bytesOf: bytes, at: column)
        case .data(let data): append(bytesOf: data, at: column)
        case nil: appendNull(at: column)
        }
    }

    mutating func append(_ number: some FixedWidthInteger, at column: Int) {
        put(Int32(number.bitWidth / 8))
        put(number)
    }

    mutating func append(bytesOf value: some Collection<UInt8>, at column: Int) {
        // A value with more bytes than the server accepts is rejected at the end of its row.
        put(Int32(clamping: value.count))
        bytes.append(contentsOf: value)
    }

    mutating func appendNull(at column: Int) { put(Int32(-1)) }

    mutating func endRow() throws {
        guard bytes.count - rowStart <= Parameter.maximumByteCount else {
            throw StoreError(
                .unusableValue, location: location, "a row exceeds 1 GB, the most that PostgreSQL accepts at once")
        }
        if bytes.count >= Self.pieceLength { try flush() }
        beginRow()
    }

    /// Sends the remaining bytes, and the end of the rows.
    mutating func end() throws {
        bytes.removeLast(bytes.count - rowStart)
        put(Int16(-1))
        try flush()
    }

    private mutating func beginRow() {
        rowStart = bytes.count
        put(columnCount)
    }

    private mutating func flush() throws {
        try bytes.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: Self.maximumMessageLength) {
                let end = min(start + Self.maximumMessageLength, bytes.count)
                try send(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            }
        }
        bytes.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    private mutating func put(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
}
