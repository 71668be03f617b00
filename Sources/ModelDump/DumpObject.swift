import StructuredText

/// Collects the members of an object, and leaves out those with nothing to say.
struct DumpObject {
    private var members: [StructuredValue.Member] = []

    var value: StructuredValue { .object(members) }

    mutating func add(_ key: String, _ value: StructuredValue) {
        append(key, value)
    }

    mutating func add(_ key: String, _ text: String?) {
        if let text { append(key, .string(text)) }
    }

    mutating func add(_ key: String, _ flag: Bool) {
        if flag { append(key, .boolean(true)) }
    }

    /// A flag that says something either way, and nothing when it is nil.
    mutating func add(_ key: String, optional flag: Bool?) {
        if let flag { append(key, .boolean(flag)) }
    }

    mutating func add(_ key: String, _ number: Int, unless usual: Int = 0) {
        if number != usual { append(key, .number(number)) }
    }

    mutating func add(_ key: String, _ texts: [String]) {
        if !texts.isEmpty { append(key, .array(texts.map(StructuredValue.string))) }
    }

    mutating func add<Item>(_ key: String, _ items: [Item], _ value: (Item) -> StructuredValue) {
        if !items.isEmpty { append(key, .array(items.map(value))) }
    }

    private mutating func append(_ key: String, _ value: StructuredValue) {
        if let member = StructuredValue.Member(key, value) { members.append(member) }
    }
}
