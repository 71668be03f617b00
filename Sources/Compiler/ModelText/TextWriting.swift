import ModelSchema
import StructuredText

/// Writes elements, given the defaults of each kind.
struct TextWriting: Sendable {
    let defaults: TextDefaults

    /// Returns named elements as a map, or as a list if a name repeats; nil for none.
    func list<Element: TextElement>(_ elements: [Element]) -> YAMLValue? {
        guard !elements.isEmpty else { return nil }
        let isMap = Set(elements.map(\.name)).count == elements.count
        guard isMap else {
            return .list(elements.map { element in .map([.init("name", .text(element.name))] + entries(of: element)) })
        }
        return .map(elements.map { .init($0.name, value(of: $0)) })
    }

    private func value<Element: TextElement>(of element: Element) -> YAMLValue {
        let entries = entries(of: element)
        let settings = unusualSettings(of: element)
        if entries.count == settings.count, let short = Element.shortForm(of: settings) { return short }
        return Element.parts.isEmpty ? .inline(.map(entries)) : .map(entries)
    }

    /// Returns the entries for an element, without its name.
    func entries<Element: TextElement>(of element: Element) -> [YAMLValue.Entry] {
        unusualSettings(of: element).compactMap { item in
            value(item.value, of: Element.settings[item.setting]).map { .init(item.setting.names.key, $0) }
        } + Element.parts.compactMap { part in part.write(element, self).map { .init(part.key, $0) } }
    }

    private func unusualSettings<Element: TextElement>(of element: Element) -> [TextSetting] {
        let usual = Element.usual(like: element, defaults: defaults[Element.kindName])
        return Element.keyedFields.compactMap { field in
            let value = field.read(element)
            return value == field.read(usual) ? nil : TextSetting(setting: field.setting, value: value)
        }
    }

    private func value<Element>(_ value: ModelSettingValue, of field: SettingField<Element>?) -> YAMLValue? {
        if case .fetchRequest(let request) = value {
            let name = request.name == FetchRequestTemplate.nameInProperties ? nil : request.name
            return .inline(.map((name.map { [.init("name", .text($0))] } ?? []) + entries(of: request)))
        }
        return Self.value(value, of: field)
    }

    /// Returns a value that does not depend on the defaults of elements.
    private static func value<Element>(_ value: ModelSettingValue, of field: SettingField<Element>?) -> YAMLValue? {
        if case .word(let words) = field?.kind, let word = words.first(where: { $0.value == value }) {
            return .text(word.text)
        }
        switch value {
        case .none, .fetchRequest: return .null
        case .text(let text): return .text(text)
        case .flag(let isSet): return .boolean(isSet)
        case .number(let number): return .text(String(number))
        case .names(let names): return .inline(.list(names.map(YAMLValue.text)))
        case .userInfo(let userInfo): return Self.value(userInfo)
        case .indexElements(let columns): return .inline(.list(columns.map(Self.value(ofColumn:))))
        }
    }

    private static func value(_ userInfo: UserInfo) -> YAMLValue {
        guard Set(userInfo.entries.map(\.key)).count == userInfo.entries.count else {
            return .list(
                userInfo.entries.map { .inline(.map([.init("key", .text($0.key)), .init("value", .text($0.value))])) })
        }
        return .inline(.map(userInfo.entries.map { .init($0.key, .text($0.value)) }))
    }

    /// Returns a column of an index, in short form if it has only a property.
    static func value(ofColumn column: FetchIndex.Element) -> YAMLValue {
        if let name = column.propertyName, column == FetchIndex.Element(propertyName: name) { return .text(name) }
        let usual = FetchIndex.Element.usual(like: column)
        let entries = FetchIndex.Element.fields.compactMap { field -> YAMLValue.Entry? in
            let read = field.read(column)
            guard read != field.read(usual) else { return nil }
            return value(read, of: field).map { .init(field.setting.names.key, $0) }
        }
        return .inline(.map(entries))
    }
}
