import ModelConfiguration
import ModelSchema
import StructuredText

// The text form, with one extension for each kind of element.

extension Model: TextElement {
    static let kindName = "model"
    /// The key of the composites.
    static let compositesKey = "composites"
    static let parts: [TextPart<Model>] = [
        .elements("entities", \.entities), .elements(compositesKey, \.composites),
        .elements("fetchRequests", \.fetchRequestTemplates), .elements("configurations", \.configurations),
    ]
}

extension Entity: TextElement {
    static let kindName = "entity"
    static let parts: [TextPart<Entity>] = [
        .elements("attributes", \.attributes), .elements("relationships", \.relationships),
        .elements("fetchedProperties", \.fetchedProperties),
        .nameLists("unique", "Properties, or lists of properties, whose values must be unique.") {
            $0.uniquenessConstraints.map(\.propertyNames)
        } write: {
            $0.uniquenessConstraints = $1.map(UniquenessConstraint.init)
        },
        .elements("indexes", \.indexes),
        .nameLists("compoundIndexes", "Indexes in the form used before Xcode 9: lists of properties.") {
            $0.compoundIndexes
        } write: {
            $0.compoundIndexes = $1
        },
    ]

    mutating func followName(of element: Entity) { representedClassName = element.name }
}

extension Attribute: TextElement {
    static let kindName = "attribute"

    /// For example `String`, `String?` for an optional attribute, or `Integer 64 = 0` with a default.
    static func shortForm(of settings: [TextSetting]) -> YAMLValue? {
        var (type, mark, standard) = ("", "", "")
        for item in settings {
            switch (item.setting, item.value) {
            case (.attributeType, .text(let text)): type = text
            case (.isOptional, .flag(true)): mark = "?"
            case (.defaultValue, .text(let text)) where isShort(text): standard = " = " + text
            default: return nil
            }
        }
        return type.isEmpty ? nil : .text(type + mark + standard)
    }

    /// Whether a default can follow the type without becoming ambiguous.
    private static func isShort(_ text: String) -> Bool {
        !text.isEmpty && text.first != " " && text.last != " " && !text.contains(where: \.isNewline)
    }

    static func settings(ofShortForm node: YAMLNode, reading: inout TextReading) -> [TextSetting]? {
        guard let text = node.text, !node.isNull else { return nil }
        let parts = text.split(separator: " = ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var type = parts[0]
        var settings: [TextSetting] = []
        if type.hasSuffix("?") {
            type.removeLast()
            settings.append(TextSetting(setting: .isOptional, value: .flag(true)))
        }
        if let value = reading.attributeType(type, isOptional: !settings.isEmpty, at: node.position) {
            settings.append(TextSetting(setting: .attributeType, value: value))
        }
        if parts.count == 2 { settings.append(TextSetting(setting: .defaultValue, value: .text(parts[1]))) }
        return settings
    }

    static let shortFormSchema: StructuredValue? = .members(
        .init("type", "string"),
        .init(
            "pattern",
            .string("^(" + AttributeType.allCases.map(\.rawValue).joined(separator: "|") + ")\\??( = .+)?$")))
}

extension Relationship: TextElement {
    static let kindName = "relationship"
}

extension FetchedProperty: TextElement {
    static let kindName = "fetchedProperty"
}

extension FetchRequestTemplate: TextElement {
    static let kindName = "fetchRequest"
}

extension FetchIndex: TextElement {
    static let kindName = "index"

    static func shortForm(of settings: [TextSetting]) -> YAMLValue? {
        guard settings.count == 1, case .indexElements(let elements) = settings[0].value else { return nil }
        return .inline(.list(elements.map(TextWriting.value(ofColumn:))))
    }

    static func settings(ofShortForm node: YAMLNode, reading: inout TextReading) -> [TextSetting]? {
        guard node.items != nil else { return nil }
        return reading.value(.indexElements, node, of: "columns").map {
            [TextSetting(setting: .indexElements, value: $0)]
        }
    }

    static let shortFormSchema: StructuredValue? = ModelTextSchema.form(of: .indexElements)
}

extension Composite: TextElement {
    static let kindName = "composite"
    static let parts: [TextPart<Composite>] = [.elements("attributes", \.attributes)]
}

extension Configuration: TextElement {
    static let kindName = "configuration"

    static func shortForm(of settings: [TextSetting]) -> YAMLValue? {
        guard settings.count == 1, case .names(let names) = settings[0].value else { return nil }
        return .inline(.list(names.map(YAMLValue.text)))
    }

    static func settings(ofShortForm node: YAMLNode, reading: inout TextReading) -> [TextSetting]? {
        guard node.items != nil else { return nil }
        return reading.value(.names, node, of: "entities").map { [TextSetting(setting: .memberEntities, value: $0)] }
    }

    static let shortFormSchema: StructuredValue? = ModelTextSchema.form(of: .names)
}
