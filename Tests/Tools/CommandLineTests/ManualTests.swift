import Foundation
import TestSupport
import Testing

@Suite struct ManualTests {
    private let tool = BuiltProduct("modelgen")

    /// The commands that help shows.
    private static let commands: [String] = {
        let help = (try? BuiltProduct("modelgen").help().output) ?? ""
        guard let list = help.range(of: "SUBCOMMANDS:\n") else { return [] }
        return help[list.upperBound...].split(separator: "\n").prefix { $0.hasPrefix("  ") }
            .filter { !$0.hasPrefix("   ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
            .filter { $0 != "See" }
    }()

    @Test("The tool has the expected commands")
    func thereAreCommands() {
        #expect(
            Self.commands == [
                "generate", "init", "new", "edit", "config", "template", "validate", "diff", "breaking", "version",
                "format", "port", "convert", "compile", "decompile", "dump", "graph", "store", "studio", "manual",
            ])
    }

    @Test("The first page of the documentation lists every command", arguments: commands)
    func documentation(_ command: String) throws {
        let page = try String(
            contentsOf: SourceTree.file("Sources/Tools/modelgen/Documentation.docc/modelgen.md"), encoding: .utf8)
        // Of a command with commands of its own, it lists some of these.
        #expect(page.contains("\n| `modelgen \(command)` |") || page.contains("\n| `modelgen \(command) "))
    }

    @Test("The help of each command is the expected text", arguments: commands)
    func helpTeachesByExample(_ command: String) throws {
        let outcome = try tool.help(of: [command])
        try expectTranscript(outcome, in: TemporaryFolder(), at: "Help/\(command)")
    }

    @Test("The manual page of a command lists every option", arguments: commands)
    func thePageOfACommandHasEveryOption(_ command: String) throws {
        let outcome = try tool.run("manual", command)
        #expect(outcome.exitCode == 0)
        let page = outcome.output
        #expect(page.contains("\n.SH NAME\nmodelgen-\(command) \\- "))
        let help = try tool.help(of: [command]).output
        for option in Set(help.matches(of: /\n  (?:-\w, )?(--[a-z-]+)/).map { String($0.1) })
        where !["--help", "--version"].contains(option) {
            #expect(page.contains("\\fB\(option.replacing("-", with: "\\-"))\\fR"), "\(option)")
        }
    }

    @Test("Every command at every level has a page, which the tool's page lists and which refers back")
    func everyCommandHasAPage() throws {
        let folder = try TemporaryFolder()
        #expect(try tool.run("manual", "--folder", "a/man1", in: folder.url).exitCode == 0)
        let files = try folder.names(in: "a/man1")
        let names = files.map { String($0.dropLast(2)) }
        #expect(files.allSatisfy { $0.hasSuffix(".1") })
        #expect(Self.commands.allSatisfy { names.contains("modelgen-\($0)") })
        for name in ["modelgen", "modelgen-edit-add-attribute", "modelgen-version-add", "modelgen-store-query"] {
            #expect(names.contains(name), "\(name)")
        }
        func page(_ name: String) throws -> String {
            try String(contentsOfFile: folder.path("a/man1/\(name).1"), encoding: .utf8)
        }
        func reference(_ name: String) -> String { "\\fB\(name.replacing("-", with: "\\-"))\\fR(1)" }
        let toolPage = try page("modelgen")
        let list = try #require(toolPage.range(of: ".SH SEE ALSO\n"))
        for name in names where name != "modelgen" {
            #expect(toolPage[list.upperBound...].contains(reference(name)), "\(name)")
            #expect(try page(name).contains(".SH SEE ALSO\n.nh\n.ad l\n\(reference("modelgen"))"), "\(name)")
        }
        #expect(try page("modelgen-edit-set").contains(",\n\(reference("modelgen-edit"))\n"))
        #expect(try tool.run("manual", "--folder", "b", in: folder.url).exitCode == 0)
        for name in files {
            #expect(
                try Data(contentsOf: folder.url.appending(path: "a/man1/\(name)"))
                    == Data(contentsOf: folder.url.appending(path: "b/\(name)")), "\(name)")
        }
        #expect(try tool.run("manual", "edit", "add-attribute").output == page("modelgen-edit-add-attribute"))
    }

