import ModelSchema
import StructuredText
import XCDataModel

/// The JSON Schema of the text form, with which editors complete keys and mark errors.
///
/// It is made from the same table that the reader and the writer use.
package enum ModelTextSchema {
    /// The schema as a JSON document.
    ///
    /// Source: JSON Schema, draft 7, which the YAML plugins of editors support.
    package static var text: String {
        let definitions: [StructuredValue.Member?] = [
            definition(Entity.self), definition(Attribute.self), definition(Relationship.self),
            definition(FetchedProperty.self), definition(FetchRequestTemplate.self), definition(FetchIndex.self),
            definition(Composite.self), definition(Configuration.self),
        ]
        let name = ("model", "The name of the model, which is that of the bundle.", form(of: .text))
        let current = ("current", "The version that code is generated for.", form(of: .text))
        let version = ("version", "The name of the version.", form(of: .text))
        let versions = (
            "versions", "The versions, in order.",
            StructuredValue.members(
                .init("type", "array"),
                .init("items", section([version] + keys(of: Model.self) + ends, required: ["version"])))
        )
        return JSONText.text(
            of: .members(
                .init("$schema", "http://json-schema.org/draft-07/schema#"), .init("title", "A Core Data model"),
                .init(
                    "anyOf",
                    .array([
                        section([name, current, version] + keys(of: Model.self) + ends),
                        section([name, current, versions], required: ["versions"]),
                    ])),
                .init("definitions", .object(definitions.compactMap { $0 }))))
    }

    /// A key with its description and the form of its value.
    typealias Key = (name: String, summary: String, form: StructuredValue)

    /// The keys in addition to the settings of a model.
    private static var ends: [Key] {
        let frame = list(of: form(of: .text))
        return [
            ("defaults", "The settings that elements of a kind have by default.", TextDefaults.schema),
            (
                "editor", "Information of the model editor about itself and its diagram.",
                section([
                    (
                        "header", "Attributes of the model's element.",
                        section(EditorPart.headerNames.map { ($0, "The value in the file.", form(of: .text)) })
                    ),
                    ("layout", "The left edge, top edge, width, and height of each entity.", map(of: frame)),
                    (
                        "emptyUserInfo",
                        "The paths of elements whose user info exists but is empty, such as Order/note.",
                        list(of: form(of: .text))
                    ),
                ])
            ),
        ]
    }

    /// Returns the form of a setting's value.
    static func form(of kind: SettingKind) -> StructuredValue {
        switch kind {
        // The reader accepts numbers and Booleans without quotes as strings.
        case .text: .members(.init("type", .array(["string", "number", "boolean", "null"])))
        case .flag: .members(.init("type", .array(["boolean", "null"])))
        case .count: .members(.init("type", "integer"), .init("minimum", .number(0)))
        case .word(let words):
            .members(
                .init(
                    "anyOf",
                    .array([
                        .members(.init("enum", .array(words.map { .string($0.text) }))),
                        .members(.init("type", "null")),
                    ])))
        case .names: list(of: form(of: .text))
        case .userInfo:
            .members(
                .init(
                    "anyOf",
                    .array([
                        map(of: form(of: .text)),
                        list(
                            of: section([
                                ("key", "The key.", form(of: .text)), ("value", "Its value.", form(of: .text)),
                            ])),
                    ])))
        case .indexElements:
            list(
                of: .members(
                    .init(
                        "anyOf",
                        .array([
                            form(of: .text),
                            section(keys(of: FetchIndex.Element.fields)),
                        ]))))
        case .fetchRequest:
            section([("name", "The name of the fetch.", form(of: .text))] + keys(of: FetchRequestTemplate.self))
        }
    }

    /// Returns the form of elements: a map by name, or a list if a name repeats.
    static func list<Element: TextElement>(of _: Element.Type) -> StructuredValue {
        let reference: StructuredValue = .members(.init("$ref", .string("#/definitions/" + Element.kindName)))
        let named = section([("name", "The name.", form(of: .text))] + keys(of: Element.self), required: ["name"])
        return .members(.init("anyOf", .array([map(of: reference), list(of: named), .members(.init("type", "null"))])))
    }

    private static func definition<Element: TextElement>(_: Element.Type) -> StructuredValue.Member? {
        let forms: [StructuredValue?] = [
            section(keys(of: Element.self)), Element.shortFormSchema, .members(.init("type", "null")),
        ]
        return .init(Element.kindName, .members(.init("anyOf", .array(forms.compactMap { $0 }))))
    }

    private static func keys<Element: TextElement>(of _: Element.Type) -> [Key] {
        keys(of: Element.keyedFields) + Element.parts.map { ($0.key, $0.summary, $0.schema) }
    }

    private static func keys<Element>(of fields: [SettingField<Element>]) -> [Key] {
        fields.map { ($0.setting.names.key, "The setting '\($0.setting.label)'.", form(of: $0.kind)) }
    }

    /// Returns the form of an object with only these keys.
    static func section(_ keys: [Key], required: [String] = []) -> StructuredValue {
        let properties = keys.compactMap { key -> StructuredValue.Member? in
            guard case .object(let members) = key.form else { return nil }
            let summary = StructuredValue.Member("description", .string(key.summary))
            return .init(key.name, .object([summary].compactMap { $0 } + members))
        }
        return .members(
            .init("type", "object"), .init("additionalProperties", .boolean(false)),
            .init("required", required.isEmpty ? nil : .array(required.map(StructuredValue.string))),
            .init("properties", .object(properties)))
    }

    private static func map(of form: StructuredValue) -> StructuredValue {
        .members(.init("type", "object"), .init("additionalProperties", form))
    }

    private static func list(of form: StructuredValue) -> StructuredValue {
        .members(.init("type", "array"), .init("items", form))
    }
}
