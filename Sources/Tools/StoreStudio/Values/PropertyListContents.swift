import CompiledModels

/// The contents of a property list, for people to read and to edit.
///
/// Safe for untrusted lists: Foundation's reader ends the process for some damaged ones, and copies a value that occurs
/// in many places as often as it occurs.
struct PropertyListContents {
    private let list: BinaryPropertyList
    /// Whether the list is in the binary form, rather than in that of XML.
    let isBinary: Bool

    /// A value of a list as JSON has it.
    indirect enum Value {
        case boolean(Bool)
        case integer(Int64)
        case real(Double)
        case string(String)
        case array([Value])
        case dictionary([String: Value])
    }

    /// The maximum number of values in a value for JSON, which occur as often as they are referred to.
    private static let maximumCount = 100_000
    private static let maximumDepth = 32
    private static let maximumLength = 100_000

    /// Nil for bytes that are not a property list.
    init?(_ bytes: [UInt8]) {
        isBinary = !XMLPropertyListReader.accepts(bytes)
        guard
            let list = try? isBinary ? BinaryPropertyList(bytes) : XMLPropertyListReader.list(in: bytes)
        else { return nil }
        self.list = list
    }

    /// Whether the list is a keyed archive.
    var isArchive: Bool { list.members(of: list.root)?["$archiver"] != nil }

    /// The list as a value for JSON; nil for one with values that JSON does not have, or with very many.
    var value: Value? {
        var count = 0
        return value(of: list.root, depth: 0, &count)
    }

    private func value(of number: Int, depth: Int, _ count: inout Int) -> Value? {
        count += 1
        // A list can contain itself.
        guard count <= Self.maximumCount, depth <= Self.maximumDepth else { return nil }
        switch list.nodes[number] {
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .real(let value): return value.isFinite ? .real(value) : nil
        case .single(let value): return value.isFinite ? .real(Double(value)) : nil
        case .string(let text): return .string(text)
        case .array(let members):
            var values: [Value] = []
            for member in members {
                guard let value = value(of: member, depth: depth + 1, &count) else { return nil }
                values.append(value)
            }
            return .array(values)
        case .dictionary(let keys, let members):
            var values: [String: Value] = [:]
            for (key, member) in zip(keys, members) {
                guard case .string(let name) = list.nodes[key], values[name] == nil,
                    let value = value(of: member, depth: depth + 1, &count)
                else { return nil }
                values[name] = value
            }
            return .dictionary(values)
        case .null, .unsigned, .date, .data, .reference, .set: return nil
        }
    }

    /// The list as indented lines, with the keys of dictionaries in order; truncated if there are very many.
    var outline: String {
        var text = ""
        write(list.root, depth: 0, label: "", to: &text)
        return text
    }

    private func write(_ number: Int, depth: Int, label: String, to text: inout String) {
        guard text.utf8.count < Self.maximumLength else { return }
        let indent = String(repeating: "  ", count: depth)
        guard depth < Self.maximumDepth else {
            text += "\(indent)\(label)…\n"
            return
        }
        func writeMembers(_ members: [(label: String, number: Int)], _ start: String, _ end: String) {
            text += "\(indent)\(label)\(start)\n"
            for member in members where text.utf8.count < Self.maximumLength {
                write(member.number, depth: depth + 1, label: member.label, to: &text)
            }
            text += "\(indent)\(end)\n"
        }
        switch list.nodes[number] {
        case .null: text += "\(indent)\(label)null\n"
        case .boolean(let value): text += "\(indent)\(label)\(value)\n"
        case .integer(let value): text += "\(indent)\(label)\(value)\n"
        case .unsigned(let value): text += "\(indent)\(label)\(value)\n"
        case .real(let value): text += "\(indent)\(label)\(value)\n"
        case .single(let value): text += "\(indent)\(label)\(value)\n"
        case .date(let seconds): text += "\(indent)\(label)\(seconds) seconds after 2001-01-01\n"
        case .data(let bytes): text += "\(indent)\(label)<\(bytes.count) bytes>\n"
        case .string(let string): text += "\(indent)\(label)\(string)\n"
        case .reference(let index): text += "\(indent)\(label)reference to object \(index)\n"
        case .array(let members): writeMembers(members.map { ("", $0) }, "[", "]")
        case .set(let members): writeMembers(members.map { ("", $0) }, "set [", "]")
        case .dictionary(let keys, let values):
            let members = zip(keys, values).map { key, value -> (label: String, number: Int) in
                if case .string(let name) = list.nodes[key] { ("\(name): ", value) } else { ("key \(key): ", value) }
            }
            writeMembers(members.sorted { $0.label < $1.label }, "{", "}")
        }
    }
}