    @Test("A page of an unknown command, and pages in a model, are refused")
    func refusedPages() throws {
        let folder = try TemporaryFolder()
        let unknown = try tool.run("manual", "edit", "add-atribute")
        #expect(unknown.exitCode == 64)
        #expect(
            unknown.errorOutput.hasPrefix(
                "modelgen: error: unknown command 'edit add-atribute'; did you mean 'edit add-attribute'?\n"))
        #expect(
            try tool.run("manual", "xyzzy").errorOutput.hasPrefix(
                "modelgen: error: unknown command 'xyzzy'; list the commands with modelgen --help\n"))
        #expect(try tool.run("manual", "edit", "--folder", "a", in: folder.url).exitCode == 64)
        #expect(try tool.run("manual", "--output", "x", "--folder", "a", in: folder.url).exitCode == 64)
        try folder.write(.model(containing: ""), to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        let inside = try tool.run("manual", "--folder", "Shop.xcdatamodeld/man", in: folder.url)
        #expect(inside.exitCode == 64, "\(inside.errorOutput)")
        try folder.write("", to: "file")
        #expect(try tool.run("manual", "--folder", "file", in: folder.url).exitCode == 74)
        #expect(try folder.names() == ["Shop.xcdatamodeld", "file"])
    }

    @Test("The manual has the commands of `modelgen store`")
    func theManualHasTheCommandsOfTheStore() throws {
        let page = try tool.run("manual", "store").output
        for command in ["query", "count", "import", "check"] {
            #expect(page.contains("\\fBmodelgen store \(command)\\fR \\fIstore\\fR"))
            #expect(page.contains("\\fBmodelgen\\-store\\-\(command)\\fR(1)"))
        }
        #expect(try tool.run("manual", "store", "query").output.contains("\\fB\\-\\-raw\\-values\\fR"))
    }

    @Test("Installing copies the programs, pages, and completions")
    func installing() throws {
        let folder = try TemporaryFolder()
        let heading = #".TH MODELGEN\-GONE 1 "" "modelgen 0.0.9" "User Commands""#
        try folder.write(heading + "\n.SH NAME\n", to: "usr/share/man/man1/modelgen-gone.1")
        try folder.write("Another program's", to: "usr/share/man/man1/modelgen-other.1")
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
        for name in [
            "bin/modelgen", "bin/modelgen-store", "bin/modelgen-studio", "share/man/man1/modelgen.1",
            "share/man/man1/modelgen-edit-add-attribute.1", "share/man/man1/modelgen-store-query.1",
        ] {
            #expect(FileManager.default.fileExists(atPath: folder.path("usr/\(name)")), "\(name)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("usr/share/man/man1/modelgen-gone.1")))
        #expect(FileManager.default.fileExists(atPath: folder.path("usr/share/man/man1/modelgen-other.1")))
        let completions = "usr/share/bash-completion/completions/modelgen"
        #expect(
            try String(contentsOfFile: folder.path(completions), encoding: .utf8)
                == tool.run("--generate-completion-script", "bash").output)
        try folder.createFolder("alone")
        try FileManager.default.copyItem(atPath: built, toPath: folder.path("alone/modelgen"))
        #expect(try install(folder.path("alone/modelgen")) == 1)
    }

    @Test("The manual is the same in every run")
    func theManualIsTheSameEveryTime() throws {
        #expect(try tool.run("manual").output == tool.run("manual").output)
    }

    @Test(
        "No program that reads manual pages finds a mistake in one",
        arguments: [
            ["groff", "-ww", "-man", "-Tutf8", "-z"], ["mandoc", "-Tlint", "-Wwarning"],
        ])
    func theManualIsWellFormed(_ command: [String]) throws {
        let program = URL(filePath: "/usr/bin/\(command[0])")
        guard FileManager.default.isExecutableFile(atPath: program.path()) else {
            return try skipCase("there is no \(program.path()); install the package '\(command[0])'")
        }
        let folder = try TemporaryFolder()
        #expect(try tool.run("manual", "--folder", "man", in: folder.url).exitCode == 0)
        let process = Process()
        process.executableURL = program
        let pages = try folder.names(in: "man")
        process.arguments = command.dropFirst() + pages.map { folder.path("man/\($0)") }
        let output = folder.url.appending(path: "output")
        try Data().write(to: output)
        let handle = try FileHandle(forWritingTo: output)
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        process.waitUntilExit()
        // A page has no date: the same tool prints the same bytes.
        let mistakes = try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasSuffix("missing date, using \"\": TH") }
        #expect(mistakes == [])
    }
}
