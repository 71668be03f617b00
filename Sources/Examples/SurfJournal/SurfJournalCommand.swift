import ArgumentParser

/// The tutorial's journal of a surfer, in a terminal.
@main
struct SurfJournalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "surfjournal",
        abstract: "Keep a journal of waves.",
        discussion: """
            The first run begins with three hundred entries. Everything is kept in one JSON file; see --store.

            EXAMPLES:
              surfjournal list --limit 5
              surfjournal add --location "Bells Beach" --height Head --rating 5
              surfjournal edit 1 --rating 4
              surfjournal export Journal.csv
            """,
        subcommands: [List.self, Add.self, Edit.self, Delete.self, Export.self],
        defaultSubcommand: List.self)
}
