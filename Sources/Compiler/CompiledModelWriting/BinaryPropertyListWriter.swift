import CompiledModels

/// Writes a property list in Apple's binary form, version 00.
///
/// Equal scalars are one object of the list. The order of the objects follows from the order of the calls, so equal
/// values give equal bytes.
struct BinaryPropertyListWriter {
    private var nodes: [PropertyListNode] = []
    private var numbersOfScalars: [Scalar: Int] = [:]

    /// A value of a list that occurs only once.
    private enum Scalar: Hashable {
        case string(String), integer(Int64), real(UInt64), single(UInt32), reference(Int), boolean(Bool)
    }

    /// Adds a value whose members have been added before, and returns its number.
    mutating func add(_ node: PropertyListNode) -> Int {
        let scalar: Scalar? =
            switch node {
            case .string(let text): .string(text)
            case .integer(let value): .integer(value)
            case .real(let value): .real(value.bitPattern)
            case .single(let value): .single(value.bitPattern)
            case .reference(let index): .reference(index)
            case .boolean(let value): .boolean(value)
            case .null, .unsigned, .date, .data, .array, .set, .dictionary: nil
            }
        if let scalar, let number = numbersOfScalars[scalar] { return number }
        nodes.append(node)
        if let scalar { numbersOfScalars[scalar] = nodes.count - 1 }
        return nodes.count - 1
    }

    /// Adds a dictionary of values that have been added before, and returns its number.
    mutating func add(_ members: [(key: String, number: Int)]) -> Int {
        let keys = members.map { add(.string($0.key)) }
        return add(.dictionary(keys: keys, values: members.map(\.number)))
    }

    /// Returns the whole file.
    ///
    /// - Parameter root: The number of the value that contains the others.
    func bytes(root: Int) -> [UInt8] {
        let width = Self.byteCount(of: nodes.count)
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        offsets.reserveCapacity(nodes.count)
        for node in nodes {
            offsets.append(bytes.count)
            Self.append(node, to: &bytes, referenceByteCount: width)
        }
        let tableOffset = bytes.count
        let offsetWidth = Self.byteCount(of: tableOffset)
        for offset in offsets { Self.append(offset, byteCount: offsetWidth, to: &bytes) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(width)]
        for number in [nodes.count, root, tableOffset] { Self.append(number, byteCount: 8, to: &bytes) }
        return bytes
    }

    private static func append(_ node: PropertyListNode, to bytes: inout [UInt8], referenceByteCount: Int) {
        switch node {
        case .null: bytes.append(0x00)
        case .boolean(let value): bytes.append(value ? 0x09 : 0x08)
        case .integer(let value): append(value, to: &bytes)
        case .unsigned(let value):
            bytes.append(0x14)
            append(0, byteCount: 8, to: &bytes)
            append(Int(bitPattern: UInt(value)), byteCount: 8, to: &bytes)
        case .real(let value):
            bytes.append(0x23)
            append(Int(bitPattern: UInt(value.bitPattern)), byteCount: 8, to: &bytes)
        case .single(let value):
            bytes.append(0x22)
            append(Int(value.bitPattern), byteCount: 4, to: &bytes)
        case .date(let seconds):
            bytes.append(0x33)
            append(Int(bitPattern: UInt(seconds.bitPattern)), byteCount: 8, to: &bytes)
        case .reference(let index):
            let width = byteCount(of: index)
            bytes.append(0x80 | UInt8(width - 1))
            append(index, byteCount: width, to: &bytes)
        case .data(let data):
            appendHead(0x40, count: data.count, to: &bytes)
            bytes += data
        case .string(let text) where text.utf8.allSatisfy { $0 < 0x80 }:
            appendHead(0x50, count: text.utf8.count, to: &bytes)
            bytes += text.utf8
        case .string(let text):
            appendHead(0x60, count: text.utf16.count, to: &bytes)
            for unit in text.utf16 { append(Int(unit), byteCount: 2, to: &bytes) }
        case .array(let members):
            appendHead(0xA0, count: members.count, to: &bytes)
            for member in members { append(member, byteCount: referenceByteCount, to: &bytes) }
        case .set(let members):
            appendHead(0xC0, count: members.count, to: &bytes)
            for member in members { append(member, byteCount: referenceByteCount, to: &bytes) }
        case .dictionary(let keys, let values):
            appendHead(0xD0, count: keys.count, to: &bytes)
            for member in keys + values { append(member, byteCount: referenceByteCount, to: &bytes) }
        }
    }

    /// The marker of a value with its count, which follows in an integer if it does not fit.
    private static func appendHead(_ marker: UInt8, count: Int, to bytes: inout [UInt8]) {
        guard count >= 15 else { return bytes.append(marker | UInt8(count)) }
        bytes.append(marker | 0x0F)
        append(Int64(count), to: &bytes)
    }

    /// An integer in the least width that holds it; a negative one takes 8 bytes.
    private static func append(_ value: Int64, to bytes: inout [UInt8]) {
        let width = value < 0 ? 8 : byteCount(of: Int(value))
        bytes.append(0x10 | UInt8(width.trailingZeroBitCount))
        append(Int(value), byteCount: width, to: &bytes)
    }

    /// The number of bytes for numbers up to a value: 1, 2, 4, or 8.
    private static func byteCount(of value: Int) -> Int {
        switch value {
        case ...0xFF: 1
        case ...0xFFFF: 2
        case ...0xFFFF_FFFF: 4
        default: 8
        }
    }

    /// A big-endian number.
    private static func append(_ value: Int, byteCount: Int, to bytes: inout [UInt8]) {
        for place in (0..<byteCount).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
    }
}
