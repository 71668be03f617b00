import ModelSchema
import StructuredText

// The format. The table of settings defines the settings of each kind of element, and this file its inner elements.

extension StructuredValue {
    init(_ model: Model) {
        var object = DumpObject(model)
        object.add("entities", model.entities.sorted { $0.name < $1.name }) { StructuredValue($0) }
        object.add("composites", model.composites.sorted { $0.name < $1.name }) { StructuredValue($0) }
        object.add("fetchRequests", model.fetchRequestTemplates.sorted { $0.name < $1.name }) { DumpObject($0).value }
        object.add("configurations", model.configurations.sorted { $0.name < $1.name }) { DumpObject($0).value }
        self = object.value
    }

    private init(_ entity: Entity) {
        var object = DumpObject(entity)
        object.add("attributes", entity.attributes.sorted { $0.name < $1.name }) { StructuredValue($0) }
        object.add("relationships", entity.relationships.sorted { $0.name < $1.name }) {
            StructuredValue($0, $0.userInfo)
        }
        object.add("fetchedProperties", entity.fetchedProperties.sorted { $0.name < $1.name }) {
            StructuredValue($0, $0.userInfo)
        }
        object.add("indexes", entity.indexes.sorted { $0.name < $1.name }) { DumpObject($0).value }
        object.add("compoundIndexes", entity.compoundIndexes) { .array($0.map(StructuredValue.string)) }
        object.add("uniquenessConstraints", entity.uniquenessConstraints) {
            .array($0.propertyNames.map(StructuredValue.string))
        }
        object.add(entity.userInfo)
        self = object.value
    }

    private init(_ attribute: Attribute) { self.init(attribute, attribute.userInfo) }

    /// Creates an object for an element without inner elements except user info.
    private init<Element: NamedElement>(_ element: Element, _ userInfo: UserInfo) {
        var object = DumpObject(element)
        object.add(userInfo)
        self = object.value
    }

    private init(_ composite: Composite) {
        var object = DumpObject(composite)
        object.add("attributes", composite.attributes.sorted { $0.name < $1.name }) { StructuredValue($0) }
        self = object.value
    }

    /// Creates the value of a setting; nil if there is none.
    init?(_ value: ModelSettingValue, of kind: SettingKind) {
        if case .word(let words) = kind, let word = words.first(where: { $0.value == value }) {
            self = .string(word.text)
            return
        }
        switch value {
        case .none, .userInfo: return nil
        case .text(let text): self = .string(text)
        case .flag(let isSet): self = .boolean(isSet)
        case .number(let number): self = .number(number)
        case .names(let names): self = .array(names.sorted().map(StructuredValue.string))
        case .indexElements(let elements): self = .array(elements.map { StructuredValue($0) })
        case .fetchRequest(let request): self = DumpObject(request).value
        }
    }

    private init(_ column: FetchIndex.Element) {
        var object = DumpObject()
        object.add("property", column.propertyName)
        object.add("expression", column.expression)
        object.add("expressionType", column.expressionType)
        object.add("kind", column.kind == .binary ? nil : column.kind.rawValue)
        object.add("order", column.order.rawValue)
        self = object.value
    }
}
