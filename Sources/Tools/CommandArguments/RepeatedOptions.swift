package import ArgumentParser
import Foundation

/// Refuses options whose values would be lost because they take one value, but several are specified.
///
/// The argument parser keeps the last value. For a choice, such as the one of `--color`, this is what people expect who
/// add an option to those of a script. But of two paths, the command would ignore one without a word.
package enum RepeatedOptions {
    private struct Occurrence {
        /// The name with its dashes, such as `--output`.
        var name: Substring
        var value: Substring
    }

    /// Refuses arguments of a command in which an option would lose a value.
    ///
    /// - Throws: ``CommandError`` for such an option.
    package static func refuse(in arguments: [String], of command: any ParsableCommand.Type) throws {
        let occurrences = occurrences(in: arguments)
        // Describing a command takes longer than many commands do.
        guard mayRepeat(occurrences) else { return }
        let description = try JSONDecoder().decode(
            ToolDescription.self, from: Data(command._dumpHelp().utf8))
        for option in description.command.arguments ?? [] where option.takesOneText {
            let names = (option.names ?? []).map(\.text)
            let values = occurrences.filter { names.contains(String($0.name)) }.map(\.value)
            guard Set(values).count > 1 else { continue }
            let name = option.preferredName?.text ?? names.first ?? ""
            throw CommandError(.usage, "\(name) takes one value, but \(values.count) are specified; keep one of them")
        }
    }

    private static func occurrences(in arguments: [String]) -> [Occurrence] {
        let options = arguments.prefix { $0 != "--" }
        return options.indices.flatMap { index -> [Occurrence] in
            let argument = options[index]
            guard argument.hasPrefix("-"), argument != "-" else { return [] }
            if let sign = argument.firstIndex(of: "=") {
                return [Occurrence(name: argument[..<sign], value: argument[argument.index(after: sign)...])]
            }
            // The next argument of a flag is not its value. But flags are not checked.
            let next = index + 1 < options.endIndex ? options[index + 1] : ""
            guard !argument.hasPrefix("--") else { return [Occurrence(name: argument[...], value: next[...])] }
            // Several letters with one dash are several names: -qo is -q and -o.
            return argument.dropFirst().map { Occurrence(name: "-\($0)", value: next[...]) }
        }
    }

    /// Whether two of the names can belong to one option: equal ones, or a letter and a word that starts with it.
    private static func mayRepeat(_ occurrences: [Occurrence]) -> Bool {
        var seen: Set<Substring> = []
        return occurrences.contains { occurrence in
            let isNew = seen.insert(occurrence.name).inserted
            guard occurrence.name.hasPrefix("--") else { return !isNew || seen.contains { isWord($0, of: occurrence) } }
            return !isNew || seen.contains("-" + occurrence.name.dropFirst(2).prefix(1))
        }
    }

    private static func isWord(_ name: Substring, of letter: Occurrence) -> Bool {
        name.hasPrefix("--") && name.dropFirst(2).hasPrefix(letter.name.dropFirst())
    }
}

extension ToolDescription.Argument {
    /// Whether the argument is an option with one value that is not one of a few words.
    fileprivate var takesOneText: Bool { kind == "option" && !isRepeating && allValues == nil }
}
