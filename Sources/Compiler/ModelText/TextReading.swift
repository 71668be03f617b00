import ModelConfiguration
import ModelDiagnostics
import ModelSchema

/// The state of reading a text: its errors, and the positions of its elements.
struct TextReading {
    private(set) var diagnostics: [Diagnostic] = []
    private var positions: [SchemaPath: YAMLPosition] = [:]
    var defaults = TextDefaults()
    /// The names of the version's composites, for messages about attributes that have them as types.
    var compositeNames: [String] = []

    mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

    /// Returns the position of an element; nil for the model itself.
    func position(of path: SchemaPath) -> YAMLPosition? { positions[path] }

    // MARK: Elements

    /// Reads named elements: a map, or a list if a name repeats.
    mutating func elements<Element: TextElement>(
        in node: YAMLNode, of key: String, at place: SchemaPath
    ) -> [Element] {
        var occurrences: [String: Int] = [:]
        func path(_ name: String) -> SchemaPath {
            defer { occurrences[name, default: 0] += 1 }
            return place.appending(Element.pathKind, name, occurrence: occurrences[name, default: 0])
        }
        if node.isNull { return [] }
        guard let items = node.items else {
            return (entries(node, of: key) ?? []).map { entry in
                let path = path(entry.name)
                positions[path] = entry.position
                return element(entry.value, named: entry.name, at: path)
            }
        }
        return items.compactMap { item in
            guard var entries = entries(item, of: key) else { return nil }
            guard let index = entries.firstIndex(where: { $0.name == "name" }),
                let name = text(entries[index].value, of: "name")
            else {
                report(.invalidValue("an item of '\(key)' has no name", "'name:' and the name", at: item.position))
                return nil
            }
            entries.remove(at: index)
            let path = path(name)
            positions[path] = item.position
            return element(entries, named: name, at: path)
        }
    }

    private mutating func element<Element: TextElement>(
        _ node: YAMLNode, named name: String, at path: SchemaPath
    ) -> Element {
        if node.isNull { return element([], named: name, at: path) }
        guard node.entries == nil, let settings = Element.settings(ofShortForm: node, reading: &self) else {
            return element(entries(node, of: name) ?? [], named: name, at: path)
        }
        var element = Element(defaultsNamed: name)
        for item in settings { write(item.value, to: item.setting, of: &element) }
        complete(&element, saying: Set(settings.map(\.setting)))
        return element
    }

    /// - Parameter otherKeys: Additional keys, which the caller reads.
    mutating func element<Element: TextElement>(
        _ entries: [YAMLNode.Entry], named name: String, at path: SchemaPath, otherKeys: [String] = []
    ) -> Element {
        var element = Element(defaultsNamed: name)
        var said: Set<ModelSetting> = []
        for entry in entries where !otherKeys.contains(entry.name) {
            if let field = Element.keyedFields.first(where: { $0.setting.names.key == entry.name }) {
                said.insert(field.setting)
                read(field, entry, into: &element)
            } else if let part = Element.parts.first(where: { $0.key == entry.name }) {
                part.read(entry.value, path, &element, &self)
            } else {
                let keys = Element.keyedFields.map(\.setting.names.key) + Element.parts.map(\.key) + otherKeys
                report(.unknownKey(entry.name, of: Element.kindName, among: keys, at: entry.position))
            }
        }
        complete(&element, saying: said)
        return element
    }

    /// Reads a setting of an element, or reports an error.
    private mutating func read<Element>(
        _ field: SettingField<Element>, _ entry: YAMLNode.Entry, into element: inout Element
    ) {
        guard let value = value(field.kind, entry.value, of: entry.name) else { return }
        if !field.write(&element, value) {
            report(.invalidValue(entry.value, of: entry.name, "a value", at: entry.value.position))
        }
    }

    /// Sets the values that the text of an element leaves out.
    private func complete<Element: TextElement>(_ element: inout Element, saying said: Set<ModelSetting>) {
        let usual = Element.usual(like: element, defaults: defaults[Element.kindName])
        for field in Element.keyedFields where !said.contains(field.setting) {
            _ = field.write(&element, field.read(usual))
        }
    }

    private func write<Element: TextElement>(
        _ value: ModelSettingValue, to setting: ModelSetting, of element: inout Element
    ) {
        guard let field = Element.fields.first(where: { $0.setting == setting }) else { return }
        _ = field.write(&element, value)
    }

    // MARK: Values

    /// Reads the value of a setting, or returns nil and reports an error.
    mutating func value(_ kind: SettingKind, _ node: YAMLNode, of key: String) -> ModelSettingValue? {
        if node.isNull {
            if case .userInfo = kind { return .userInfo([:]) }
            return ModelSettingValue.none
        }
        switch kind {
        case .text: return text(node, of: key).map(ModelSettingValue.text)
        case .flag:
            guard let isSet = node.flag else {
                report(.invalidValue(node, of: key, "true or false", at: node.position))
                return nil
            }
            return .flag(isSet)
        case .count:
            guard let number = node.text.flatMap(Int.init), number >= 0 else {
                report(.invalidValue(node, of: key, "an integer of at least 0", at: node.position))
                return nil
            }
            return .number(number)
        case .word(let words):
            guard let text = text(node, of: key) else { return nil }
            let isType = key == ModelSetting.attributeType.names.key && words == Self.typeWords
            let other = isType ? compositeForm(ofType: text, at: node.position) : nil
            return value(of: text, among: words, key: key, at: node.position, insteadReporting: other)
        case .names: return names(node, of: key).map(ModelSettingValue.names)
        case .userInfo: return .userInfo(UserInfo(entries: userInfo(node, of: key)))
        case .indexElements: return columns(node, of: key).map(ModelSettingValue.indexElements)
        case .fetchRequest: return entries(node, of: key).map { .fetchRequest(fetch($0)) }
        }
    }

