import ModelSchema
import StructuredText

// The format. The table of settings defines the settings of each kind of element, and this file its inner elements.

extension StructuredValue {
    init(_ model: Model) {
        let object = DumpObject(model) { object in
            object.add("entities", model.entities) { entity, object in
                object.add("attributes", entity.attributes)
                object.add("relationships", entity.relationships)
                object.add("fetchedProperties", entity.fetchedProperties)
                object.add("indexes", entity.indexes)
                object.add("compoundIndexes", entity.compoundIndexes)
                object.add("uniquenessConstraints", entity.uniquenessConstraints.map(\.propertyNames))
            }
            object.add("composites", model.composites) { composite, object in
                object.add("attributes", composite.attributes)
            }
            object.add("fetchRequests", model.fetchRequestTemplates)
            object.add("configurations", model.configurations)
        }
        self = object.value
    }

    /// Creates the value of a setting; nil if there is none.
    init?(_ value: ModelSettingValue, of kind: SettingKind) {
        if case .word(let words) = kind, let word = words.first(where: { $0.value == value }) {
            self = .string(word.text)
            return
        }
        switch value {
        case .none: return nil
        case .text(let text): self = .string(text)
        case .flag(let isSet): self = .boolean(isSet)
        case .number(let number): self = .number(number)
        case .names(let names): self = .array(names.sorted().map(StructuredValue.string))
        case .userInfo(let userInfo):
            if userInfo.isEmpty { return nil }
            self = .array(
                userInfo.entries.map { .members(.init("key", .string($0.key)), .init("value", .string($0.value))) })
        case .indexElements(let columns): self = .array(columns.map { DumpObject($0).value })
        case .fetchRequest(let request): self = DumpObject(request).value
        }
    }
}
