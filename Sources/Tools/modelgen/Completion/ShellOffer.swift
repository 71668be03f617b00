import ArgumentParser
import StructuredText

/// A word that a shell offers when a user presses the tab key, and its meaning.
///
/// The shells call the tool for these words, and read one from each line.
struct ShellOffer {
    var word: String
    var meaning: String?

    /// Returns the offers that begin with the typed text, in the form of the requesting shell.
    ///
    /// - Parameter typed: The part of the word before the cursor, as it was typed, possibly with quotation marks.
    static func texts(of offers: [ShellOffer], beginningWith typed: String) -> [String] {
        let prefix = unquoted(typed)
        return offers.filter { offer in
            // A line is a word, and a tab separates it from its meaning.
            offer.word.hasPrefix(prefix)
                && !offer.word.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }.map(\.text)
    }

    private var text: String {
        switch CompletionShell.requesting {
        case .fish: return [word, meaning].compactMap(\.self).joined(separator: "\t")
        case .zsh:
            let escaped = word.replacing(scalar: "\\", with: "\\\\").replacing(scalar: ":", with: "\\:")
            return [escaped, meaning].compactMap(\.self).joined(separator: ":")
        default:
            // bash expands the words: without quotation marks, it would even run commands that the name of a file
            // contains.
            return word.shellQuoted
        }
    }

    /// Returns typed text without the quotation marks and backslashes that protect its characters from the shell.
    static func unquoted(_ typed: String) -> String {
        var result = ""
        var quote: Character?
        var isEscaped = false
        for character in typed {
            if isEscaped {
                if quote == "\"", !"\\\"$`".contains(character) { result.append("\\") }
                result.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else {
                result.append(character)
            }
        }
        return result
    }
}

extension CompletionKind {
    /// Offers words that can contain blanks.
    ///
    /// The argument parser's script for fish separates the words of a list with blanks and doesn't quote them.
    static func words(_ words: [String]) -> CompletionKind {
        .list(CompletionShell.requesting == .fish ? words.map { $0.replacing(" ", with: "\\ ") } : words)
    }

    /// Offers nothing. The argument parser's script for fish counts only arguments that offer something, so one before
    /// another that offers words needs this.
    static let nothing = CompletionKind.list([])
}
