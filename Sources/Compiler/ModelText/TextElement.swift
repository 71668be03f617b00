import ModelConfiguration
import ModelSchema
import StructuredText

/// A kind of element in the text form.
///
/// The table of settings, which comparisons and edits share, defines its settings. This protocol adds the inner
/// elements, the defaults, and the short form. The reader, the writer, and the JSON Schema use both.
protocol TextElement: NamedElement, Equatable {
    /// The name of the kind in messages and the JSON Schema: `attribute`.
    static var kindName: String { get }
    /// The keys in addition to settings.
    static var parts: [TextPart<Self>] { get }

    /// Sets defaults that depend on the element's name.
    ///
    /// - Parameter element: The known settings of the element.
    mutating func followName(of element: Self)

    /// Returns the short form of an element with only these settings; nil if it needs the form with keys.
    static func shortForm(of settings: [TextSetting]) -> YAMLValue?
    /// Returns the settings in a short form; nil if the kind has none.
    static func settings(ofShortForm node: YAMLNode, reading: inout TextReading) -> [TextSetting]?
    /// The JSON Schema of the short form; nil if there is none.
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

    /// The settings with keys. The name is the key of the element itself.
    static var keyedFields: [SettingField<Self>] { fields.filter { $0.setting != .name && $0.setting != .modelName } }

    /// Returns an element with the settings that the text leaves out.
    ///
    /// - Parameters:
    ///   - element: The known settings of the element.
    ///   - defaults: The defaults for elements of the kind in this file.
    static func usual(like element: Self, defaults: [ModelSetting: ModelSettingValue]) -> Self {
        var usual = Self(defaultsNamed: element.name)
        for field in fields {
            if let value = defaults[field.setting] { _ = field.write(&usual, value) }
        }
        usual.followSettings(of: element)
        usual.followName(of: element)
        return usual
    }
}
