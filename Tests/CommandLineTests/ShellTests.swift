import Foundation
import TestSupport
import Testing

@Suite struct ShellTests {
    private let tool = BuiltProduct("modelgen")

    @Test func aMisspelledCommandIsNamedWithTheOneThatWasMeant() throws {
        let outcome = try tool.run("genrate", "Models")
        #expect(outcome.exitCode == 64)
        #expect(outcome.errorOutput.contains("there is no command 'genrate'; did you mean 'generate'?"))
    }

    @Test func aWordThatIsNoCommandIsAnsweredWithTheCommands() throws {
        let outcome = try tool.run("Shop.xcdatamodeld")
        #expect(outcome.exitCode == 64)
        #expect(outcome.errorOutput.contains("there is no command 'Shop.xcdatamodeld'; there are "))
        #expect(!outcome.errorOutput.contains("build-step"))
    }

    @Test func aMisspelledOptionIsNamedWithTheOneThatWasMeant() throws {
        let outcome = try tool.run("validate", "--strcit")
        #expect(outcome.exitCode == 64)
        #expect(outcome.errorOutput.contains("Did you mean '--strict'?"))
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func thereAreCompletions(_ shell: String) throws {
        let outcome = try tool.run("--generate-completion-script", shell)
        #expect(outcome.exitCode == 0)
        for word in ["generate", "validate", "sarif", "public"] { #expect(outcome.output.contains(word), "\(word)") }
        #expect(!outcome.output.contains("build-step"))
    }

    @Test func bashCompletesCommandsValuesAndModels() throws {
        let folder = try TemporaryFolder()
        let script = folder.url.appending(path: "completions")
        try Data(try tool.run("--generate-completion-script", "bash").output.utf8).write(to: script)
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "Shop.xcdatamodeld"), withIntermediateDirectories: true)
        #expect(try completions(of: ["val"], script: script, in: folder) == ["validate"])
        #expect(try completions(of: ["validate", "--format", "sa"], script: script, in: folder) == ["sarif"])
        #expect(try completions(of: ["validate", "Sh"], script: script, in: folder) == ["Shop.xcdatamodeld"])
        #expect(try completions(of: ["generate", "Sh"], script: script, in: folder) == ["Shop.xcdatamodeld"])
    }

    /// What bash offers for the last of the words.
    private func completions(of words: [String], script: URL, in folder: TemporaryFolder) throws -> [String] {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments =
            [
                "-c",
                """
                source "$1"; shift
                COMP_WORDS=(modelgen "$@"); COMP_CWORD=$#; COMP_LINE="modelgen $*"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
                _modelgen modelgen "${@: -1}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
                printf '%s\\n' "${COMPREPLY[@]}"
                """, "bash", script.path(percentEncoded: false),
            ] + words
        process.currentDirectoryURL = folder.url
        let output = folder.url.appending(path: "offered")
        try Data().write(to: output)
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        return try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
