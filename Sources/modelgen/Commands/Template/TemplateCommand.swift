import ArgumentParser
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
        abstract: "List the built-in templates with their names, output, and contexts.")

    func run() throws {
        let templates = BuiltInTemplate.all
        let nameWidth = templates.map(\.name.count).max() ?? 0
        let contextWidth = templates.map(\.contextName.count).max() ?? 0
        for template in templates {
            let name = template.name.padded(to: nameWidth)
            print("\(name)  \(template.contextName.padded(to: contextWidth))  \(template.summary)")
        }
    }
}
