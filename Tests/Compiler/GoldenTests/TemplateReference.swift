import StencilTemplates

@testable import ModelCodegen

/// The page of the documentation about contexts and filters, made from the tables of fields and filters.
enum TemplateReference {
    /// The page, in Markdown.
    static var page: String {
        let sections = [introduction, contents] + contexts + [swiftGen, swiftGenEntity, filters]
        return sections.joined(separator: "\n\n") + "\n"
    }

    private static let introduction = """
        # Template reference

        What every template receives, and the filters that all of them can use. How to own a template:
        [Templates](Templates.md). This page is made from the declarations in the tool.

        Types: *text*, *flag* (true or false), *number*, *list of* something, *table of* something (looked up by \
        name), and
        *optional*, which can be nothing. Other types are records with their own fields, listed below their context.
        In addition, every template can use `param`, the table of the values of `--param`.
        """

    /// The way in: the templates by the code that they are for.
    private static var contents: String {
        let names = TemplateContexts.all.map { $0.templateName }
        let isOwn = { (name: String) in !name.hasPrefix("coredata-") && !name.hasPrefix("swiftdata-") }
        let rows = [
            ("the style `objectgraph`, and parts that several styles use", names.filter(isOwn)),
            ("the style `coredata`", names.filter { $0.hasPrefix("coredata-") }),
            ("the style `swiftdata`", names.filter { $0.hasPrefix("swiftdata-") }),
        ].map { subject, names in
            "| \(subject) | \(names.map { "[`\($0)`](#\($0))" }.joined(separator: ", ")) |"
        }
        let others = [
            "| templates of your own in SwiftGen's form | [once for all models](#templates-for-swiftgen), "
                + "[for each entity](#templates-for-swiftgen-for-each-entity) |",
            "| all templates | [filters](#filters) |",
        ]
        return (["| For | See |", "| --- | --- |"] + rows + others).joined(separator: "\n")
    }

    private static var contexts: [String] {
        TemplateContexts.all.map { context in
            section("## \(context.templateName)", "\(context.summary) Receives a `\(context)`.", context)
        }
    }

    private static var swiftGen: String {
        section(
            "## Templates for SwiftGen",
            "The values that templates receive with `--context swiftgen`, once for all models. "
                + "Receives a `SwiftGenContext`.",
            SwiftGenContext.self)
    }

    private static var swiftGenEntity: String {
        [
            "## Templates for SwiftGen, for each entity",
            "The values that templates receive with `--context swiftgen --per entity`. "
                + "The section above describes the records.",
            table(of: SwiftGenEntityContext.self),
        ].joined(separator: "\n\n")
    }

    private static func section(_ title: String, _ summary: String, _ type: any TemplateRecord.Type) -> String {
        var parts = [title, summary, table(of: type)]
        for record in records(in: type) { parts += ["### \(record)", table(of: record)] }
        return parts.joined(separator: "\n\n")
    }

    private static func table(of type: any TemplateRecord.Type) -> String {
        let rows = type.fieldDescriptions.map { "| `\($0.name)` | \($0.type.text) | \($0.summary) |" }
        return (["| Field | Type | |", "| --- | --- | --- |"] + rows).joined(separator: "\n")
    }

    /// The records that are reachable from a record, in the order of their first use.
    private static func records(in type: any TemplateRecord.Type) -> [any TemplateRecord.Type] {
        var found: [any TemplateRecord.Type] = []
        var names: Set<String> = ["\(type)"]
        var waiting: [any TemplateRecord.Type] = [type]
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            for record in next.fieldDescriptions.compactMap(\.type.record) where names.insert("\(record)").inserted {
                found.append(record)
                waiting.append(record)
            }
        }
        return found
    }

    private static var filters: String {
        var parts = [
            "## Filters", "Written as `{{ value|name:argument,argument }}`. Arguments in brackets are optional.",
        ]
        for group in TemplateFilters.all.groups {
            let rows = group.filters.map { filter in
                let arguments = filter.parameters.map { "`\(escaped($0))`" }.joined(separator: ", ")
                let examples = filter.examples.map { "`\(escaped($0.template))` → `\(escaped($0.result))`" }
                let columns = ["`\(filter.name)`", arguments, filter.summary, examples.joined(separator: "<br>")]
                return "| \(columns.joined(separator: " | ")) |"
            }
            let table = ["| Filter | Arguments | | Examples |", "| --- | --- | --- | --- |"] + rows
            parts += ["### \(group.title)", table.joined(separator: "\n")]
        }
        return parts.joined(separator: "\n\n")
    }

    /// Returns code for a cell of a table.
    private static func escaped(_ text: String) -> String {
        text.replacing("\n", with: "⏎").replacing("|", with: "\\|").replacing("`", with: "´")
    }
}

extension TemplateRecord {
    fileprivate static var fieldDescriptions: [(name: String, type: TemplateType, summary: String)] {
        fields.all.map { ($0.name, $0.type, $0.summary) }
    }
}

extension TemplateType {
    /// The record of the type, or of its elements.
    fileprivate var record: (any TemplateRecord.Type)? {
        switch self {
        case .list(let element), .table(let element), .optional(let element): element.record
        case .record(let type): type
        case .text, .flag, .number, .any: nil
        }
    }
}
