/// What a setting can hold.
package enum SettingKind: Sendable, Hashable {
    /// A word, and the value that it stands for.
    package struct Word: Sendable, Hashable {
        /// The word.
        package let text: String
        /// The word in a schema text.
        package let schemaWord: String
        /// Its value.
        package let value: ModelSettingValue

        init(text: String, schemaWord: String? = nil, value: ModelSettingValue) {
            self.text = text
            self.schemaWord = schemaWord ?? text
            self.value = value
        }
    }

    /// Any text.
    case text
    /// Yes or no; or nothing, if it is optional.
    case flag(isOptional: Bool)
    /// A number from 0.
    case count
    /// One of some words.
    case word([Word])
    /// Names of other elements.
    case names
    /// Keys and values of the author's.
    case userInfo
    /// The columns of an index.
    case indexElements
    /// The fetch of a fetched property.
    case fetchRequest

    /// The words of a list of choices.
    static func words<Choice: SchemaWording & RawRepresentable<String>>(_: Choice.Type) -> SettingKind {
        .word(Choice.allCases.map { Word(text: $0.rawValue, schemaWord: $0.schemaWord, value: .text($0.rawValue)) })
    }

    /// What a value may be, in the words of the model file: `one of: YES, NO`; nil for any text.
    package var allowedValues: String? {
        switch self {
        case .flag: "one of: YES, NO"
        case .count: "an integer of at least 0"
        case .word(let words): "one of: " + words.map(\.text).joined(separator: ", ")
        case .text, .names, .userInfo, .indexElements, .fetchRequest: nil
        }
    }
}
