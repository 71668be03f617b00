/// A property list in Apple's binary form, version 00, with the references of keyed archives.
///
/// Reading takes linear time, even for malicious bytes: objects cannot claim more bytes in total than the file has, and
/// reading follows no references between objects.
///
/// Source: public property lists; Apple's documentation calls the form `NSPropertyListBinaryFormat_v1_0`.
package struct BinaryPropertyList {
    /// All objects, in the order of the table of offsets.
    package let nodes: [PropertyListNode]
    /// The number of the object that contains the others.
    package let root: Int

    /// The members of a dictionary whose keys are strings, by key; nil for a node that is not a dictionary.
    package func members(of number: Int) -> [String: Int]? {
        guard case .dictionary(let keys, let values) = nodes[number] else { return nil }
        return zip(keys, values).reduce(into: [:]) { members, entry in
            if case .string(let name) = nodes[entry.0] { members[name] = entry.1 }
        }
    }

    /// The number of members of all containers together.
    var referenceCount: Int {
        nodes.reduce(0) { count, node in
            switch node {
            case .array(let members), .set(let members): count + members.count
            case .dictionary(let keys, _): count + 2 * keys.count
            default: count
            }
        }
    }

    /// Creates a list of values that were read from another form.
    init(nodes: [PropertyListNode], root: Int) {
        self.nodes = nodes
        self.root = root
    }

    /// Reads a whole file.
    ///
    /// - Throws: The problem with its position.
    package init(_ bytes: [UInt8]) throws(CompiledModelError) {
        guard bytes.starts(with: Array("bplist00".utf8)) else {
            throw CompiledModelError(.damagedPropertyList, "it is not a binary property list", at: "byte 0")
        }
        let trailer = try PropertyListTrailer(of: bytes)
        var reader = PropertyListNodeReader(bytes, trailer)
        var nodes: [PropertyListNode] = []
        nodes.reserveCapacity(trailer.objectCount)
        for number in 0..<trailer.objectCount { nodes.append(try reader.node(number)) }
        self.nodes = nodes
        root = trailer.root
    }
}

/// The last 32 bytes: the width of numbers, and the location of the table of objects.
struct PropertyListTrailer {
    static let byteCount = 32

    let offsetByteCount: Int
    let referenceByteCount: Int
    let objectCount: Int
    let root: Int
    let tableOffset: Int

    /// Reads the trailer, and checks that the table of offsets is before it.
    init(of bytes: [UInt8]) throws(CompiledModelError) {
        let start = bytes.count - Self.byteCount
        guard start >= 8 else {
            throw CompiledModelError(.damagedPropertyList, "it is truncated", at: "byte \(bytes.count)")
        }
        offsetByteCount = Int(bytes[start + 6])
        referenceByteCount = Int(bytes[start + 7])
        func number(_ offset: Int) -> Int? {
            Int(exactly: bytes[(start + offset)..<(start + offset + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
        guard (1...8).contains(offsetByteCount), (1...8).contains(referenceByteCount),
            let objectCount = number(8), let root = number(16), let tableOffset = number(24),
            objectCount > 0, root < objectCount, tableOffset >= 8, tableOffset <= start,
            objectCount <= (start - tableOffset) / offsetByteCount
        else {
            throw CompiledModelError(.damagedPropertyList, "the trailer does not match the file", at: "byte \(start)")
        }
        self.objectCount = objectCount
        self.root = root
        self.tableOffset = tableOffset
    }
}

/// A value of a binary property list. Containers contain the numbers of their members, so a list is flat.
package enum PropertyListNode {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// A number above the largest signed one.
    case unsigned(UInt64)
    case real(Double)
    /// A number of 32 bits that can have a fraction.
    case single(Float)
    /// Seconds since 2001-01-01 00:00:00 UTC.
    case date(Double)
    case data([UInt8])
    case string(String)
    /// A reference in a keyed archive: an index of its objects.
    case reference(Int)
    /// The members of an array, by number.
    case array([Int])
    /// The members of a set, by number.
    case set([Int])
    /// Keys and values, by number, in the order of the file.
    case dictionary(keys: [Int], values: [Int])
}
