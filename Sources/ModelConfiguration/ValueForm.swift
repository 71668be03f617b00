/// What may stand behind a key of a `modelgen.yml`.
public indirect enum ValueForm: Sendable, Hashable {
    /// One of some words.
    case choice([String])
    /// Any text.
    case text
    /// `true` or `false`.
    case boolean
    /// A path, seen from the folder of the file.
    case path
    /// A list.
    case list(of: ValueForm)
    /// Names of the user's choice with values.
    case map(of: ValueForm)
    /// Keys that are known.
    case section([KeyDescription])
    /// A text, a list of values, or names with values.
    case value
    /// One of several forms.
    case either([ValueForm])

    /// What the reader says it expected.
    public var expectation: String {
        switch self {
        case .choice(let words): "one of \(words.joined(separator: ", "))"
        case .text: "a string"
        case .boolean: "true or false"
        case .path: "a path relative to this file"
        case .list(let form): "a list whose items are each \(form.expectation)"
        case .map(let form): "a mapping whose values are each \(form.expectation)"
        case .value: "a string, a list, or a mapping"
        case .section: "a mapping"
        case .either(let forms): forms.map(\.expectation).joined(separator: ", or ")
        }
    }
}

/// A key of a `modelgen.yml`, for editors and documentation.
public struct KeyDescription: Sendable, Hashable {
    /// The key itself, as it is written.
    public var name: String
    /// What may stand behind the key.
    public var form: ValueForm
    /// What the key says, as one sentence.
    public var summary: String
    /// What holds without the key, as it would be written; nil if that is nothing.
    public var defaultText: String?
    /// A value to show, as it would be written on the line of the key.
    public var example: String
    /// Whether the key cannot be left out.
    public var isRequired = false
}
