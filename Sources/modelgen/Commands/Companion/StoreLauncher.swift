import ArgumentParser

/// `modelgen store`: looks into stores.
struct StoreLauncher: CompanionCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Query, count, export, import, check, and convert JSON, SQLite, or PostgreSQL stores.",
        discussion: """
            Runs the program modelgen-store from the same folder, or from PATH.

            EXAMPLES:
              modelgen store query Heroes.json "Superhero where universe == 'dc'"
              modelgen store stats App.sqlite
              modelgen store --help
            """)

    static let program = CompanionProgram(commandName: "store")

    /// The commands of the program.
    static let commandNames = [
        "query", "count", "export", "import", "create", "stats", "check", "repair", "backup", "convert", "migrate",
        "model", "schema",
    ]

    @Argument(
        parsing: .captureForPassthrough, help: "The arguments for modelgen-store.",
        completion: .custom { words, place, prefix in
            CompanionCompletions(
                of: program, commandNames: commandNames, words: words, place: place, prefix: prefix
            ).texts
        })
    var arguments: [String] = []

    func run() throws { try Self.program.run(arguments) }
}
