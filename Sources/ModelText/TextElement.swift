import ModelSchema
import StructuredText
import YAMLReading

/// A kind of element with a place in the text form.
///
/// What can be set on it comes from the table of settings that comparing and editing share; this adds what stands inside
/// it, what is left out, and how it is written shortly. Reader, writer and JSON Schema follow from these.
protocol TextElement: NamedElement, Equatable {
    /// What messages and the JSON Schema call the kind: `attribute`.
    static var kindName: String { get }
    /// What can stand inside besides settings.
    static var parts: [TextPart<Self>] { get }

    /// Sets what the element's name makes usual.
    ///
    /// - Parameter element: What is known of the element.
    mutating func followName(of element: Self)

    /// The value for an element that has no other settings than these and no parts; nil for the form with keys.
    static func shortForm(of settings: [TextSetting]) -> YAMLValue?
    /// The settings that a value without keys says; nil if the kind has no such form.
    static func settings(ofShortForm node: YAMLNode, reading: inout TextReading) -> [TextSetting]?
    /// What the JSON Schema says of the form without keys; nil if there is none.
    static var shortFormSchema: StructuredValue? { get }
}

/// A setting and its value.
struct TextSetting {
    var setting: ModelSetting
    var value: ModelSettingValue
}

extension TextElement {
    static var parts: [TextPart<Self>] { [] }
    static var shortFormSchema: StructuredValue? { nil }

    mutating func followName(of element: Self) {}
    static func shortForm(of settings: [TextSetting]) -> YAMLValue? { nil }
    static func settings(ofShortForm node: YAMLNode, reading: inout TextReading) -> [TextSetting]? { nil }

    /// The settings that have keys; the name is the key of the element itself.
    static var keyedFields: [SettingField<Self>] { fields.filter { $0.setting != .name && $0.setting != .modelName } }

    /// An element that says only what is left out of the text.
    ///
    /// - Parameters:
    ///   - element: What is known of the element.
    ///   - defaults: What elements of the kind have in this file.
    static func usual(like element: Self, defaults: [ModelSetting: ModelSettingValue]) -> Self {
        var usual = Self(unsaidNamed: element.name)
        for field in fields {
            if let value = defaults[field.setting] { _ = field.write(&usual, value) }
        }
        usual.followSettings(of: element)
        usual.followName(of: element)
        return usual
    }
}
