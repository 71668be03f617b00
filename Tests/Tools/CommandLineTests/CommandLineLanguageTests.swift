import Foundation
import TestSupport
import Testing

/// What is the same in every command of the three programs, as the programs describe themselves: a new command has it
/// too, or fails here. *Conventions of the command line* is the page about it.
@Suite struct CommandLineLanguageTests {
    private typealias Command = ProgramDescription.RunnableCommand

    private static let commands = ProgramDescription.commands.filter(\.isShown)

    /// The commands whose names can be followed by another one.
    private static let groups = [
        ("modelgen", []), ("modelgen", ["edit"]), ("modelgen", ["version"]), ("modelgen", ["template"]),
        ("modelgen", ["config"]), ("modelgen", ["store"]), ("modelgen-store", []),
    ]

    private static let footer = """

        Exit codes: 0 success, 1 problems, 64 incorrect usage, 74 file system errors.
        'modelgen manual COMMAND' prints the manual page, which explains these.

        """

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ command: Command, _ arguments: [String]) throws -> BuiltProduct.Outcome {
        try BuiltProduct(command.program).run(command.words + arguments, in: folder.url)
    }

    /// How people call a command.
    private static func name(_ program: String, _ words: [String]) -> String {
        ([program.replacing("-", with: " ")] + words).joined(separator: " ")
    }

    /// Incorrect usage looks the same, whoever notices it: the argument parser, the command, or the store.
    private func expectUsageError(
        _ outcome: BuiltProduct.Outcome, of name: String, _ sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(outcome.exitCode == 64, "\(name): \(outcome.errorOutput)", sourceLocation: sourceLocation)
        #expect(outcome.output == "", sourceLocation: sourceLocation)
        let lines = outcome.errorOutput.split(separator: "\n", omittingEmptySubsequences: false)
        let first = lines.first ?? ""
        #expect(
            first.contains(/^modelgen: error: [a-z'<\-]/) && !first.hasSuffix("."), "\(first)",
            sourceLocation: sourceLocation)
        #expect(
            lines.suffix(2) == ["  See '\(name) --help' for more information.", ""], "\(outcome.errorOutput)",
            sourceLocation: sourceLocation)
    }

    @Test("There are commands of all programs")
    func thereAreCommands() {
        #expect(Self.commands.count > 45)
        #expect(Set(Self.commands.map(\.program)) == ["modelgen", "modelgen-store", "modelgen-studio"])
    }

    @Test("Every command has the common options, with the same names and texts", arguments: commands)
    func commonOptions(_ command: ProgramDescription.RunnableCommand) throws {
        func text(_ argument: ProgramDescription.Argument?) -> String {
            let names = (argument?.names ?? []).map(\.text).sorted().joined(separator: ", ")
            return "\(names): \(argument?.abstract ?? "") \(argument?.allValues?.joined(separator: ", ") ?? "")"
        }
        let expected = [
            "--quiet, -q: Print only results and errors, without notes, warnings, summaries, and progress. ",
            "--verbose, -v: Also print what has not changed, and what the command decides by itself. ",
            "--color: When to color messages. With auto, on a terminal unless NO_COLOR is set. auto, always, never",
            "-C: Run in this folder. Other paths are relative to it. ",
        ]
        let named = ["--quiet", "--verbose", "--color", "-C"].map { name in
            text((command.flags + command.options).first { $0.preferredName?.text == name })
        }
        #expect(named == expected)
    }

    @Test("--format is the form of what is printed, wherever it is", arguments: commands)
    func format(_ command: ProgramDescription.RunnableCommand) throws {
        guard let format = command.options.first(where: { $0.name == "--format" }) else {
            // The forms of other things have other names.
            #expect(!command.options.contains { $0.abstract?.contains("format of") == true })
            return
        }
        let abstract = try #require(format.abstract)
        let match = try #require(
            abstract.wholeMatch(
                of:
                    /The form of what the command prints, diagnostics included\. The default is the form that the extension of the output file names, or else (\w+)\./
            ))
        let values = try #require(format.allValues)
        #expect(values.contains(String(match.1)))
        // What is printed for people is text, never a table or a list.
        #expect(Set(values).isDisjoint(with: ["table", "plain", "human", "list"]))
        #expect(!values.contains("text") || match.1 == "text")
        #expect(command.options.contains { $0.name == "--output" })
    }

    @Test("The text of every command goes to a file with the same option", arguments: commands)
    func output(_ command: ProgramDescription.RunnableCommand) throws {
        guard let output = command.options.first(where: { $0.name == "--output" }) else { return }
        #expect(output.names?.map(\.text).sorted() == ["--output", "-o"])
    }

    @Test("The help of every command ends in the same way", arguments: commands)
    func help(_ command: ProgramDescription.RunnableCommand) throws {
        let outcome = try BuiltProduct(command.program).help(of: command.words)
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.hasPrefix("OVERVIEW: "))
        #expect(outcome.output.hasSuffix(Self.footer))
        #expect(outcome.output.ranges(of: "Exit codes").count == 1)
    }

    @Test("The help of a group of commands ends in the same way", arguments: groups)
    func helpOfGroups(_ program: String, _ words: [String]) throws {
        #expect(try BuiltProduct(program).help(of: words).output.hasSuffix(Self.footer))
    }

    @Test("An unknown command is incorrect usage at every level", arguments: groups)
    func unknownCommand(_ program: String, _ words: [String]) throws {
        expectUsageError(try BuiltProduct(program).run(words + ["nonesuch"]), of: Self.name(program, words))
    }

    @Test("An unknown option is incorrect usage of every command", arguments: commands)
    func unknownOption(_ command: ProgramDescription.RunnableCommand) throws {
        let name = Self.name(command.program, command.words)
        for option in ["--nonesuch", "-Z"] { expectUsageError(try run(command, [option]), of: name) }
        expectUsageError(try run(command, ["--quiet", "--verbose"]), of: name)
    }

    @Test("A value that is almost right is answered with the right one, in every option", arguments: commands)
    func nearMiss(_ command: ProgramDescription.RunnableCommand) throws {
        let name = Self.name(command.program, command.words)
        for option in command.options {
            guard let value = option.allValues?.last, value.uppercased() != value else { continue }
            let outcome = try run(command, [option.name, value.uppercased()])
            expectUsageError(outcome, of: name)
            #expect(outcome.errorOutput.contains("; did you mean '\(value)'?"), "\(outcome.errorOutput)")
        }
    }

    @Test("Missing arguments are incorrect usage of every command", arguments: commands)
    func missingArguments(_ command: ProgramDescription.RunnableCommand) throws {
        guard (command.positional + command.options).contains(where: { !$0.isOptional }) else { return }
        expectUsageError(try run(command, []), of: Self.name(command.program, command.words))
    }

    @Test("An unknown entity is incorrect usage, and the one that was meant is named")
    func unknownEntity() throws {
        let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
        try FileManager.default.copyItem(
            at: SourceTree.folder("Models/Superheroes.xcdatamodeld"), to: folder.url.appending(path: "S.xcdatamodeld"))
        try folder.write("name\nBatman\n", to: "rows.csv")
        for store in ["h.json", "h.sqlite"] {
            let create = ["create", store, "--model", model]
            #expect(try BuiltProduct("modelgen-store").run(create, in: folder.url).exitCode == 0)
        }
        let lines = ["h.json", "h.sqlite"].flatMap { store in
            [
                ["query", store, "superhero"], ["query", store, "superhero", "--explain"],
                ["count", store, "superhero"], ["export", store, "superhero"], ["stats", store, "superhero"],
                ["import", store, "rows.csv", "--entity", "superhero"],
            ].map { ["store"] + $0 }
        }
        for line in lines + [["edit", "add-attribute", "S.xcdatamodeld", "superhero/x", "String"]] {
            let outcome = try BuiltProduct("modelgen").run(line, in: folder.url)
            expectUsageError(outcome, of: "modelgen " + line.prefix(2).joined(separator: " "))
            #expect(outcome.errorOutput.contains("did you mean 'Superhero'?"), "\(line)")
        }
    }

    @Test("Every command runs in the folder that -C names", arguments: commands)
    func folderToRunIn(_ command: ProgramDescription.RunnableCommand) throws {
        // Some arguments are checked by their texts alone, before anything happens.
        let given = [
            "<type>": "String", "<path>": "A/b", "<setting=value>": "a=b", "<key=value>": "a=b", "<property>": "b",
        ]
        let outcome = try BuiltProduct(command.program).run(
            command.arguments(given) + ["-C", "missing"], in: folder.url)
        guard outcome.exitCode != 64 else {
            #expect(["migrate", "convert"].contains(command.words.last) || command.words.first == "edit")
            return
        }
        #expect(
            outcome.errorOutput
                == "modelgen: error: the folder 'missing' cannot be entered: no such file or directory\n")
        #expect(outcome.exitCode == 74)
    }

    @Test("The page has the exit codes and the options")
    func page() throws {
        let page = try String(
            contentsOf: SourceTree.file("Sources/Tools/modelgen/Documentation.docc/CommandLine.md"), encoding: .utf8)
        let manual = try BuiltProduct("modelgen").run("manual").output
        for code in [0, 1, 64, 74] {
            let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| \(code) |") })
            let meaning = row.split(separator: "|")[1].trimmingCharacters(in: .whitespaces)
            #expect(manual.contains("\n.TP\n\(code)\n\(meaning)\n"))
        }
        for option in ["`-q`, `--quiet`", "`-v`, `--verbose`", "`--color auto\\|always\\|never`", "`-C FOLDER`"] {
            #expect(page.contains("\n| \(option) |"), "\(option)")
        }
        // Every command with forms is in the table of forms, with all of them.
        for command in Self.commands {
            guard let values = command.options.first(where: { $0.name == "--format" })?.allValues else { continue }
            let name = ([command.program.replacing(/^modelgen-?/, with: "")] + command.words).filter { !$0.isEmpty }
                .joined(separator: " ")
            let row = page.split(separator: "\n").first { $0.hasPrefix("| ") && $0.contains("`\(name)`") }
            for value in values { #expect(row?.contains("`\(value)`") == true, "\(name): \(value)") }
        }
    }
}
