/// A property list without references, read as tables: keys with texts, bytes and tables.
struct PropertyListTable {
    private let list: BinaryPropertyList
    private let members: [String: Int]

    /// The table that a binary property list is; nil where it is something else.
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
    var keys: [String] { members.keys.sorted() }

    /// How many keys there are.
    var count: Int { members.count }

    /// The text with a key.
    func text(_ key: String) -> String? {
        guard let number = members[key], case .string(let text) = list.nodes[number] else { return nil }
        return text
    }

    /// The bytes with a key.
    func bytes(_ key: String) -> [UInt8]? {
        guard let number = members[key], case .data(let bytes) = list.nodes[number] else { return nil }
        return bytes
    }

    /// The table with a key.
    func table(_ key: String) -> PropertyListTable? {
        members[key].flatMap { PropertyListTable(list, $0) }
    }
}
