import ArgumentParser

/// `modelgen studio`: shows a store in the browser.
struct StudioLauncher: CompanionCommand {
    static let configuration = CommandConfiguration(
        commandName: "studio",
        abstract: "View and edit a store in the browser.",
        discussion: """
            Runs the program modelgen-studio from the same folder, or from PATH.

            EXAMPLES:
              modelgen studio Heroes.json
              modelgen studio --help
            """)

    static let program = CompanionProgram(commandName: "studio")

    @Argument(
        parsing: .captureForPassthrough, help: "The store, and options for modelgen-studio.",
        completion: .custom { words, place, prefix in
            CompanionCompletions(of: program, commandNames: [], words: words, place: place, prefix: prefix).texts
        })
    var arguments: [String] = []

    func run() throws { try Self.program.run(arguments) }
}
