import ArgumentParser
import FileAccess
import Foundation

/// The completions that shells offer after a command such as `modelgen store`: commands, options, values, and files.
///
/// The argument parser knows only this program's commands; the other program describes its own.
struct CompanionCompletions {
    /// A word to offer, and its meaning.
    private struct Offer {
        var word: String
        var meaning: String?
    }

    /// The commands of the program, in case it is not installed; none for a program without subcommands.
    private let commandNames: [String]
    /// The words between the command and the word to complete.
    private let words: [String]
    /// The typed part of the word to complete.
    private let prefix: String
    private let description: ToolDescription.Command?

    /// - Parameters:
    ///   - program: The program that does the work of the command.
    ///   - commandNames: Its commands, in case it is not installed; none for a program without subcommands.
    ///   - words: The words of the command line.
    ///   - place: The index of the word to complete.
    ///   - prefix: The part of that word before the cursor.
    init(of program: CompanionProgram, commandNames: [String], words: [String], place: Int, prefix: String) {
        let start = words.firstIndex(of: program.commandName).map { $0 + 1 } ?? place
        self.commandNames = commandNames
        self.words = start < place && place <= words.count ? Array(words[start..<place]) : []
        self.prefix = prefix
        // Without a description, the command names are still available.
        description = (try? program.description())?.command
    }

    /// The words in the form of the requesting shell, with their meanings if it shows them.
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

    /// The files in the folder that the word names, including hidden files only if the word begins with a dot.
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
