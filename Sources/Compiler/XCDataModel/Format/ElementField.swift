import ModelSchema

/// An attribute of an XML element, with the part of the model that it describes.
///
/// One description serves reading and writing, so both have the same names and spellings.
struct ElementField<Value>: Sendable {
    /// A problem with an attribute's text.
    enum Problem: Equatable {
        /// The text is invalid, with the expected form.
        case unreadable(expected: String)
        /// The text is not one of the known words.
        case unknown(known: [String])
    }

    /// The name of the attribute.
    let name: String
    /// Whether the model does not contain it, so that the writer keeps its text.
    var isKept = false
    /// Whether the writer keeps an invalid text as long as the model has the value that the reader assumed.
    var keepsUnreadableText = true
    /// Reads a text into a value, or returns a problem.
    let read: @Sendable (String, inout Value) -> Problem?
    /// Returns the text for a value; nil to leave out the attribute.
    let write: @Sendable (Value) -> String?
}

extension ElementField {
    typealias Path<Part> = any WritableKeyPath<Value, Part> & Sendable

    /// Creates an attribute for a setting; nil if inner elements contain the setting.
    ///
    /// - Parameter omitted: The value to leave out; nil to write every value.
    init?(_ field: SettingField<Value>, omitted: ModelSettingValue?) {
        let kind = field.kind
        switch kind {
        case .text, .flag, .count, .word: break
        case .names, .userInfo, .indexElements, .fetchRequest: return nil
        }
        self.init(name: field.setting.rawValue) { text, value in
            guard let setting = kind.value(of: text), field.write(&value, setting) else { return kind.problem() }
            return nil
        } write: {
            let value = field.read($0)
            return value == omitted ? nil : value.fileText
        }
    }

    /// Creates an attribute for a string that is always written.
    static func text(_ name: FormatName, _ path: Path<String>) -> Self {
        Self(
            name: name.rawValue,
            read: { text, value in
                value[keyPath: path] = text
                return nil
            },
            write: { $0[keyPath: path] })
    }

}

/// The words for a flag.
enum Flag {
    static func value(of text: String) -> Bool? {
        switch text {
        case "YES", "true": true
        case "NO", "false": false
        default: nil
        }
    }

    fileprivate static func text(_ value: Bool) -> String { value ? "YES" : "NO" }
}

extension SettingKind {
    /// Returns the value of a text; nil if it is invalid.
    fileprivate func value(of text: String) -> ModelSettingValue? {
        switch self {
        case .text: .text(text)
        case .flag: Flag.value(of: text).map(ModelSettingValue.flag)
        case .count: Int(text).map(ModelSettingValue.number)
        case .word(let words):
            // A number can have several spellings.
            (words.first { $0.value.fileText == text }
                ?? Int(text).flatMap { number in words.first { $0.value == .number(number) } })?.value
        case .names, .userInfo, .indexElements, .fetchRequest: nil
        }
    }

    /// Returns the problem with an invalid text.
    fileprivate func problem<Value>() -> ElementField<Value>.Problem {
        switch self {
        case .flag: return .unreadable(expected: "YES or NO")
        case .count: return .unreadable(expected: "an integer")
        case .word(let words):
            let texts = words.compactMap(\.value.fileText)
            guard words.contains(where: { $0.text == $0.value.fileText }) else {
                // Numbers.
                let first = texts.dropLast().joined(separator: ", ")
                return .unreadable(expected: "\(first), or \(texts.last ?? "")")
            }
            return .unknown(known: texts)
        case .text, .names, .userInfo, .indexElements, .fetchRequest: return .unreadable(expected: "text")
        }
    }
}

extension ModelSettingValue {
    /// The text of the value in the model file; nil for no value, and for values of inner elements.
    fileprivate var fileText: String? {
        switch self {
        case .text(let text): text
        case .flag(let isSet): Flag.text(isSet)
        case .number(let number): String(number)
        case .none, .names, .userInfo, .indexElements, .fetchRequest: nil
        }
    }
}
