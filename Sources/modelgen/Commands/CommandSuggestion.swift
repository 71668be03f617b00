import ArgumentParser
import ModelDiagnostics

/// A message about an unknown command at any level, with the command that the user probably meant.
struct CommandSuggestion {
    let message: String

    /// Creates a message; nil if the arguments, without the name of the process, begin with a command or an option.
    init?(for arguments: [String]) {
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        var parent = Command(ModelGen.self)
        var path: [String] = []
        for word in words {
            guard !parent.subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            guard let command = parent.subcommands.first(where: { $0.name == word }) else {
                message = Self.message(on: word, after: path, among: parent.subcommands)
                return
            }
            path.append(word)
            parent = command
        }
        return nil
    }

    private static func message(on word: String, after path: [String], among commands: [Command]) -> String {
        let shown = commands.filter(\.isShown).map(\.name)
        let words = (path + [word]).joined(separator: " ")
        guard let nearest = NearestName.to(word, among: shown) else {
            return "unknown command '\(words)'; use one of \(shown.sorted().joined(separator: ", "))"
        }
        return "unknown command '\(words)'; did you mean '\((path + [nearest]).joined(separator: " "))'?"
    }

    /// A command and its subcommands.
    private struct Command {
        var name: String
        var isShown = true
        var subcommands: [Command] = []

        init(_ type: any ParsableCommand.Type) {
            name = type.configuration.commandName ?? "\(type)".lowercased()
            isShown = type.configuration.shouldDisplay
            subcommands =
                type == StoreLauncher.self
                ? StoreLauncher.commandNames.map(Command.init(named:))
                : type.configuration.subcommands.map(Command.init)
        }

        private init(named name: String) { self.name = name }
    }
}
