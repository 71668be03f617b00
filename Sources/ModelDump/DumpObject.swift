import ModelSchema
import StructuredText

/// Collects the members of an object that have values.
struct DumpObject {
    private var members: [StructuredValue.Member] = []

    var value: StructuredValue { .object(members) }

    init() {}

    /// Creates the members for the settings of an element, except its user info, which follows the inner elements.
    init<Element: NamedElement>(_ element: Element) {
        let usual = Element.usual(like: element)
        for field in Element.fields where field.setting != .userInfo {
            let value = field.read(element)
            guard field.isAlwaysSaid || value != field.read(usual) else { continue }
            // Included only if it differs from the destination, which is never the case in a valid model.
            if field.setting == .inverseEntity, value == Element.settings[.destinationEntity]?.read(element) {
                continue
            }
            add(field.setting.names.dumpKey, StructuredValue(value, of: field.kind))
        }
    }

    mutating func add(_ key: String, _ value: StructuredValue?) {
        if let value, let member = StructuredValue.Member(key, value) { members.append(member) }
    }

    mutating func add(_ key: String, _ text: String?) { add(key, text.map(StructuredValue.string)) }

    mutating func add<Item>(_ key: String, _ items: [Item], _ value: (Item) -> StructuredValue) {
        if !items.isEmpty { add(key, .array(items.map(value))) }
    }

    mutating func add(_ userInfo: UserInfo) {
        add(ModelSetting.userInfo.names.dumpKey, userInfo.entries) { entry in
            .members(.init("key", .string(entry.key)), .init("value", .string(entry.value)))
        }
    }
}
