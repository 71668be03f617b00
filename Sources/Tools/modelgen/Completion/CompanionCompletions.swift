import ArgumentParser
import CommandArguments
import FileAccess
import Foundation

/// The completions that shells offer after a command such as `modelgen store`: commands, options, values, and files.
///
/// The argument parser knows only this program's commands; the other program describes its own.
struct CompanionCompletions {
    /// The commands of the program, in case it is not installed; none for a program without subcommands.
    private let commandNames: [String]
    /// The words between the command and the word to complete.
    private let words: [String]
    /// The part of the word before the cursor, as it was typed.
    private let typed: String
    private let description: ToolDescription.Command?

    /// - Parameters:
    ///   - program: The program that does the work of the command.
    ///   - commandNames: Its commands, in case it is not installed; none for a program without subcommands.
    ///   - words: The words of the command line.
    ///   - place: The index of the word to complete.
    ///   - typed: The part of that word before the cursor, as it was typed.
    init(of program: CompanionProgram, commandNames: [String], words: [String], place: Int, typed: String) {
        let start = words.firstIndex(of: program.commandName).map { $0 + 1 } ?? place
        self.commandNames = commandNames
        self.words = start < place && place <= words.count ? Array(words[start..<place]) : []
        self.typed = typed
        // Without a description, the command names are still available.
        description = (try? program.description())?.command
    }

    /// The words in the form of the requesting shell, with their meanings if it shows them.
    var texts: [String] { ShellOffer.texts(of: offers, beginningWith: typed) }

    private var offers: [ShellOffer] {
        let options: [ToolDescription.Argument]
        if commandNames.isEmpty {
            options = description?.shownArguments ?? []
        } else {
            guard let name = words.first else {
                return description?.shownSubcommands.map { ShellOffer(word: $0.commandName, meaning: $0.abstract) }
                    ?? commandNames.map { ShellOffer(word: $0) }
            }
            options = description?.shownSubcommands.first { $0.commandName == name }?.shownArguments ?? []
        }
        if let last = words.last,
            let option = options.first(where: { $0.kind == "option" && $0.isCalled(last) })
        {
            return option.allValues?.map { ShellOffer(word: $0) } ?? files
        }
        guard typed.hasPrefix("-") else { return files }
        return options.flatMap { option in
            (option.names ?? []).map { ShellOffer(word: $0.text, meaning: option.abstract) }
        }
    }

    /// The files in the folder that the word names, including hidden files only if the word begins with a dot.
    private var files: [ShellOffer] {
        let prefix = ShellOffer.unquoted(typed)
        let end = prefix.lastIndex(of: "/").map(prefix.index(after:)) ?? prefix.startIndex
        let folder = String(prefix[..<end])
        let isForHidden = prefix[end...].hasPrefix(".")
        // A folder that cannot be read has nothing to offer.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        return names.sorted().filter { isForHidden || !$0.hasPrefix(".") }.map { name in
            ShellOffer(word: folder + name + (FileKind(at: folder + name) == .folder ? "/" : ""))
        }
    }
}

extension ToolDescription.Argument {
    fileprivate func isCalled(_ text: String) -> Bool { names?.contains { $0.text == text } == true }
}
