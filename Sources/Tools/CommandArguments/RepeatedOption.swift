import ArgumentParser
import Foundation

/// An option that the arguments contain with several values, although the command takes one.
///
/// The argument parser takes the last value, so the file that another one names would not be written, without a word.
struct RepeatedOption {
    /// The name in the arguments, such as `--output`.
    let name: String

    /// The last value of these options counts: it changes only how messages look, and people set it in an alias.
    private static let replaceable: Set = ["--color"]

    /// Finds the first such option.
    ///
    /// - Parameters:
    ///   - arguments: The arguments that the command was parsed from.
    ///   - command: The command that they specify.
    init?(in arguments: [String], of command: any ParsableCommand.Type) {
        let words = arguments.prefix { $0 != "--" }
        var given: [(name: String, value: String)] = []
        for (index, word) in words.enumerated() where word.hasPrefix("-") && word.utf8.count > 1 {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let next = words.dropFirst(index + 1).first ?? ""
            given.append((parts[0], parts.count > 1 ? parts[1] : next))
        }
        // The description of a command takes longer than most commands, and few arguments need it.
        guard Self.canRepeat(given.map(\.name)) else { return nil }
        guard let tool = try? JSONDecoder().decode(Tool.self, from: Data(command._dumpHelp().utf8)) else { return nil }
        for option in tool.command.arguments ?? [] where option.kind == "option" && !option.isRepeating {
            let names = Set((option.names ?? []).map(\.text))
            let own = given.filter { names.contains($0.name) }
            guard Set(own.map(\.value)).count > 1, names.isDisjoint(with: Self.replaceable) else { continue }
            name = own[0].name
            return
        }
        return nil
    }

    /// Whether names can mean the same option: equal ones, or a short one and a long one that begins with it.
    private static func canRepeat(_ names: [String]) -> Bool {
        guard Set(names).count == names.count else { return true }
        let shortNames = names.filter { !$0.hasPrefix("--") }
        return shortNames.contains { short in names.contains { $0.hasPrefix("-" + short) } }
    }

    /// What the argument parser tells about a command.
    private struct Tool: Decodable {
        struct Command: Decodable {
            var arguments: [Argument]?
        }

        struct Argument: Decodable {
            var kind: String
            var isRepeating: Bool
            var names: [Name]?
        }

        struct Name: Decodable {
            var kind: String
            var name: String

            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        var command: Command
    }
}
