package import ArgumentParser
import ModelDiagnostics

/// A command that passes its arguments on to another program with commands of its own.
package protocol PassingCommand: ParsableCommand {
    /// The commands of the program; none if it is one command.
    static var commandNames: [String] { get }
}

/// The commands of a program, by the words that specify them.
package struct CommandTree {
    private let name: String
    /// The command; nil for one of another program.
    private let type: (any ParsableCommand.Type)?

    package init(_ type: any ParsableCommand.Type) {
        name = type.configuration.commandName ?? "\(type)".lowercased()
        self.type = type
    }

    private init(named name: String) {
        self.name = name
        type = nil
    }

    private var isShown: Bool { type?.configuration.shouldDisplay ?? true }

    /// The names of another program's commands that the command passes the rest of the words to; nil if it does not.
    private var passedNames: [String]? { (type as? any PassingCommand.Type)?.commandNames }

    // Not stored, because finding the commands of all commands takes longer than most commands do.
    private var subcommands: [CommandTree] {
        passedNames?.map(CommandTree.init(named:)) ?? type?.configuration.subcommands.map(CommandTree.init) ?? []
    }

    /// Returns the words of the command that arguments specify, starting with the name of the program; nil for a
    /// command that people do not run.
    package func words(of arguments: [String]) -> String? {
        var (tree, words) = (self, [name])
        for argument in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
            guard let next = tree.subcommands.first(where: { $0.name == argument }) else { break }
            guard next.isShown else { return nil }
            (tree, words) = (next, words + [argument])
        }
        return words.joined(separator: " ")
    }

    /// Returns the arguments with the common options that are before or between the words of the command moved to the
    /// end.
    package func arguments(_ arguments: [String]) -> [String] {
        var tree = self
        var (words, options): ([String], [String]) = ([], [])
        var rest = arguments[...]
        while let word = rest.first {
            if let count = CommonOptions.count(atBeginningOf: rest) {
                options += rest.prefix(count)
                rest = rest.dropFirst(count)
                // Options of a command without others stay where they are.
                if tree.subcommands.isEmpty, tree.passedNames == nil { break }
            } else if let next = tree.subcommands.first(where: { $0.name == word }) {
                words.append(word)
                rest = rest.dropFirst()
                tree = next
                if tree.subcommands.isEmpty { break }
            } else {
                break
            }
        }
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return words + rest[..<end] + options + rest[end...]
    }

    /// A message about a missing command, or about an unknown one at any level with the one that was probably meant;
    /// nil if the arguments, as ``arguments(_:)`` returns them, begin with a command or with an option of the program.
    package func unknownCommand(in arguments: [String]) -> String? {
        // Common options come first only if there is nothing else.
        if !subcommands.isEmpty, CommonOptions.count(atBeginningOf: arguments[...]) != nil {
            return "missing command; use one of \(shownNames.joined(separator: ", "))"
        }
        var (parent, path) = (self, [String]())
        for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
            guard !parent.subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            guard let command = parent.subcommands.first(where: { $0.name == word }) else {
                return parent.message(on: word, after: path)
            }
            path.append(word)
            parent = command
        }
        return nil
    }

    private var shownNames: [String] { subcommands.filter(\.isShown).map(\.name).sorted() }

    private func message(on word: String, after path: [String]) -> String {
        let words = (path + [word]).joined(separator: " ")
        guard let nearest = NearestName.to(word, among: shownNames) else {
            return "unknown command '\(words)'; use one of \(shownNames.joined(separator: ", "))"
        }
        return "unknown command '\(words)'; did you mean '\((path + [nearest]).joined(separator: " "))'?"
    }
}
