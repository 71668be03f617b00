import ArgumentParser

/// The tutorial's app for notebooks, in a terminal.
@main
struct UberNotebookCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ubernotebook", abstract: "Keep notes in notebooks.",
        discussion: """
            The program keeps everything in one JSON file; see --store.

            EXAMPLES:
              ubernotebook keyed Travel "Pack the tent"
              ubernotebook create Groceries
              ubernotebook open Groceries
              ubernotebook delete Groceries
            """,
        subcommands: [List.self, Keyed.self, Create.self, Open.self, Delete.self],
        defaultSubcommand: List.self)
}
