import ModelConfiguration
import ModelSchema
import StructuredText

/// The default settings of each kind of element in a file.
struct TextDefaults: Sendable, Hashable {
    /// The settings that can have defaults: flags that some editors write for every element.
    static let settings: [ModelSetting] = [.isSyncable, .codeGeneration]

    private var values: [String: [ModelSetting: ModelSettingValue]] = [:]

    subscript(kindName: String) -> [ModelSetting: ModelSettingValue] {
        get { values[kindName] ?? [:] }
        set { values[kindName] = newValue }
    }

    init() {}

    /// Creates defaults from the values that more than half of the elements of a kind have.
    init(of model: Model) {
        collect(from: model.entities)
        collect(from: model.entities.flatMap(\.attributes) + model.composites.flatMap(\.attributes))
        collect(from: model.entities.flatMap(\.relationships))
        collect(from: model.entities.flatMap(\.fetchedProperties))
    }

    private mutating func collect<Element: TextElement>(from elements: [Element]) {
        let unsaid = Element(defaultsNamed: "")
        for field in Element.fields where Self.settings.contains(field.setting) {
            let counts = Dictionary(grouping: elements.map(field.read)) { $0 }.mapValues(\.count)
            guard let common = counts.first(where: { $0.value * 2 > elements.count })?.key, common != field.read(unsaid)
            else { continue }
            self[Element.kindName][field.setting] = common
        }
    }

    var isEmpty: Bool { values.isEmpty }

    /// The kinds of elements in the order of the text, with functions that read and write their defaults.
    private static let kinds: [Kind] = [
        Kind(Entity.self), Kind(Attribute.self), Kind(Relationship.self), Kind(FetchedProperty.self),
    ]

    struct Kind: Sendable {
        let name: String
        /// The settings that can have defaults, with the kinds of their values.
        let settings: [(setting: ModelSetting, kind: SettingKind)]

        init<Element: TextElement>(_: Element.Type) {
            name = Element.kindName
            settings = Element.fields.filter { TextDefaults.settings.contains($0.setting) }.map {
                ($0.setting, $0.kind)
            }
        }
    }

    var value: YAMLValue {
        .map(
            Self.kinds.compactMap { kind in
                let entries = kind.settings.compactMap { item -> YAMLValue.Entry? in
                    switch self[kind.name][item.setting] {
                    case .flag(let isSet): .init(item.setting.names.key, .boolean(isSet))
                    case .text(let text): .init(item.setting.names.key, .text(text))
                    default: nil
                    }
                }
                return entries.isEmpty ? nil : .init(kind.name, .inline(.map(entries)))
            })
    }

    /// Reads defaults, and reports errors.
    init(_ node: YAMLNode, reading: inout TextReading) {
        guard !node.isNull else { return }
        for entry in reading.entries(node, of: "defaults") ?? [] {
            guard let kind = Self.kinds.first(where: { $0.name == entry.name }) else {
                let names = Self.kinds.map(\.name)
                reading.report(.unknownKey(entry.name, of: "defaults", among: names, at: entry.position))
                continue
            }
            for item in reading.entries(entry.value, of: entry.name) ?? [] {
                guard let known = kind.settings.first(where: { $0.setting.names.key == item.name }) else {
                    let names = kind.settings.map(\.setting.names.key)
                    reading.report(.unknownKey(item.name, of: "defaults", among: names, at: item.position))
                    continue
                }
                self[kind.name][known.setting] = reading.value(known.kind, item.value, of: item.name)
            }
        }
    }

    /// The JSON Schema of defaults.
    static var schema: StructuredValue {
        .members(
            .init("type", "object"), .init("additionalProperties", .boolean(false)),
            .init(
                "properties",
                .object(
                    kinds.compactMap { kind in
                        .init(
                            kind.name,
                            ModelTextSchema.section(
                                kind.settings.map {
                                    ($0.setting.names.key, $0.setting.label, ModelTextSchema.form(of: $0.kind))
                                }))
                    })))
    }
}
