/// A property list without references, as nested tables of strings, bytes, and tables by key.
///
/// Safe for untrusted lists: Foundation's reader ends the process for some damaged ones.
package struct PropertyListTable {
    let list: BinaryPropertyList
    let members: [String: Int]

    /// Reads a property list in the binary form, or in the XML form of old compilers.
    ///
    /// - Throws: The problem with its position, including bytes that are not a table.
    package init(_ bytes: [UInt8]) throws(CompiledModelError) {
        let list =
            XMLPropertyListReader.accepts(bytes)
            ? try XMLPropertyListReader.list(in: bytes) : try BinaryPropertyList(bytes)
        guard let table = PropertyListTable(list) else {
            throw CompiledModelError(.damagedPropertyList, "it is not a dictionary", at: "the root")
        }
        self = table
    }

    /// The table of a binary property list; nil if it is something else.
    init?(_ list: BinaryPropertyList) { self.init(list, list.root) }

    private init?(_ list: BinaryPropertyList, _ number: Int) {
        guard let members = list.members(of: number) else { return nil }
        self.list = list
        self.members = members
    }

    /// The keys, sorted.
    package var keys: [String] { members.keys.sorted() }
    /// The number of keys.
    package var count: Int { members.count }

    /// The text with a key.
    package func text(_ key: String) -> String? {
        guard let number = members[key], case .string(let text) = list.nodes[number] else { return nil }
        return text
    }

    /// The strings of the list with a key, without other members; nil if there is none.
    package func texts(_ key: String) -> [String]? {
        guard let number = members[key], case .array(let members) = list.nodes[number] else { return nil }
        return members.compactMap { if case .string(let text) = list.nodes[$0] { text } else { nil } }
    }

    /// The bytes with a key.
    package func bytes(_ key: String) -> [UInt8]? {
        guard let number = members[key], case .data(let bytes) = list.nodes[number] else { return nil }
        return bytes
    }

    /// The table with a key.
    package func table(_ key: String) -> PropertyListTable? {
        members[key].flatMap { PropertyListTable(list, $0) }
    }
}
