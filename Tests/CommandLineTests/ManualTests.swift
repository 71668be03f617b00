import Foundation
import TestSupport
import Testing

@Suite struct ManualTests {
    private let tool = BuiltProduct("modelgen")

    /// The commands that help shows.
    private static let commands: [String] = {
        let help = (try? BuiltProduct("modelgen").run("--help").output) ?? ""
        guard let list = help.range(of: "SUBCOMMANDS:\n") else { return [] }
        return help[list.upperBound...].split(separator: "\n").prefix { $0.hasPrefix("  ") }
            .filter { !$0.hasPrefix("   ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
            .filter { $0 != "See" }
    }()

    @Test func thereAreCommands() {
        #expect(
            Self.commands == [
                "generate", "init", "new", "edit", "config", "template", "validate", "diff", "breaking", "version",
                "format", "convert", "compile", "decompile", "dump", "graph", "store", "studio", "manual",
            ])
    }

    @Test(arguments: commands) func theFirstPageOfTheDocumentationListsEveryCommand(_ command: String) throws {
        let page = try String(
            contentsOf: SourceTree.file("Sources/modelgen/Documentation.docc/modelgen.md"), encoding: .utf8)
        // Of a command with commands of its own, it lists some of these.
        #expect(page.contains("\n| `modelgen \(command)` |") || page.contains("\n| `modelgen \(command) "))
    }

    @Test(arguments: commands) func helpTeachesByExample(_ command: String) throws {
        let outcome = try tool.run(command, "--help")
        try expectTranscript(outcome, in: TemporaryFolder(), at: "Help/\(command)")
    }

    @Test(arguments: commands) func theManualHasEveryCommandWithEveryOption(_ command: String) throws {
        let page = try tool.run("manual").output
        #expect(page.contains(".SS \\fBmodelgen \(command.replacing("-", with: "\\-"))\\fR"))
        let help = try tool.run(command, "--help").output
        for option in Set(help.matches(of: /\n  (?:-\w, )?(--[a-z-]+)/).map { String($0.1) })
        where !["--help", "--version"].contains(option) {
            #expect(page.contains("\\fB\(option.replacing("-", with: "\\-"))\\fR"), "\(option)")
        }
    }

    @Test func theManualHasTheCommandsOfTheStore() throws {
        let page = try tool.run("manual").output
        for command in ["query", "count", "import", "check"] {
            #expect(page.contains("\\fBmodelgen store \(command)\\fR \\fIstore\\fR"))
            #expect(page.contains(".SS \\fBmodelgen store \(command)\\fR"))
        }
        #expect(page.contains("\\fB\\-\\-stored\\-values\\fR"))
    }

    @Test func installingPutsTheToolAndAllThatBelongsToItInPlace() throws {
        let folder = try TemporaryFolder()
        func install(_ path: String) throws -> Int32 {
            let process = Process()
            process.executableURL = SourceTree.file("Tests/Scripts/install.sh")
            process.arguments = [path, folder.path("usr")]
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            return process.terminationStatus
        }
        let built = tool.url.path(percentEncoded: false)
        #expect(try install(built) == 0)
        for name in ["bin/modelgen", "bin/modelgen-store", "bin/modelgen-studio", "share/man/man1/modelgen.1"] {
            #expect(FileManager.default.fileExists(atPath: folder.path("usr/\(name)")), "\(name)")
        }
        let completions = "usr/share/bash-completion/completions/modelgen"
        #expect(
            try String(contentsOfFile: folder.path(completions), encoding: .utf8)
                == tool.run("--generate-completion-script", "bash").output)
        try folder.makeFolder("alone")
        try FileManager.default.copyItem(atPath: built, toPath: folder.path("alone/modelgen"))
        #expect(try install(folder.path("alone/modelgen")) == 1)
    }

    @Test func theManualIsTheSameEveryTime() throws {
        #expect(try tool.run("manual").output == tool.run("manual").output)
    }

    @Test func theManualIsWellFormed() throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/groff") else { return }
        let folder = try TemporaryFolder()
        let page = folder.url.appending(path: "modelgen.1").path(percentEncoded: false)
        #expect(try tool.run("manual", "--output", page).exitCode == 0)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/groff")
        process.arguments = ["-ww", "-man", "-Tutf8", "-z", page]
        let errors = folder.url.appending(path: "errors")
        try Data().write(to: errors)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try String(contentsOf: errors, encoding: .utf8) == "")
    }
}
