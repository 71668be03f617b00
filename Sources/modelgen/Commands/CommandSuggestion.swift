import ArgumentParser
import ModelDiagnostics

/// What the user probably meant by a word that is no command.
struct CommandSuggestion {
    let message: String

    /// - Parameter arguments: Those of the process, without its name.
    /// - Returns: Nil when they begin with a command, or with an option.
    init?(for arguments: [String]) {
        guard let word = arguments.first, !word.hasPrefix("-"), word != "help" else { return nil }
        let commands = ModelGen.configuration.subcommands
        let names = commands.map { $0._commandName }
        guard !names.contains(word) else { return nil }
        let shown = zip(commands, names).filter { $0.0.configuration.shouldDisplay }.map(\.1)
        if let nearest = NearestName.to(word, among: shown) {
            message = "there is no command '\(word)'; did you mean '\(nearest)'?"
        } else {
            message = "there is no command '\(word)'; there are \(shown.sorted().joined(separator: ", "))"
        }
    }
}
