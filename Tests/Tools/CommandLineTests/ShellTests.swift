import Foundation
import TestSupport
import Testing

@Suite struct ShellTests {
    private let tool = BuiltProduct("modelgen")

    @Test("An unknown command is reported with the nearest one")
    func unknownCommand() throws {
        let outcome = try tool.run("genrate", "Models")
        try expectTranscript(outcome, in: TemporaryFolder(), at: "Shell/Unknown-command")
    }

    @Test(
        "An unknown subcommand is reported with the nearest one",
        arguments: [
            (["store", "qeury"], "unknown command 'store qeury'; did you mean 'store query'?"),
            (["help", "valdate"], "unknown command 'valdate'; did you mean 'validate'?"),
            (["help", "store", "qeury"], "unknown command 'store qeury'; did you mean 'store query'?"),
            (["template", "foo"], "unknown command 'template foo'; use one of eject, list"),
            (["config", "shema"], "unknown command 'config shema'; did you mean 'config schema'?"),
        ])
    func misspelledCommandsAreNamedAtEveryLevel(_ arguments: [String], _ message: String) throws {
        let outcome = try tool.run(arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errorOutput.hasPrefix("modelgen: error: \(message)\n"))
    }

    @Test("An unknown subcommand of `store` is reported with all of them")
    func theCommandsOfTheStoreAreKnown() throws {
        let help = try tool.help(of: ["store"]).output
        let list = try #require(help.range(of: "SUBCOMMANDS:\n"))
        let commands = help[list.upperBound...].split(separator: "\n").prefix { $0.hasPrefix("  ") }
            .filter { !$0.hasPrefix("   ") }.compactMap { $0.split(separator: " ").first.map(String.init) }
            .filter { $0 != "See" }
        for command in commands {
            let outcome = try tool.help(of: ["store", command])
            try expectTranscript(outcome, in: TemporaryFolder(), at: "Help/store-\(command)")
            #expect(try tool.run("help", "store", command).output == outcome.output)
        }
        let known = commands.sorted().joined(separator: ", ")
        #expect(
            try tool.run("store", "x").errorOutput
                == """
                modelgen: error: unknown command 'store x'; use one of \(known)
                  See 'modelgen store --help' for more information.

                """)
        #expect(try tool.run("store", "--version").output == tool.run("--version").output)
    }

    @Test(
        "A usage error begins like every other error",
        arguments: [
            ["validate", "--frmat", "json"], ["store", "count"], ["generate", "--output", ""], ["store", "-x"],
        ])
    func wrongUsageBeginsAsEveryErrorDoes(_ arguments: [String]) throws {
        let outcome = try tool.run(arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errorOutput.hasPrefix("modelgen: error: "))
        #expect(!outcome.errorOutput.contains("'store --help'"))
    }

    @Test("A first argument that is not a command is answered with the list of commands")
    func noCommand() throws {
        let outcome = try tool.run("Shop.xcdatamodeld")
        try expectTranscript(outcome, in: TemporaryFolder(), at: "Shell/Model-in-place-of-a-command")
    }

    @Test("An unknown option is reported with the nearest one")
    func unknownOption() throws {
        let outcome = try tool.run("validate", "--strcit")
        try expectTranscript(outcome, in: TemporaryFolder(), at: "Shell/Unknown-option")
    }

    @Test("The tool has completion scripts for each shell", arguments: ["bash", "zsh", "fish"])
    func thereAreCompletions(_ shell: String) throws {
        let outcome = try tool.run("--generate-completion-script", shell)
        #expect(outcome.exitCode == 0)
        for word in ["generate", "validate", "sarif", "public"] { #expect(outcome.output.contains(word), "\(word)") }
        #expect(!outcome.output.contains("build-step"))
    }

    @Test("`modelgen-store` has completion scripts for each shell", arguments: ["bash", "zsh", "fish"])
    func storeCompletions(_ shell: String) throws {
        let outcome = try BuiltProduct("modelgen-store").run("--generate-completion-script", shell)
        #expect(outcome.exitCode == 0)
        for word in ["modelgen-store", "query", "atomic"] { #expect(outcome.output.contains(word), "\(word)") }
        #expect(!outcome.output.contains("modelgen store"))
        guard shell == "bash" else { return }
        let folder = try TemporaryFolder()
        let script = try folder.write(outcome.output, to: "completions")
        let check = Process()
        check.executableURL = URL(filePath: "/bin/bash")
        check.arguments = ["-n", script]
        try check.run()
        check.waitUntilExit()
        #expect(check.terminationStatus == 0)
    }

    /// What a shell is offered for the last of the words behind `modelgen store`.
    private func offers(
        for shell: String, _ words: [String], in folder: TemporaryFolder
    ) throws -> [String] {
        let line = ["modelgen", "store"] + words
        let place = ["positional@0", String(line.count - 1), String(line.last?.count ?? 0)]
        let outcome = try tool.run(
            ["---completion", "store", "--"] + place + line, in: folder.url, environment: ["SAP_SHELL": shell])
        // For zsh, the parser of arguments ends the list with a line that is none of it.
        return outcome.output.split(separator: "\n").map(String.init).filter { $0 != " " }
    }

    @Test(
        "Completions have descriptions in the shells that show them",
        arguments: [("bash", nil), ("zsh", ":"), ("fish", "\t")] as [(String, String?)])
    func descriptionsOfCompletions(
        _ shell: String, _ separator: String?
    ) throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "Data/Heroes.json")
        func word(_ name: String, _ meaning: String) -> String { separator.map { name + $0 + meaning } ?? name }
        let commands = try offers(for: shell, [""], in: folder)
        #expect(commands.first == word("query", "Show the objects that match a query."))
        #expect(commands.contains { $0.hasPrefix("import") } && commands.contains { $0.hasPrefix("schema") })
        #expect(
            try offers(for: shell, ["qu"], in: folder) == [word("query", "Show the objects that match a query.")])
        #expect(
            try offers(for: shell, ["import", "--atom"], in: folder)
                == [word("--atomic", "Save nothing if the command rejects a row.")])
        #expect(try offers(for: shell, ["query", "--format", "js"], in: folder) == ["json", "jsonl"])
        #expect(try offers(for: shell, ["query", ""], in: folder) == ["Data/"])
        #expect(try offers(for: shell, ["query", "Data/H"], in: folder) == ["Data/Heroes.json"])
        #expect(try offers(for: shell, ["query", "--model", "Data/H"], in: folder) == ["Data/Heroes.json"])
    }

    @Test("Files with blanks and marks are offered in the form of the shell, and their names run nothing")
    func unusualFileNames() throws {
        let folder = try TemporaryFolder()
        for name in ["My Heroes.json", "it's.json", "$(touch ran).json", "a:b\\c.json", "new\nline.json"] {
            try folder.write("", to: name)
        }
        let names = ["$(touch ran).json", "My Heroes.json", "a:b\\c.json", "it's.json"]
        #expect(try offers(for: "fish", ["query", ""], in: folder) == names)
        #expect(
            try offers(for: "bash", ["query", ""], in: folder)
                == names.map { "'\($0.replacing("'", with: #"'\''"#))'" })
        #expect(
            try offers(for: "zsh", ["query", ""], in: folder)
                == names.map { $0.replacing("\\", with: "\\\\").replacing(":", with: "\\:") })
        for typed in [#"My\ He"#, "'My He", #""My He"#] {
            #expect(try offers(for: "fish", ["query", typed], in: folder) == ["My Heroes.json"], "\(typed)")
        }
        let script = folder.url.appending(path: ".completions")
        try Data(try tool.run("--generate-completion-script", "bash").output.utf8).write(to: script)
        // The folder also contains the file with the output of bash.
        #expect(try completions(of: ["store", "query", ""], script: script, in: folder) == names + ["offered"])
        #expect(!FileManager.default.fileExists(atPath: folder.path("ran")))
    }

    @Test("No argument without completions is before one with them, which the script for fish would miscount")
    func orderOfCompletions() throws {
        struct Command: Decodable {
            struct Argument: Decodable {
                struct Completion: Decodable {}
                var kind: String
                var valueName: String?
                var shouldDisplay: Bool
                var completionKind: Completion?
            }
            var commandName: String
            var arguments: [Argument]?
            var subcommands: [Command]?

            /// The commands with an argument that the script miscounts.
            var miscounted: [String] {
                let completed = (arguments ?? []).filter { $0.kind == "positional" && $0.shouldDisplay }
                    .map { $0.completionKind != nil }
                let isWrong = completed.drop { $0 }.contains(true)
                return (isWrong ? [commandName] : []) + (subcommands ?? []).flatMap(\.miscounted)
            }
        }
        struct Tool: Decodable { var command: Command }
        for program in ["modelgen", "modelgen-store", "modelgen-studio"] {
            let description = try BuiltProduct(program).run("--experimental-dump-help").output
            #expect(
                try JSONDecoder().decode(Tool.self, from: Data(description.utf8)).command.miscounted == [], "\(program)"
            )
        }
    }

    /// The words for values that contain blanks.
    private static let values: [(words: [String], offers: [String])] = [
        (
            ["edit", "add-attribute", "M", "E/a", ""],
            [
                "Integer 16", "Integer 32", "Integer 64", "Decimal", "Double", "Float", "String", "Boolean", "Date",
                "Binary", "UUID", "URI", "Transformable", "Object ID", "Composite", "Undefined",
            ]
        ),
        (["edit", "add-attribute", "M", "E/a", "Int"], ["Integer 16", "Integer 32", "Integer 64"]),
        (["edit", "add-relationship", "M", "E/a", "F", "--delete-rule", "N"], ["No Action", "Nullify"]),
    ]

    @Test("Bash completes values with blanks as one word", arguments: values.indices)
    func valuesWithBlanksInBash(_ number: Int) throws {
        let (words, expected) = Self.values[number]
        let folder = try TemporaryFolder()
        let script = folder.url.appending(path: "completions")
        try Data(try tool.run("--generate-completion-script", "bash").output.utf8).write(to: script)
        #expect(try completions(of: words, script: script, in: folder) == expected)
    }

    @Test(
        "Fish completes values with blanks as one word",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/fish"),
            "there is no /usr/bin/fish; install the package 'fish'"),
        arguments: values.indices)
    func valuesWithBlanksInFish(_ number: Int) throws {
        let (words, expected) = Self.values[number]
        let folder = try TemporaryFolder()
        let script = folder.url.appending(path: "completions")
        try Data(try tool.run("--generate-completion-script", "fish").output.utf8).write(to: script)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/fish")
        process.arguments = [
            "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script.path(percentEncoded: false),
            (["modelgen"] + words).joined(separator: " "),
        ]
        let programs = tool.url.deletingLastPathComponent().path(percentEncoded: false)
        process.environment = ["PATH": "\(programs):/usr/bin:/bin", "HOME": folder.url.path(percentEncoded: false)]
        let offered = try output(of: process, in: folder).split(separator: "\n")
            .compactMap { $0.split(separator: "\t").first.map(String.init) }
        #expect(Set(offered) == Set(expected), "\(offered)")
    }

    @Test("Bash completes commands, values, and models")
    func bashCompletesCommandsValuesAndModels() throws {
        let folder = try TemporaryFolder()
        let script = folder.url.appending(path: "completions")
        try Data(try tool.run("--generate-completion-script", "bash").output.utf8).write(to: script)
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "Shop.xcdatamodeld"), withIntermediateDirectories: true)
        #expect(try completions(of: ["val"], script: script, in: folder) == ["validate"])
        #expect(try completions(of: ["validate", "--format", "sa"], script: script, in: folder) == ["sarif"])
        #expect(try completions(of: ["validate", "Sh"], script: script, in: folder) == ["Shop.xcdatamodeld"])
        #expect(try completions(of: ["generate", "Sh"], script: script, in: folder) == ["Shop.xcdatamodeld"])
        #expect(try completions(of: ["store", "qu"], script: script, in: folder) == ["query"])
    }

    /// What a shell that runs in a folder prints.
    private func output(of shell: Process, in folder: TemporaryFolder) throws -> String {
        shell.currentDirectoryURL = folder.url
        let output = folder.url.appending(path: "offered")
        try Data().write(to: output)
        shell.standardOutput = try FileHandle(forWritingTo: output)
        try shell.run()
        shell.waitUntilExit()
        return try String(contentsOf: output, encoding: .utf8)
    }

    /// What bash offers for the last of the words.
    private func completions(of words: [String], script: URL, in folder: TemporaryFolder) throws -> [String] {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments =
            [
                "-c",
                """
                source "$1"; tool=$2; shift 2
                modelgen() { "$tool" "$@"; }
                COMP_WORDS=(modelgen "$@"); COMP_CWORD=$#; COMP_LINE="modelgen $*"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
                _modelgen modelgen "${@: -1}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
                printf '%s\\n' "${COMPREPLY[@]}"
                """, "bash", script.path(percentEncoded: false), tool.url.path(percentEncoded: false),
            ] + words
        return try output(of: process, in: folder).split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
