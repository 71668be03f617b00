import Foundation
import TestSupport
import Testing

/// An empty path would mean the working directory.
@Suite struct EmptyPathTests {
    private typealias Command = ProgramDescription.RunnableCommand

    @Test("All commands are known")
    func commands() {
        #expect(ProgramDescription.commands.count > 40)
        for program in ["modelgen", "modelgen-store", "modelgen-studio"] {
            #expect(ProgramDescription.commands.contains { $0.program == program })
        }
    }

    @Test("An empty path is incorrect usage, in every argument", arguments: ProgramDescription.commands)
    func emptyPaths(_ command: ProgramDescription.RunnableCommand) throws {
        let folder = try TemporaryFolder()
        try folder.write(
            .model(containing: "<entity name=\"Order\"/>"), to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        for argument in command.positional + command.options where argument.isPath {
            let outcome = try BuiltProduct(command.program).run(
                command.arguments([argument.name: ""]), in: folder.url)
            #expect(outcome.exitCode == 64, "\(argument.name)")
            #expect(outcome.output == "", "\(argument.name)")
            #expect(
                outcome.errorOutput.contains("the path is empty; specify a file or folder\n"),
                "\(argument.name): \(outcome.errorOutput)")
        }
        #expect(try folder.names() == ["Shop.xcdatamodeld"])
    }

    @Test("The arguments that are not paths are known, so a new path cannot be declared as plain text")
    func otherArguments() throws {
        let lines = ProgramDescription.commands.flatMap { command in
            (command.positional + command.options).filter { !$0.isPath && $0.allValues == nil }.map {
                "\(command.testDescription) \($0.name)\n"
            }
        }
        try expectGolden(lines.joined(), at: "Transcripts/Arguments/Not-paths.txt")
    }

    @Test("Commands that pass their arguments on refuse an empty path, too")
    func passedOn() throws {
        let folder = try TemporaryFolder()
        for arguments in [
            ["store", "query", "", "Order"], ["store", "export", "x", "-o", ""], ["studio", ""],
            ["generate-models", "--package-target", "Shop="],
            ["generate-models", "--package-target", "Shop=\(folder.url.path())", "--output", ""],
        ] {
            let outcome = try BuiltProduct("modelgen").run(arguments, in: folder.url)
            #expect(outcome.exitCode == 64, "\(arguments)")
        }
    }

    @Test("An empty model is not the model of the working folder")
    func workingDirectory() throws {
        let sandbox = try ModelHistorySandbox()
        let file = sandbox.folder.path("Models/Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        let before = try String(contentsOfFile: file, encoding: .utf8)
        for arguments in [["format", ""], ["edit", "add-entity", "", "Z"], ["version", "add", ""]] {
            let outcome = try BuiltProduct("modelgen").run(
                arguments, in: sandbox.folder.url.appending(path: "Models"))
            #expect(outcome.exitCode == 64)
            try expectTranscript(outcome, in: sandbox.folder, at: "Arguments/Empty-path-\(arguments[0])")
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == before)
    }
}
