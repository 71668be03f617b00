import ArgumentParser

/// A catalogue of books in a terminal.
@main
struct BookCatalogueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bookcatalogue", abstract: "Keep a catalogue of books.",
        discussion: """
            The first run imports the file catalog.json. The program then keeps everything in one JSON store; see
            --store.

            EXAMPLES:
              bookcatalogue list --by-genre
              bookcatalogue show 1 3
              bookcatalogue add "Persuasion" --author "Jane Austen" --genre Novel --year 1817
              bookcatalogue remove 1 3
            """,
        subcommands: [List.self, Show.self, Add.self, Remove.self],
        defaultSubcommand: List.self)
}
