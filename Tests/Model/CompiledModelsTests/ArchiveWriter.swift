/// Writes archives as `NSKeyedArchiver` does, in the binary form of property lists.
struct ArchiveWriter {
    /// A value of a property list, whose containers hold the numbers of their members.
    private enum Node {
        case boolean(Bool), integer(Int64), real(Double), string(String), data([UInt8]), reference(Int)
        case array([Int]), dictionary([(Int, Int)])
    }

    private var nodes: [Node] = []
    /// The numbers of the archive's objects.
    private var objects: [Int] = []
    private var labels: [String: Int] = [:]

    /// The bytes of an archive of a value.
    static func bytes(of root: Archived) -> [UInt8] {
        var writer = ArchiveWriter()
        writer.objects.append(writer.add(.string("$null")))
        let index = writer.object(root)
        let list = writer.dictionary([
            ("$version", .integer(100_000)), ("$archiver", .string("NSKeyedArchiver")),
            ("$objects", .array(writer.objects)),
        ])
        let top = writer.dictionary([("root", .reference(index))])
        guard case .dictionary(var members) = list, case .dictionary = top else { return [] }
        members.append((writer.add(.string("$top")), writer.add(top)))
        let number = writer.add(.dictionary(members))
        return writer.bytes(root: number)
    }

    private mutating func add(_ node: Node) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    private mutating func dictionary(_ members: [(String, Node)]) -> Node {
        .dictionary(members.map { (add(.string($0.0)), add($0.1)) })
    }

    /// The index of a value among the objects.
    private mutating func object(_ value: Archived) -> Int {
        switch value {
        case .null: return 0
        case .reference(let label): return labels[label] ?? place(of: label)
        case .labelled(let label, let value): return fill(labels[label] ?? place(of: label), with: value)
        default: return fill(place(of: nil), with: value)
        }
    }

    private mutating func place(of label: String?) -> Int {
        objects.append(add(.boolean(false)))
        if let label { labels[label] = objects.count - 1 }
        return objects.count - 1
    }

    private mutating func fill(_ index: Int, with value: Archived) -> Int {
        nodes[objects[index]] = node(value)
        return index
    }

    private mutating func node(_ value: Archived) -> Node {
        switch value {
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .real(let value): return .real(value)
        case .string(let value): return .string(value)
        case .data(let value): return .data(value)
        case .list(let members): return instance("NSArray", [("NS.objects", .array(references(members)))])
        case .table(let entries):
            return instance(
                "NSDictionary",
                [
                    ("NS.keys", .array(references(entries.map { .string($0.0) }))),
                    ("NS.objects", .array(references(entries.map(\.1)))),
                ])
        case .object(let name, let members):
            return instance(name, members.map { key, value in (key, inline(value)) })
        case .null, .labelled, .reference: return .reference(object(value))
        }
    }

    /// Numbers lie in an object itself, everything else is referred to.
    private mutating func inline(_ value: Archived) -> Node {
        switch value {
        case .boolean, .integer, .real: node(value)
        default: .reference(object(value))
        }
    }

    private mutating func references(_ members: [Archived]) -> [Int] {
        members.map { add(.reference(object($0))) }
    }

    private mutating func instance(_ name: String, _ members: [(String, Node)]) -> Node {
        let index = place(of: nil)
        nodes[objects[index]] = dictionary([("$classname", .string(name))])
        return dictionary(members + [("$class", .reference(index))])
    }

    // MARK: Bytes

    private func bytes(root: Int) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for node in nodes {
            offsets.append(bytes.count)
            bytes += Self.bytes(of: node)
        }
        let tableOffset = bytes.count
        for offset in offsets { bytes += Self.bigEndian(UInt32(offset)) }
        bytes += [0, 0, 0, 0, 0, 0, 4, 4]
        for number in [nodes.count, root, tableOffset] { bytes += Self.bigEndian(UInt64(number)) }
        return bytes
    }

    private static func bytes(of node: Node) -> [UInt8] {
        switch node {
        case .boolean(let value): [value ? 0x09 : 0x08]
        case .integer(let value): [0x13] + bigEndian(UInt64(bitPattern: value))
        case .real(let value): [0x23] + bigEndian(value.bitPattern)
        case .string(let text) where text.utf8.allSatisfy { $0 < 0x80 }: head(0x5, text.utf8.count) + Array(text.utf8)
        case .string(let text): head(0x6, text.utf16.count) + text.utf16.flatMap { bigEndian($0) }
        case .data(let data): head(0x4, data.count) + data
        case .reference(let index): [0x83] + bigEndian(UInt32(index))
        case .array(let members): head(0xA, members.count) + members.flatMap { bigEndian(UInt32($0)) }
        case .dictionary(let members):
            head(0xD, members.count) + (members.map(\.0) + members.map(\.1)).flatMap { bigEndian(UInt32($0)) }
        }
    }

    private static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
        count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 0x0F, 0x12] + bigEndian(UInt32(count))
    }

    private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
