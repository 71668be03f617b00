import CompiledModels

/// The contents of a keyed archive as indented lines for people: each object as its class and its members.
struct ArchiveOutline {
    /// The lines; truncated if there are very many.
    private(set) var text = ""

    private static let maximumDepth = 24
    private static let maximumLength = 100_000

    /// Nil for bytes that are not a keyed archive.
    init?(of bytes: [UInt8]) {
        guard let archive = try? KeyedArchive(bytes) else { return nil }
        write(archive.rootValue, depth: 0, label: "")
    }

    private mutating func write(_ value: ArchivedValue, depth: Int, label: String) {
        guard text.utf8.count < Self.maximumLength else { return }
        let indent = String(repeating: "  ", count: depth)
        if let line = Self.line(of: value) {
            text += "\(indent)\(label)\(line)\n"
        } else if depth == Self.maximumDepth {
            text += "\(indent)\(label)…\n"
        } else if let entries = value.entries {
            writeList(entries.map { ("\($0.key): ", $0.value) }, "{", "}", depth, label)
        } else if let elements = value.elements {
            writeList(elements.map { ("", $0) }, "[", "]", depth, label)
        } else {
            let members = value.members.filter { $0.key != ArchiveKey.objectClass.rawValue }.sorted { $0.key < $1.key }
            let name = value.className.map { $0 + " " } ?? ""
            writeList(members.map { ("\($0.key): ", $0.value) }, "\(name){", "}", depth, label)
        }
    }

    private mutating func writeList(
        _ members: [(label: String, value: ArchivedValue)], _ start: String, _ end: String, _ depth: Int,
        _ label: String
    ) {
        let indent = String(repeating: "  ", count: depth)
        text += "\(indent)\(label)\(start)\n"
        for member in members { write(member.value, depth: depth + 1, label: member.label) }
        text += "\(indent)\(end)\n"
    }

    /// A value that fits a line; nil for one with members.
    private static func line(of value: ArchivedValue) -> String? {
        if value.isBoolean, let flag = value.boolean { return flag ? "true" : "false" }
        if value.isReal, let number = value.real { return "\(number)" }
        if let number = value.integer { return "\(number)" }
        if let text = value.text { return text }
        if let seconds = value.date { return "\(seconds) seconds after 2001-01-01" }
        if value.className == "NSNull" { return "null" }
        if let address = value[.relative]?.text { return address }
        return value.bytes.map { "<\($0.count) bytes>" }
    }
}
