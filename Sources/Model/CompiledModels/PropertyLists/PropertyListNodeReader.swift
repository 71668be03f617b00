/// Reads the objects of a binary property list, one by one.
struct PropertyListNodeReader {
    private let bytes: [UInt8]
    private let trailer: PropertyListTrailer
    /// The number of bytes that objects can still claim: in total, as many as the file has.
    private var unclaimedByteCount: Int

    init(_ bytes: [UInt8], _ trailer: PropertyListTrailer) {
        self.bytes = bytes
        self.trailer = trailer
        unclaimedByteCount = trailer.tableOffset
    }

    mutating func node(_ number: Int) throws(CompiledModelError) -> PropertyListNode {
        let entry = trailer.tableOffset + number * trailer.offsetByteCount
        guard let offset = Int(exactly: integer(entry..<(entry + trailer.offsetByteCount))),
            offset >= 8, offset < trailer.tableOffset
        else { throw damage("an object is outside the file", at: entry) }
        var cursor = offset
        let node = try node(at: &cursor)
        unclaimedByteCount -= cursor - offset
        guard unclaimedByteCount >= 0 else { throw damage("objects overlap", at: offset) }
        return node
    }

    private func node(at cursor: inout Int) throws(CompiledModelError) -> PropertyListNode {
        let marker = bytes[cursor]
        let start = cursor
        cursor += 1
        switch marker {
        case 0x00: return .null
        case 0x08: return .boolean(false)
        case 0x09: return .boolean(true)
        case 0x10...0x13:
            return .integer(Int64(bitPattern: integer(try claim(1 << Int(marker & 0x0F), at: &cursor))))
        case 0x14:
            let range = try claim(16, at: &cursor)
            let value = integer(range)
            let isNegative = bytes[range.lowerBound] & 0x80 != 0
            return isNegative || value <= UInt64(Int64.max) ? .integer(Int64(bitPattern: value)) : .unsigned(value)
        case 0x22: return .single(Float(bitPattern: UInt32(integer(try claim(4, at: &cursor)))))
        case 0x23: return .real(Double(bitPattern: integer(try claim(8, at: &cursor))))
        case 0x33: return .date(Double(bitPattern: integer(try claim(8, at: &cursor))))
        case 0x80...0x8F:
            let value = integer(try claim(Int(marker & 0x0F) + 1, at: &cursor))
            guard let index = Int(exactly: value) else { throw damage("a reference is too large", at: start) }
            return .reference(index)
        default: break
        }
        let count = try count(marker, at: &cursor)
        switch marker >> 4 {
        case 0x4: return .data(Array(bytes[try claim(count, at: &cursor)]))
        case 0x5, 0x7: return .string(String(decoding: bytes[try claim(count, at: &cursor)], as: UTF8.self))
        case 0x6: return .string(utf16(try claim(count, ofBytes: 2, at: &cursor)))
        case 0xA: return .array(try members(count, at: &cursor))
        case 0xB, 0xC: return .set(try members(count, at: &cursor))
        case 0xD: return .dictionary(keys: try members(count, at: &cursor), values: try members(count, at: &cursor))
        default: throw damage("unknown marker \(marker)", at: start)
        }
    }

    /// The number of bytes, characters, or members: in the marker, or in an integer after it.
    private func count(_ marker: UInt8, at cursor: inout Int) throws(CompiledModelError) -> Int {
        guard marker & 0x0F == 0x0F else { return Int(marker & 0x0F) }
        let start = cursor
        let size = bytes[try claim(1, at: &cursor)].first ?? 0
        guard (0x10...0x13).contains(size),
            let count = Int(exactly: integer(try claim(1 << Int(size & 0x0F), at: &cursor)))
        else { throw damage("a count is not valid", at: start) }
        return count
    }

    private func members(_ count: Int, at cursor: inout Int) throws(CompiledModelError) -> [Int] {
        let width = trailer.referenceByteCount
        let range = try claim(count, ofBytes: width, at: &cursor)
        var members: [Int] = []
        members.reserveCapacity(count)
        for start in stride(from: range.lowerBound, to: range.upperBound, by: width) {
            guard let member = Int(exactly: integer(start..<(start + width))), member < trailer.objectCount else {
                throw damage("a member does not exist", at: start)
            }
            members.append(member)
        }
        return members
    }

    private func utf16(_ range: Range<Int>) -> String {
        let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// The next bytes, which must be before the table of offsets.
    private func claim(
        _ count: Int, ofBytes width: Int = 1, at cursor: inout Int
    ) throws(CompiledModelError) -> Range<Int> {
        guard count <= (trailer.tableOffset - cursor) / width else {
            throw damage("an object is longer than the file", at: cursor)
        }
        let start = cursor
        cursor += count * width
        return start..<cursor
    }

    /// A big-endian number. If it has more than 8 bytes, the last ones count.
    private func integer(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }

    private func damage(_ message: String, at offset: Int) -> CompiledModelError {
        CompiledModelError(.damagedPropertyList, message, at: "byte \(offset)")
    }
}
