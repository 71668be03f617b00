import ModelSchema

/// An attribute of an XML element, and the part of the model that it says something about.
///
/// One description serves reading and writing, so neither can know a name or a spelling that the other does not.
struct ElementField<Value>: Sendable {
    /// What is wrong with an attribute's text.
    enum Problem: Equatable {
        /// The text cannot be read; says what could.
        case unreadable(expected: String)
        /// The text is none of the known spellings.
        case unknown(known: [String])
    }

    /// The attribute's name.
    let name: String
    /// Whether the model has no place for it, so that it is written as it was read.
    var isKept = false
    /// Whether a text that cannot be read is written back, as long as the model says what was assumed instead.
    var keepsUnreadableText = true
    /// Puts a text into a value, or leaves the value alone and says what is wrong.
    let read: @Sendable (String, inout Value) -> Problem?
    /// The text for a value; nil if the attribute is to be left out.
    let write: @Sendable (Value) -> String?
}

extension ElementField {
    typealias Path<Part> = any WritableKeyPath<Value, Part> & Sendable

    /// The attribute that holds a setting; nil for a setting that other elements hold.
    ///
    /// - Parameter omitted: The value that is left out; nil to write every one.
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

    /// A text that is always written.
    static func text(_ name: FormatName, _ path: Path<String>) -> Self {
        Self(
            name: name.rawValue,
            read: { text, value in
                value[keyPath: path] = text
                return nil
            },
            write: { $0[keyPath: path] })
    }

    /// A text that is left out if there is none.
    static func text(_ name: FormatName, _ path: Path<String?>) -> Self {
        Self(
            name: name.rawValue,
            read: { text, value in
                value[keyPath: path] = text
                return nil
            },
            write: { $0[keyPath: path] })
    }

    /// One of a list of spellings.
    static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: FormatName, _ path: Path<Choice>
    ) -> Self {
        Self(
            name: name.rawValue,
            read: { text, value in
                guard let choice = Choice(rawValue: text) else {
                    return .unknown(known: Choice.allCases.map(\.rawValue))
                }
                value[keyPath: path] = choice
                return nil
            },
            write: { $0[keyPath: path].rawValue })
    }
}

/// The spellings of a flag.
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
    /// What a text of the model file says; nil for one that cannot be read.
    fileprivate func value(of text: String) -> ModelSettingValue? {
        switch self {
        case .text: .text(text)
        case .flag: Flag.value(of: text).map(ModelSettingValue.flag)
        case .count: Int(text).map(ModelSettingValue.number)
        case .word(let words):
            // A number may be spelled in several ways.
            (words.first { $0.value.fileText == text }
                ?? Int(text).flatMap { number in words.first { $0.value == .number(number) } })?.value
        case .names, .userInfo, .indexElements, .fetchRequest: nil
        }
    }

    /// What is wrong with a text that cannot be read.
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
    /// The value as the model file spells it; nil for nothing, and for what is not held by one attribute.
    fileprivate var fileText: String? {
        switch self {
        case .text(let text): text
        case .flag(let isSet): Flag.text(isSet)
        case .number(let number): String(number)
        case .none, .names, .userInfo, .indexElements, .fetchRequest: nil
        }
    }
}
