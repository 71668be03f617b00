import ModelSchema
import StructuredText

/// Collects the members of an object, and leaves out those with nothing to say.
struct DumpObject {
    private var members: [StructuredValue.Member] = []

    var value: StructuredValue { .object(members) }

    init() {}

    /// What an element says of itself, without its user info, which comes after what stands inside the element.
    init<Element: NamedElement>(_ element: Element) {
        let usual = Element.usual(like: element)
        for field in Element.fields where field.setting != .userInfo {
            let value = field.read(element)
            guard field.isAlwaysSaid || value != field.read(usual) else { continue }
            // Said only where it contradicts the destination, which a sound model never does.
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
