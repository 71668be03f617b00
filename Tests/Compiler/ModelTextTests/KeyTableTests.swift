import Foundation
import ModelSchema
import TestSupport
import Testing

@testable import ModelText

/// The pages' tables of keys are made from the table of settings.
@Suite struct KeyTableTests {
    @Test("The page of the YAML form lists every key")
    func thePageOfTheTextFormListsEveryKey() throws {
        let rows = [
            row("a model", of: Model.self), row("an entity", of: Entity.self), row("an attribute", of: Attribute.self),
            row("a relationship", of: Relationship.self), row("a fetched property", of: FetchedProperty.self),
            row("a fetch request", of: FetchRequestTemplate.self), row("an index", of: FetchIndex.self),
            "| a column of an index | \(list(FetchIndex.Element.fields.map(\.setting.names.key))) |\n",
            row("a composite", of: Composite.self), row("a configuration", of: Configuration.self),
        ]
        try expectTable("| Element | Keys |\n| --- | --- |\n" + rows.joined(), on: "ModelsInYAML.md")
    }

    @Test("The page of the dump format lists every key")
    func thePageOfTheDumpListsEveryKey() throws {
        let rows = [
            rows("model", of: Model.self), rows("entity", of: Entity.self), rows("attribute", of: Attribute.self),
            rows("relationship", of: Relationship.self), rows("fetched property", of: FetchedProperty.self),
            rows("fetch request", of: FetchRequestTemplate.self), rows("index", of: FetchIndex.self),
            rows("column of an index", of: FetchIndex.Element.self),
            rows("composite", of: Composite.self), rows("configuration", of: Configuration.self),
        ]
        try expectTable("| Element | Type | Keys |\n|---|---|---|\n" + rows.joined(), on: "DumpFormat.md")
    }

    /// What the text form has of a kind of element: parts, then settings.
    private func row<Element: TextElement>(_ name: String, of _: Element.Type) -> String {
        "| \(name) | \(list(Element.parts.map(\.key) + Element.keyedFields.map(\.setting.names.key))) |\n"
    }

    /// What a dump has of a kind of element, by the types of values.
    private func rows<Element: SettableElement>(_ name: String, of _: Element.Type) -> String {
        let keys = Dictionary(grouping: Element.fields) { typeName(of: $0.kind) }
        return ["string", "boolean", "integer", "array of strings", "array of objects", "object"].compactMap { type in
            keys[type].map { "| \(name) | \(type) | \(list($0.map(\.setting.names.dumpKey))) |\n" }
        }.joined()
    }

    private func typeName(of kind: SettingKind) -> String {
        switch kind {
        case .text, .word: "string"
        case .flag: "boolean"
        case .count: "integer"
        case .names: "array of strings"
        case .userInfo, .indexElements: "array of objects"
        case .fetchRequest: "object"
        }
    }

    private func list(_ keys: [String]) -> String {
        keys.map { "`\($0)`" }.joined(separator: ", ")
    }

    /// Expects a table between two comments of a page.
    private func expectTable(_ table: String, on name: String) throws {
        let path = "Sources/Tools/modelgen/Documentation.docc/\(name)"
        let page = try String(contentsOf: SourceTree.file(path), encoding: .utf8)
        let first = try #require(page.range(of: "<!-- keys, made from the table of settings -->\n")?.upperBound)
        let last = try #require(page.range(of: "<!-- end -->")?.lowerBound)
        try expectGolden("\(page[..<first])\(table)\(page[last...])", at: "../../\(path)")
    }
}
