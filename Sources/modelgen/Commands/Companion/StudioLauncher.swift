import ArgumentParser

/// `modelgen studio`: shows a store in the browser.
struct StudioLauncher: CompanionCommand {
    static let configuration = CommandConfiguration(
        commandName: "studio",
        abstract: "See and change what is in a store, in the browser.",
        discussion: """
            Runs the program modelgen-studio, which lies beside this one or in PATH.

            EXAMPLES:
              modelgen studio Heroes.json
              modelgen studio --help
            """)

    static let program = CompanionProgram(commandName: "studio")

    @Argument(
        parsing: .captureForPassthrough, help: "The store, and how it is to be shown.",
        completion: .custom { words, place, prefix in
            CompanionCompletions(of: program, commandNames: [], words: words, place: place, prefix: prefix).texts
        })
    var arguments: [String] = []

    func run() throws { try Self.program.run(arguments) }
}
