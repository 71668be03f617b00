import ModelSchema

/// One line of a schema text, as it is being written: words with a space between them.
struct SchemaLine {
    private(set) var text: String

    init(_ field: SchemaField, indent: Int = 0) {
        text = String(repeating: " ", count: indent) + field.rawValue
    }

    mutating func add(_ word: String) {
        text += " "
        text += SchemaWord.escaped(word)
    }

    /// Adds a flag that is set.
    mutating func add(_ field: SchemaField, _ flag: Bool) {
        if flag { text += " " + field.rawValue }
    }

    /// Adds a value that is there.
    mutating func add(_ field: SchemaField, _ value: String?) {
        guard let value else { return }
        add(field, true)
        add(value)
    }

    /// Adds a flag that may be set either way.
    mutating func add(_ field: SchemaField, yesOrNo flag: Bool?) {
        add(field, flag.map { $0 ? "yes" : "no" })
    }

    mutating func add(_ userInfo: UserInfo) {
        for entry in userInfo.entries {
            add(.info, entry.key)
            add(entry.value)
        }
    }
}
