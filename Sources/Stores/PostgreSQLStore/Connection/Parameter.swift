import Foundation
import ObjectGraph
import SQLStore

/// A value that is bound to a statement, in the server's binary form.
struct Parameter: Sendable {
    /// The type on the server.
    let type: ServerType
    /// Nil for null.
    let bytes: ValueBytes?

    /// The maximum size of a value, and of the values in a message, in bytes: the server's limit less the overhead.
    static let maximumByteCount = (1 << 30) - (1 << 16)

    /// - Parameter bytes: Nil for null.
    init(_ type: ServerType, _ bytes: ValueBytes?) {
        self.type = type
        self.bytes = bytes
    }

    /// - Parameter bytes: Nil for null.
    init(_ type: ServerType, _ bytes: [UInt8]?) { self.init(type, bytes.map(ValueBytes.array)) }

    init(_ number: Int64) { self.init(.bigint, number.bigEndianBytes) }
    init(_ number: Double) { self.init(.double, number.bitPattern.bigEndianBytes) }
    init(_ text: String?) { self.init(.text, text.map { Array($0.utf8) }) }
    init(_ identifier: UUID) { self.init(.uuid, identifier.bytes) }

    /// Creates a parameter from a value of a query.
    init(_ value: SQLValue) {
        switch value {
        case .null: self.init(.text, nil as ValueBytes?)
        case .integer(let number): self.init(number)
        case .real(let number): self.init(number)
        case .text(let text): self.init(.text, StoredText.bytes(of: text))
        case .uuid(let identifier): self.init(identifier)
        }
    }

    /// Creates a list of keys.
    init(keys: some Sequence<Int64>) {
        var list = ListParameter(.bigint)
        for key in keys { list.append(key) }
        self = list.parameter
    }
}

/// The bytes of a value in the server's binary form.
enum ValueBytes: Sendable {
    case array([UInt8])
    /// A large value of an object, which is sent without being copied.
    case data(Data)

    /// The minimum size of data that is not copied. Less data is copied faster than it is handled on its own.
    private static let leastDataSizeBytes = 1 << 16

    /// Creates the bytes of binary data.
    init(_ data: Data) {
        self = data.count >= Self.leastDataSizeBytes ? .data(data) : .array(Array(data))
    }

    var count: Int {
        switch self {
        case .array(let bytes): bytes.count
        case .data(let data): data.count
        }
    }
}

/// A list of values of one type as one parameter, so that a statement can handle any number of rows.
struct ListParameter {
    private let type: ServerType
    /// The server's form of a list. Its header is filled in at the end.
    private var bytes = [UInt8](repeating: 0, count: Self.headLength)
    private var count: Int32 = 0
    private var hasNull = false
    /// The first value if it is large and the only one so far, because a list of one value is sent as the value.
    private var onlyData: Data?

    /// The number of dimensions, whether a value is null, the type, the length, and the first index.
    private static let headLength = 5 * MemoryLayout<Int32>.size

    init(_ type: ServerType) {
        self.type = type
    }

    /// - Parameter value: Nil for null.
    mutating func append(_ value: ValueBytes?) {
        switch value {
        case .array(let bytes): append(bytesOf: bytes)
        case .data(let data) where count == 0:
            count = 1
            onlyData = data
        case .data(let data): append(bytesOf: data)
        case nil: appendNull()
        }
    }

    mutating func appendNull() {
        copyOnlyData()
        count += 1
        hasNull = true
        put(Int32(-1))
    }

    mutating func append(_ number: some FixedWidthInteger) {
        count += 1
        put(Int32(number.bitWidth / 8))
        put(number)
    }

    mutating func append(bytesOf value: some Collection<UInt8>) {
        copyOnlyData()
        count += 1
        put(bytesOf: value)
    }

    /// Puts a large value into the list, because another one follows.
    private mutating func copyOnlyData() {
        guard let data = onlyData else { return }
        onlyData = nil
        put(bytesOf: data)
    }

    private mutating func put(bytesOf value: some Collection<UInt8>) {
        // Parameters with more bytes than the server accepts are rejected before they are sent.
        put(Int32(clamping: value.count))
        bytes.append(contentsOf: value)
    }

    @inline(__always)
    private mutating func put(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// The value of a list that contains only one.
    var onlyValue: Parameter {
        if let onlyData { return Parameter(type, ValueBytes.data(onlyData)) }
        let length = MemoryLayout<Int32>.size
        return Parameter(type, hasNull ? nil : Array(bytes[(Self.headLength + length)...]))
    }

    /// The list, with indexes from 1; without dimensions if it is empty.
    var parameter: Parameter {
        if onlyData != nil {
            var copy = self
            copy.copyOnlyData()
            return copy.parameter
        }
        var head: [Int32] = count == 0 ? [0, 0] : [1, hasNull ? 1 : 0]
        head.append(Int32(bitPattern: type.number))
        if count > 0 { head += [count, 1] }
        let start = head.flatMap(\.bigEndianBytes)
        if count == 0 { return Parameter(type.list, start) }
        var all = bytes
        all.replaceSubrange(0..<Self.headLength, with: start)
        return Parameter(type.list, all)
    }
}

/// A type of bound values and results.
struct ServerType: Hashable, Sendable {
    /// The number of the type on the server.
    let number: UInt32
    /// The number of its array type; 0 for an array type.
    private let listNumber: UInt32
    /// The name of the type in SQL.
    let name: String

    private static let wholeNumbers: Set<UInt32> = [smallint.number, integer.number, bigint.number]
    /// `text`, `character` and `character varying`.
    private static let texts: Set<UInt32> = [text.number, 1042, 1043]

    /// Returns whether values of a type, by its number, can be read as this one. Integers can be of any width.
    func reads(_ number: UInt32) -> Bool {
        number == self.number
            || [Self.wholeNumbers, Self.texts].contains { $0.contains(number) && $0.contains(self.number) }
    }

    /// The array type of this type.
    var list: ServerType { ServerType(number: listNumber, listNumber: 0, name: name + "[]") }

    static let boolean = ServerType(number: 16, listNumber: 1000, name: "boolean")
    static let bytes = ServerType(number: 17, listNumber: 1001, name: "bytea")
    static let bigint = ServerType(number: 20, listNumber: 1016, name: "bigint")
    static let smallint = ServerType(number: 21, listNumber: 1005, name: "smallint")
    static let integer = ServerType(number: 23, listNumber: 1007, name: "integer")
    static let text = ServerType(number: 25, listNumber: 1009, name: "text")
    static let real = ServerType(number: 700, listNumber: 1021, name: "real")
    static let double = ServerType(number: 701, listNumber: 1022, name: "double precision")
    static let timestamp = ServerType(number: 1184, listNumber: 1185, name: "timestamptz")
    static let uuid = ServerType(number: 2950, listNumber: 2951, name: "uuid")
    static let numeric = ServerType(number: 1700, listNumber: 1231, name: "numeric")
    static let json = ServerType(number: 114, listNumber: 199, name: "json")
    static let jsonb = ServerType(number: 3802, listNumber: 3807, name: "jsonb")
}

extension FixedWidthInteger {
    /// The bytes in network order.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
