import ModelSchema
import StructuredText

/// Collects the members of an object that have values.
struct DumpObject {
    private var members: [StructuredValue.Member] = []

    var value: StructuredValue { .object(members) }

    /// Creates the members for an element: its settings, its inner elements, and its user info.
    init<Element: SettableElement>(_ element: Element, parts: (inout DumpObject) -> Void = { _ in }) {
        let usual = Element.usual(like: element)
        for field in Element.fields where field.setting != .userInfo {
            let value = field.read(element)
            guard field.isAlwaysWritten || value != field.read(usual) else { continue }
            // Included only if it differs from the destination, which is never the case in a valid model.
            if field.setting == .inverseEntity, value == Element.settings[.destinationEntity]?.read(element) {
                continue
            }
            add(field.setting, value, of: field.kind)
        }
        parts(&self)
        if let field = Element.settings[.userInfo] { add(.userInfo, field.read(element), of: field.kind) }
    }

    /// Adds elements in the order of their names.
    mutating func add<Element: NamedElement>(
        _ key: String, _ elements: [Element], parts: (Element, inout DumpObject) -> Void = { _, _ in }
    ) {
        let sorted = elements.sorted { $0.name < $1.name }
        add(key, sorted.map { element in DumpObject(element) { parts(element, &$0) }.value })
    }

    /// Adds lists of names in their order.
    mutating func add(_ key: String, _ lists: [[String]]) {
        add(key, lists.map { .array($0.map(StructuredValue.string)) })
    }

    private mutating func add(_ key: String, _ items: [StructuredValue]) {
        if !items.isEmpty, let member = StructuredValue.Member(key, .array(items)) { members.append(member) }
    }

    private mutating func add(_ setting: ModelSetting, _ value: ModelSettingValue, of kind: SettingKind) {
        let value = StructuredValue(value, of: kind)
        if let value, let member = StructuredValue.Member(setting.names.dumpKey, value) { members.append(member) }
    }
}
