/// A property list without references, read as tables: keys with strings, bytes and tables.
///
/// Serves lists that anybody may have written: Foundation's reader ends the process on some that are damaged.
package struct PropertyListTable {
    private let list: BinaryPropertyList
    private let members: [String: Int]

    /// Reads a binary property list.
    ///
    /// - Throws: What is wrong with the bytes, and where; also where they are something other than a table.
    package init(_ bytes: [UInt8]) throws(CompiledModelError) {
        guard let table = PropertyListTable(try BinaryPropertyList(bytes)) else {
            throw CompiledModelError(.damagedPropertyList, "it is not a dictionary", at: "the root")
        }
        self = table
    }

    /// The table that a binary property list is; nil if it is something else.
    init?(_ list: BinaryPropertyList) {
        self.init(list, list.root)
    }

    private init?(_ list: BinaryPropertyList, _ number: Int) {
        guard case .dictionary(let keys, let values) = list.nodes[number] else { return nil }
        var members: [String: Int] = [:]
        for (key, value) in zip(keys, values) {
            if case .string(let name) = list.nodes[key] { members[name] = value }
        }
        self.list = list
        self.members = members
    }

    /// The keys, sorted.
    package var keys: [String] { members.keys.sorted() }

    /// How many keys there are.
    package var count: Int { members.count }

    /// The text with a key.
    package func text(_ key: String) -> String? {
        guard let number = members[key], case .string(let text) = list.nodes[number] else { return nil }
        return text
    }

    /// The strings of the list with a key; nil if there is none. Members that are not strings are left out.
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
