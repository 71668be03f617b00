/// A kind of element with settings.
///
/// ``settings`` is the one description of what an element of the kind can say besides what stands inside it. The model file,
/// the text form, the dump, the schema text, comparing and editing are all made from it.
package protocol SettableElement: Sendable {
    /// What a path calls an element of this kind.
    static var pathKind: SchemaPath.Kind { get }
    /// Everything that can be set. The name is one of the settings, where there is one.
    static var settings: SettingTable<Self> { get }

    /// Sets what follows from the element's other settings, unless it is said.
    ///
    /// - Parameter element: What is known of the element.
    mutating func followSettings(of element: Self)
}

extension SettableElement {
    /// Everything that can be set, in the order in which people are told of it.
    package static var fields: [SettingField<Self>] { settings.fields }

    package mutating func followSettings(of element: Self) {}
}

/// A kind of element with settings and a name.
package protocol NamedElement: SettableElement {
    /// An element about which nothing is said but its name.
    init(unsaidNamed name: String)
    var name: String { get }
}

extension NamedElement {
    /// An element that says only what goes without saying, given what is known of another one.
    package static func usual(like element: Self) -> Self {
        var usual = Self(unsaidNamed: element.name)
        usual.followSettings(of: element)
        return usual
    }
}

/// The settings of a kind of element.
package struct SettingTable<Element>: Sendable {
    /// In the order in which an editor writes them into the model file.
    package let fileFields: [SettingField<Element>]
    /// In the order in which people are told of them: what an element is called and where it leads comes first.
    package let fields: [SettingField<Element>]
    /// In the order of a schema text, which is that of ``ModelSetting``.
    package let schemaFields: [SettingField<Element>]
    private let fieldsByWord: [String: SettingField<Element>]

    /// - Parameter fileFields: The settings in the order of the model file.
    package init(_ fileFields: [SettingField<Element>]) {
        self.fileFields = fileFields
        let order = Dictionary(uniqueKeysWithValues: ModelSetting.allCases.enumerated().map { ($1, $0) })
        let sorted = fileFields.sorted { order[$0.setting, default: 0] < order[$1.setting, default: 0] }
        fields = sorted.filter(\.setting.isToldFirst) + sorted.filter { !$0.setting.isToldFirst }
        schemaFields = sorted
        fieldsByWord = Dictionary(
            fileFields.compactMap { field in field.setting.names.schemaWord.map { ($0, field) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// A setting; nil for one that elements of the kind do not have.
    package subscript(setting: ModelSetting) -> SettingField<Element>? { fields.first { $0.setting == setting } }

    /// The setting that a word of a schema text stands for; nil for a word that is none.
    package subscript(schemaWord word: String) -> SettingField<Element>? { fieldsByWord[word] }
}
