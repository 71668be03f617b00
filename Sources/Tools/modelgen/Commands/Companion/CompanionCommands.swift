import ArgumentParser
import CommandArguments

/// A command whose work another program does.
protocol CompanionCommand: PassingCommand {
    /// The name of the command.
    static var name: String { get }
    /// The arguments for the program.
    var arguments: [String] { get }
}

extension CompanionCommand {
    static var program: CompanionProgram { CompanionProgram(commandName: name) }

    func run() throws { try Self.program.run(arguments) }

    /// The arguments `store … --help` for `help store …`; nil for other arguments, without the name of the process.
    static func helpRequest(in arguments: [String]) -> [String]? {
        guard arguments.starts(with: ["help", name]) else { return nil }
        return arguments.dropFirst() + ["--help"]
    }
}

/// The commands whose work other programs do.
let companionCommands: [any CompanionCommand.Type] = [StoreLauncher.self, StudioLauncher.self]

/// `modelgen store`: queries and maintains stores.
struct StoreLauncher: CompanionCommand {
    static let name = "store"
    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Query, count, export, import, check, and convert stores of objects.",
        discussion: """
            The command runs the program modelgen-store in the folder of modelgen, or in PATH.

            EXAMPLES:
              modelgen store query Heroes.json "Superhero where universe == 'dc'"
              modelgen store stats App.sqlite
              modelgen store --help
            """)

    /// The commands of the program.
    static let commandNames = [
        "query", "count", "export", "import", "create", "stats", "check", "repair", "backup", "convert", "migrate",
        "model", "schema",
    ]

    @Argument(
        parsing: .captureForPassthrough, help: "The arguments for modelgen-store.",
        completion: .custom { words, place, typed in
            CompanionCompletions(of: program, commandNames: commandNames, words: words, place: place, typed: typed)
                .texts
        })
    var arguments: [String] = []
}

/// `modelgen studio`: shows a store in the browser.
struct StudioLauncher: CompanionCommand {
    static let name = "studio"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "View and edit a store in the browser.",
        discussion: """
            The command runs the program modelgen-studio in the folder of modelgen, or in PATH.

            EXAMPLES:
              modelgen studio Heroes.json
              modelgen studio --help
            """)

    /// None: the program is one command.
    static let commandNames: [String] = []

    @Argument(
        parsing: .captureForPassthrough, help: "The store, and options for modelgen-studio.",
        completion: .custom { words, place, typed in
            CompanionCompletions(of: program, commandNames: commandNames, words: words, place: place, typed: typed)
                .texts
        })
    var arguments: [String] = []
}
