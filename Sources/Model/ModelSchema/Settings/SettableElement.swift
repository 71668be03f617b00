/// A kind of element with settings.
///
/// ``settings`` is the only description of an element's settings. The model file, the text form, the dump, the schema
/// text, the version hash, comparisons, and edits all use it.
package protocol SettableElement: Sendable {
    /// The kind in paths.
    static var pathKind: SchemaPath.Kind { get }
    /// All settings, including the name if there is one.
    static var settings: SettingTable<Self> { get }

    /// Returns an element with default settings, given the known settings of another one.
    static func usual(like element: Self) -> Self
}

extension SettableElement {
    /// All settings, in the order of messages.
    package static var fields: [SettingField<Self>] { settings.fields }
}

/// A kind of element with settings and a name.
package protocol NamedElement: SettableElement {
    /// Creates an element with only a name.
    init(defaultsNamed name: String)
    var name: String { get }

    /// Sets values that depend on the element's other settings, before explicit values override them.
    ///
    /// - Parameter element: The known settings of the element.
    mutating func followSettings(of element: Self)
}

extension NamedElement {
    package mutating func followSettings(of element: Self) {}

    package static func usual(like element: Self) -> Self {
        var usual = Self(defaultsNamed: element.name)
        usual.followSettings(of: element)
        return usual
    }
}

/// The settings of a kind of element.
package struct SettingTable<Element>: Sendable {
    /// The settings in the order of the model file.
    package let fileFields: [SettingField<Element>]
    /// The settings in the order of messages and version hashes: names and destinations first.
    package let fields: [SettingField<Element>]
    /// The settings that a version hash includes, in its order. Stores contain hashes, so neither may change.
    let hashedFields: [SettingField<Element>]
    /// The settings with a word in a schema text, and these words, in the order of ``ModelSetting``; without user info,
    /// which is at the end of a line.
    package let schemaFields: [(word: String, field: SettingField<Element>)]
    private let fieldsByWord: [String: SettingField<Element>]

    /// Creates a table of settings in the order of the model file.
    package init(_ fileFields: [SettingField<Element>]) {
        self.fileFields = fileFields
        let order = Dictionary(uniqueKeysWithValues: ModelSetting.allCases.enumerated().map { ($1, $0) })
        let sorted = fileFields.sorted { order[$0.setting, default: 0] < order[$1.setting, default: 0] }
        fields = sorted.filter(\.setting.isToldFirst) + sorted.filter { !$0.setting.isToldFirst }
        hashedFields = fields.filter(\.setting.isHashed)
        schemaFields = sorted.compactMap { field in
            field.setting == .userInfo ? nil : field.setting.names.schemaWord.map { ($0, field) }
        }
        fieldsByWord = Dictionary(
            fileFields.compactMap { field in field.setting.names.schemaWord.map { ($0, field) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// The field for a setting; nil if elements of the kind do not have it.
    package subscript(setting: ModelSetting) -> SettingField<Element>? { fields.first { $0.setting == setting } }

    /// The field for a word of a schema text; nil if there is none.
    package subscript(schemaWord word: String) -> SettingField<Element>? { fieldsByWord[word] }
}
