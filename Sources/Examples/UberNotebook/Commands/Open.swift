import ArgumentParser

struct Open: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Work on the notes of a notebook.",
        discussion: """
            Reads one line after the other:
              add TEXT      a new note
              edit N TEXT   other words for a note
              touch N       a note is as new as one written now
              delete N      a note goes
              list          the notes, the newest first
              discard       back to what was saved last
              save          write what has changed; so does the end of the input
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
