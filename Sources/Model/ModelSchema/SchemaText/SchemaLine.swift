/// The state of writing a line of a schema text: words separated by spaces.
struct SchemaLine {
    private(set) var text: String

    init(_ field: SchemaField, indent: Int = 0) { text = String(repeating: " ", count: indent) + field.rawValue }

    mutating func add(_ word: String) {
        text += " "
        text += SchemaWord.escaped(word)
    }

    mutating func add(_ field: SchemaField, _ value: String) {
        text += " " + field.rawValue
        add(value)
    }

    /// Adds the settings of an element, except its name and its user info, which is at the end of a line.
    mutating func add<Element: SettableElement>(settingsOf element: Element) {
        let usual = Element.usual(like: element)
        for (word, field) in Element.settings.schemaFields {
            let value = field.read(element)
            if value != field.read(usual) { add(value, of: field.kind, word) }
        }
    }

    mutating func add(_ userInfo: UserInfo) {
        guard let word = ModelSetting.userInfo.names.schemaWord else { return }
        for entry in userInfo.entries {
            text += " \(word) \(SchemaWord.escaped(entry.key)) \(SchemaWord.escaped(entry.value))"
        }
    }

    private mutating func add(_ value: ModelSettingValue, of kind: SettingKind, _ word: String) {
        if case .word(let words) = kind {
            for choice in words where choice.value == value {
                text += choice.schemaWord == word ? " \(word)" : " \(word) \(choice.schemaWord)"
            }
            return
        }
        switch value {
        case .text(let value): text += " \(word) \(SchemaWord.escaped(value))"
        case .number(let number): text += " \(word) \(number)"
        case .flag(let isSet):
            text += " " + word
            if kind == .flag(isOptional: true) { text += isSet ? " yes" : " no" }
        case .names(let names):
            for name in names { text += " \(word) \(SchemaWord.escaped(name))" }
        case .indexElements(let columns):
            for column in columns {
                text += " " + word
                add(settingsOf: column)
            }
        case .none, .userInfo, .fetchRequest: break
        }
    }
}
