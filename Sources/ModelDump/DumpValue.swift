/// A value in a dump, with its keys in the order in which they are written.
indirect enum DumpValue: Sendable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case array([DumpValue])
    case object([(key: String, value: DumpValue)])
}

/// Collects the members of an object, and leaves out those with nothing to say.
struct DumpObject {
    private(set) var members: [(key: String, value: DumpValue)] = []

    var value: DumpValue { .object(members) }

    mutating func add(_ key: String, _ value: DumpValue) {
        members.append((key, value))
    }

    mutating func add(_ key: String, _ text: String?) {
        if let text { members.append((key, .string(text))) }
    }

    mutating func add(_ key: String, _ flag: Bool) {
        if flag { members.append((key, .boolean(true))) }
    }

    /// A flag that says something either way, and nothing when it is nil.
    mutating func add(_ key: String, optional flag: Bool?) {
        if let flag { members.append((key, .boolean(flag))) }
    }

    mutating func add(_ key: String, _ number: Int, unless usual: Int = 0) {
        if number != usual { members.append((key, .integer(number))) }
    }

    mutating func add(_ key: String, _ texts: [String]) {
        if !texts.isEmpty { members.append((key, .array(texts.map(DumpValue.string)))) }
    }

    mutating func add<Item>(_ key: String, _ items: [Item], _ value: (Item) -> DumpValue) {
        if !items.isEmpty { members.append((key, .array(items.map(value)))) }
    }
}
