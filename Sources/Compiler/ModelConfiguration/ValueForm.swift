/// The form of the value for a key of a `modelgen.yml`.
///
/// ```swift
/// let form = ValueForm.list(of: .path)
/// print(form.expectation)  // a list whose items are each a path relative to this file
/// ```
public indirect enum ValueForm: Sendable, Hashable {
    /// One of several words.
    case choice([String])
    /// Any string.
    case text
    /// `true` or `false`.
    case boolean
    /// A path relative to the folder of the file.
    case path
    /// A list.
    case list(of: ValueForm)
    /// A mapping with names that the user chooses.
    case map(of: ValueForm)
    /// A mapping with known keys.
    case section([KeyDescription])
    /// A string, a list, or a mapping.
    case value
    /// One of several forms.
    case either([ValueForm])

    /// The expected form, for messages.
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
///
/// ```swift
/// for key in KeyDescription.all where !key.isRequired {
///     print("\(key.name): \(key.summary)")
/// }
/// ```
public struct KeyDescription: Sendable, Hashable {
    /// The name of the key.
    public var name: String
    /// The form of the value.
    public var form: ValueForm
    /// One sentence that describes the key.
    public var summary: String
    /// The default value in YAML; nil if there is none.
    public var defaultText: String?
    /// An example value in YAML, for the line of the key.
    public var example: String
    /// Whether the key is required.
    public var isRequired = false
}

extension KeyDescription {
    /// Every key, in the order of the documentation. The forms of sections contain their keys.
    public static let all: [KeyDescription] = ConfigurationKey.all.map(\.description)
}
