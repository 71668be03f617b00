import ArgumentParser

/// The tutorial's journal for surfers, in a terminal.
@main
struct SurfJournalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "surfjournal", abstract: "Keep a journal of waves.",
        discussion: """
            The first run creates three hundred entries. The program keeps everything in one JSON file; see --store.

            EXAMPLES:
              surfjournal list --limit 5
              surfjournal add --location "Bells Beach" --height Head --rating 5
              surfjournal edit 1 --rating 4
              surfjournal export Journal.csv
            """,
        subcommands: [List.self, Add.self, Edit.self, Delete.self, Export.self],
        defaultSubcommand: List.self)
}
