import ArgumentParser
import CommandArguments
import ModelCodegen
import StructuredText

/// `modelgen template`: lists and ejects the built-in templates.
struct TemplateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "List the built-in templates, or write them to files that you can change.",
        discussion: """
            EXAMPLES:
              modelgen template list
              modelgen template eject header --output Templates
            """,
        subcommands: [ListTemplates.self, EjectTemplates.self])
}

/// `modelgen template list`: lists the built-in templates.
struct ListTemplates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the built-in templates with their names, output, and contexts.",
        discussion: """
            EXAMPLES:
              modelgen template list
              modelgen template list --format json
            """)

    @OptionGroup var form: FormatOption<ListFormat>
    @OptionGroup var destination: TextDestination
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        switch form.format(for: destination.output) {
        case .text: try destination.write(Self.table)
        case .json: try destination.write(JSONText.text(of: .array(BuiltInTemplate.all.map(Self.value))))
        }
    }

    private static func value(_ template: BuiltInTemplate) -> StructuredValue {
        .members(
            .init("name", .string(template.name)), .init("context", .string(template.contextName)),
            .init("summary", .string(template.summary)))
    }

    private static var table: String {
        let templates = BuiltInTemplate.all
        let nameWidth = templates.map(\.name.count).max() ?? 0
        let contextWidth = templates.map(\.contextName.count).max() ?? 0
        return templates.map { template in
            let name = template.name.padded(to: nameWidth)
            return "\(name)  \(template.contextName.padded(to: contextWidth))  \(template.summary)\n"
        }.joined()
    }
}
