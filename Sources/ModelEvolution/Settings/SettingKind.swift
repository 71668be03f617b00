/// What a setting can hold.
package enum SettingKind: Sendable, Hashable {
    /// A word, and the value that it stands for.
    package struct Word: Sendable, Hashable {
        /// The word.
        package var text: String
        /// Its value.
        package var value: SettingValue
    }

    /// Any text.
    case text
    /// Yes or no.
    case flag
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
    static func words<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type) -> SettingKind {
        .word(Choice.allCases.map { Word(text: $0.rawValue, value: .text($0.rawValue)) })
    }

    /// What a value may be, in the words of the model file: `one of: YES, NO`; nil for any text.
    var allowedValues: String? {
        switch self {
        case .flag: "one of: YES, NO"
        case .count: "an integer of at least 0"
        case .word(let words): "one of: " + words.map(\.text).joined(separator: ", ")
        case .text, .names, .userInfo, .indexElements, .fetchRequest: nil
        }
    }
}
