import ArgumentParser
import CommandArguments
import ModelConfiguration
import ModelProjects

/// `modelgen config`: describes the file `modelgen.yml`.
struct Config: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Describe the contents of modelgen.yml.",
        discussion: """
            EXAMPLES:
              modelgen config schema --output modelgen.schema.json
            """,
        subcommands: [Schema.self])

    /// `modelgen config schema`: prints the file's JSON Schema.
    struct Schema: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "schema", abstract: "Print the JSON Schema of modelgen.yml, for editors.",
            discussion: """
                EXAMPLES:
                  modelgen config schema --output modelgen.schema.json
                """)

        @OptionGroup var destination: TextDestination
        @OptionGroup(title: "Common Options") var common: CommonOptions

        func run() throws { try destination.write(ConfigurationSchema.text) }
    }
}
