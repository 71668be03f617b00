import ArgumentParser
import FileAccess
import Foundation

/// What shells offer behind a command such as `modelgen store`: its commands, their options, the values of these, and files.
///
/// The parser of arguments knows the commands of this program only; the other program describes its own.
struct CompanionCompletions {
    /// A word to offer, and what it means.
    private struct Offer {
        var word: String
        var meaning: String?
    }

    /// The commands of the program, should it not be there to name them; none for a program that is one command.
    private let commandNames: [String]
    /// What stands between the command and the word that is completed.
    private let words: [String]
    /// The word that is completed, as far as it is typed.
    private let prefix: String
    private let description: ToolDescription.Command?

    /// - Parameters:
    ///   - program: The program behind the command.
    ///   - commandNames: Its commands, for where it is not installed; none for a program that is one command.
    ///   - words: The line.
    ///   - place: The number of the word that is completed, from 0.
    ///   - prefix: The part of that word before the cursor.
    init(of program: CompanionProgram, commandNames: [String], words: [String], place: Int, prefix: String) {
        let start = words.firstIndex(of: program.commandName).map { $0 + 1 } ?? place
        self.commandNames = commandNames
        self.words = start < place && place <= words.count ? Array(words[start..<place]) : []
        self.prefix = prefix
        // Without it, there are still the names of the commands.
        description = (try? program.description())?.command
    }

    /// The words as the shell that asks takes them: with their meaning where it shows that.
    var texts: [String] {
        offers.filter { $0.word.hasPrefix(prefix) }.map { offer in
            switch CompletionShell.requesting {
            case .fish: [offer.word, offer.meaning].compactMap(\.self).joined(separator: "\t")
            case .zsh:
                [offer.word.replacing(":", with: "\\:"), offer.meaning].compactMap(\.self).joined(separator: ":")
            default: offer.word
            }
        }
    }

    private var offers: [Offer] {
        let options: [ToolDescription.Argument]
        if commandNames.isEmpty {
            options = description?.shownArguments ?? []
        } else {
            guard let name = words.first else {
                return description?.shownSubcommands.map { Offer(word: $0.commandName, meaning: $0.abstract) }
                    ?? commandNames.map { Offer(word: $0) }
            }
            options = description?.shownSubcommands.first { $0.commandName == name }?.shownArguments ?? []
        }
        if let last = words.last,
            let option = options.first(where: { $0.kind == "option" && $0.isCalled(last) })
        {
            return option.allValues?.map { Offer(word: $0) } ?? files
        }
        guard prefix.hasPrefix("-") else { return files }
        return options.flatMap { option in (option.names ?? []).map { Offer(word: $0.text, meaning: option.abstract) } }
    }

    /// What lies in the folder that the word points to; hidden files only where the word asks for them.
    private var files: [Offer] {
        let end = prefix.lastIndex(of: "/").map(prefix.index(after:)) ?? prefix.startIndex
        let folder = String(prefix[..<end])
        let isForHidden = prefix[end...].hasPrefix(".")
        // A folder that cannot be read has nothing to offer.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        return names.sorted().filter { isForHidden || !$0.hasPrefix(".") }.map { name in
            Offer(word: folder + name + (FileKind(at: folder + name) == .folder ? "/" : ""))
        }
    }
}

extension ToolDescription.Argument {
    fileprivate func isCalled(_ text: String) -> Bool { names?.contains { $0.text == text } == true }
}
