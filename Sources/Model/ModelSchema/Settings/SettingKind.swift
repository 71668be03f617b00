/// The kind of values of a setting.
package enum SettingKind: Sendable, Hashable {
    /// A word for a value.
    package struct Word: Sendable, Hashable {
        /// The word.
        package let text: String
        /// The word in a schema text. If it is that of the setting, it stands alone.
        package let schemaWord: String
        /// The value.
        package let value: ModelSettingValue

        init(text: String, schemaWord: String? = nil, value: ModelSettingValue) {
            self.text = text
            self.schemaWord = schemaWord ?? text
            self.value = value
        }
    }

    /// Any text.
    case text
    /// Yes or no, or no value if it is optional.
    case flag(isOptional: Bool)
    /// A nonnegative number.
    case count
    /// One of several words.
    case word([Word])
    /// Names of other elements.
    case names
    /// The user info.
    case userInfo
    /// The columns of an index.
    case indexElements
    /// The fetch of a fetched property.
    case fetchRequest

    /// Creates a kind with the words of an enum.
    static func words<Choice: SchemaWording & RawRepresentable<String>>(_: Choice.Type) -> SettingKind {
        .word(Choice.allCases.map { Word(text: $0.rawValue, schemaWord: $0.schemaWord, value: .text($0.rawValue)) })
    }

    /// The allowed values in the words of the model file, such as `one of: YES, NO`; nil for any text.
    package var allowedValues: String? {
        switch self {
        case .flag: "one of: YES, NO"
        case .count: "an integer of at least 0"
        case .word(let words): "one of: " + words.map(\.text).joined(separator: ", ")
        case .text, .names, .userInfo, .indexElements, .fetchRequest: nil
        }
    }
}