    /// Reads the type of a short form, or returns nil and reports an error.
    ///
    /// - Parameter isOptional: Whether the short form makes the attribute optional, for messages.
    mutating func attributeType(
        _ text: String, isOptional: Bool, at position: YAMLPosition
    ) -> ModelSettingValue? {
        let other = compositeForm(ofType: text, isOptional: isOptional, at: position)
        return value(
            of: text, among: Self.typeWords, key: ModelSetting.attributeType.names.key, at: position,
            insteadReporting: other)
    }

    private static let typeWords: [SettingKind.Word] = {
        guard let field = Attribute.fields.first(where: { $0.setting == .attributeType }),
            case .word(let words) = field.kind
        else { return [] }
        return words
    }()

    /// The error for a type that is, or can be meant as, the name of a composite; nil for a type, and for a text that
    /// is nearly one.
    ///
    /// - Parameter isOptional: Whether the attribute is optional; nil if it already has the form with keys.
    private func compositeForm(
        ofType text: String, isOptional: Bool? = nil, at position: YAMLPosition
    ) -> Diagnostic? {
        let types = Self.typeWords.map(\.text)
        guard !types.contains(text), text.first?.isLetter == true else { return nil }
        let name = compositeNames.contains(text) ? text : NearestName.to(text, among: types + compositeNames)
        guard let name else {
            return .unknownType(text, isOptional: isOptional, among: types, at: position)
        }
        guard compositeNames.contains(name) else { return nil }
        return .compositeAsType(text, of: name, isOptional: isOptional, at: position)
    }

    private mutating func value(
        of text: String, among words: [SettingKind.Word], key: String, at position: YAMLPosition,
        insteadReporting other: Diagnostic? = nil
    ) -> ModelSettingValue? {
        if let word = words.first(where: { $0.text == text }) { return word.value }
        report(other ?? .unknownWord(text, of: key, among: words.map(\.text), at: position))
        return nil
    }

    mutating func text(_ node: YAMLNode, of key: String) -> String? {
        if let text = node.text, !node.isNull { return text }
        report(.invalidValue(node, of: key, "a string", at: node.position))
        return nil
    }

    /// Reads the entries of a map, or returns nil and reports an error.
    mutating func entries(_ node: YAMLNode, of key: String) -> [YAMLNode.Entry]? {
        if let entries = node.entries { return entries }
        report(.invalidValue(node, of: key, "a mapping", at: node.position))
        return nil
    }

    mutating func items(_ node: YAMLNode, of key: String) -> [YAMLNode]? {
        if let items = node.items { return items }
        report(.invalidValue(node, of: key, "a list", at: node.position))
        return nil
    }

    mutating func names(_ node: YAMLNode, of key: String) -> [String]? {
        items(node, of: key)?.compactMap { text($0, of: key) }
    }

    mutating func nameLists(_ node: YAMLNode, of key: String) -> [[String]] {
        guard !node.isNull else { return [] }
        return (items(node, of: key) ?? []).compactMap { item in
            if item.items != nil { return names(item, of: key) }
            return text(item, of: key).map { [$0] }
        }
    }

    private mutating func userInfo(_ node: YAMLNode, of key: String) -> [UserInfo.Entry] {
        guard let items = node.items else {
            return (entries(node, of: key) ?? []).compactMap { entry in
                text(entry.value, of: entry.name).map { UserInfo.Entry(key: entry.name, value: $0) }
            }
        }
        return items.compactMap { item in
            var entry = UserInfo.Entry(key: "", value: "")
            for part in entries(item, of: key) ?? [] {
                switch part.name {
                case "key": entry.key = text(part.value, of: part.name) ?? ""
                case "value": entry.value = text(part.value, of: part.name) ?? ""
                default:
                    report(
                        .unknownKey(part.name, of: "entry of user info", among: ["key", "value"], at: part.position))
                }
            }
            return entry
        }
    }

    private mutating func columns(_ node: YAMLNode, of key: String) -> [FetchIndex.Element]? {
        items(node, of: key)?.compactMap { item in
            guard let entries = item.entries else {
                return text(item, of: key).map { FetchIndex.Element(propertyName: $0) }
            }
            return column(entries)
        }
    }

    private mutating func column(_ entries: [YAMLNode.Entry]) -> FetchIndex.Element {
        var column = FetchIndex.Element(propertyName: nil)
        for entry in entries {
            if let field = FetchIndex.Element.fields.first(where: { $0.setting.names.key == entry.name }) {
                read(field, entry, into: &column)
            } else {
                let keys = FetchIndex.Element.fields.map(\.setting.names.key)
                report(.unknownKey(entry.name, of: "column", among: keys, at: entry.position))
            }
        }
        return column
    }

    private mutating func fetch(_ entries: [YAMLNode.Entry]) -> FetchRequestTemplate {
        let name = entries.first { $0.name == "name" }.flatMap { text($0.value, of: $0.name) }
        return element(entries, named: name ?? FetchRequestTemplate.nameInProperties, at: .model, otherKeys: ["name"])
    }
}
