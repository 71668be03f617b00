import ArgumentParser

/// `modelgen template`: the templates that code is rendered with.
struct TemplateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "List the built-in templates, or write them to files that you can change.",
        discussion: """
            EXAMPLES:
              modelgen template list
              modelgen template eject header --output Templates
            """,
        subcommands: [ListTemplates.self, EjectTemplates.self])
}
