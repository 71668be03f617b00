import Foundation
import TestSupport
import Testing

/// What the argument parser says about the commands of a program.
struct ProgramDescription: Decodable {
    struct Command: Decodable {
        var commandName: String
        var shouldDisplay: Bool?
        var subcommands: [Command]?
        var arguments: [Argument]?
    }

    struct Argument: Decodable {
        struct Name: Decodable {
            var kind: String
            var name: String

            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        /// Only which kind it is.
        struct Completion: Decodable {
            var isPath: Bool

            init(from decoder: any Decoder) throws {
                let keys = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
                isPath = keys.contains("file") || keys.contains("directory")
            }

            private struct Key: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }

                init?(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
        }

        var kind: String
        var isOptional: Bool
        var abstract: String?
        var names: [Name]?
        var preferredName: Name?
        var valueName: String?
        var allValues: [String]?
        var completionKind: Completion?

        var isPath: Bool { completionKind?.isPath == true }
        /// `--output` or `<model>`.
        var name: String { preferredName?.text ?? "<\(valueName ?? "")>" }
    }

    /// A command without subcommands, as it is run.
    struct RunnableCommand: CustomTestStringConvertible, Sendable {
        var program: String
        var words: [String]
        var positional: [Argument]
        var options: [Argument]
        var flags: [Argument] = []
        /// Whether help shows it.
        var isShown = true

        var testDescription: String { ([program] + words).joined(separator: " ") }

        /// A command line with all required arguments, and some others.
        ///
        /// - Parameter given: The values of arguments by name. Others are `x` if they are required.
        func arguments(_ given: [String: String]) -> [String] {
            let last = positional.lastIndex { given[$0.name] != nil } ?? -1
            let places = positional.enumerated().filter { $0.offset <= last || !$0.element.isOptional }
            let named = options.filter { given[$0.name] != nil || !$0.isOptional }.flatMap { option in
                [option.name, given[option.name] ?? option.allValues?.first ?? "x"]
            }
            return words + places.map { given[$0.element.name] ?? $0.element.allValues?.first ?? "x" } + named
        }
    }

    var command: Command

    /// All commands of the three programs, except those that pass their arguments on.
    static let commands: [RunnableCommand] = ["modelgen", "modelgen-store", "modelgen-studio"].flatMap { program in
        guard let outcome = try? BuiltProduct(program).run("--experimental-dump-help"),
            let description = try? JSONDecoder().decode(ProgramDescription.self, from: Data(outcome.output.utf8))
        else { return [RunnableCommand]() }
        return runnable(description.command, of: program, after: []).filter {
            !(program == "modelgen" && [["store"], ["studio"], ["generate-models"]].contains($0.words))
        }
    }

    private static func runnable(_ command: Command, of program: String, after words: [String]) -> [RunnableCommand] {
        let subcommands = (command.subcommands ?? []).filter { $0.commandName != "help" }
        guard subcommands.isEmpty else {
            return subcommands.flatMap { runnable($0, of: program, after: words + [$0.commandName]) }
        }
        let arguments = command.arguments ?? []
        return [
            RunnableCommand(
                program: program, words: words, positional: arguments.filter { $0.kind == "positional" },
                options: arguments.filter { $0.kind == "option" }, flags: arguments.filter { $0.kind == "flag" },
                isShown: command.shouldDisplay != false)
        ]
    }
}

extension ProgramDescription.Argument: Sendable {}
extension ProgramDescription.Argument.Name: Sendable {}
extension ProgramDescription.Argument.Completion: Sendable {}
