import ArgumentParser

struct Open: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Work on the notes of a notebook.",
        discussion: """
            Reads these commands, one on each line:
              add TEXT      adds a note
              edit N TEXT   changes a note
              touch N       makes a note the newest
              delete N      deletes a note
              list          lists the notes, the newest first
              discard       discards unsaved changes
              save          saves changes, as the end of the input does
            """)

    @OptionGroup var options: StoreOptions
    @Argument(help: "The notebook's title.") var title: String

    @MainActor func run() async throws {
        let shelf = try NotebookShelf(options)
        let desk = try NoteDesk(notebook: try shelf.notebook(titled: title), shelf: shelf)
        try desk.show()
        while let line = TypedLine.next() { try desk.perform(line) }
        try desk.finish()
    }
}
