/// A property list in Apple's binary form, version 00, with the references of keyed archives.
///
/// Reading is linear in the number of bytes, also where they are hostile: no object may claim bytes that another one
/// has, in sum, and nothing follows a reference from one object to the next.
///
/// Source: the form as public property lists have it; Apple's documentation names it `NSPropertyListBinaryFormat_v1_0`.
struct BinaryPropertyList {
    /// All objects, in the order of the table of offsets.
    let nodes: [PropertyListNode]
    /// The number of the object that holds the others.
    let root: Int

    /// How many members all containers have together.
    var referenceCount: Int {
        nodes.reduce(0) { count, node in
            switch node {
            case .array(let members): count + members.count
            case .dictionary(let keys, _): count + 2 * keys.count
            default: count
            }
        }
    }

    /// Reads a whole file.
    init(_ bytes: [UInt8]) throws(CompiledModelError) {
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

/// The last 32 bytes: how wide numbers are, and where the objects are listed.
struct PropertyListTrailer {
    static let byteCount = 32

    let offsetByteCount: Int
    let referenceByteCount: Int
    let objectCount: Int
    let root: Int
    let tableOffset: Int

    /// Reads the trailer, and makes sure that the table of offsets lies in front of it.
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
            throw CompiledModelError(
                .damagedPropertyList, "the trailer does not match the file", at: "byte \(start)")
        }
        self.objectCount = objectCount
        self.root = root
        self.tableOffset = tableOffset
    }
}
