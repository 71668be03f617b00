import Foundation
import TestSupport
import Testing

/// A file that is not there ends every command alike.
@Suite struct MissingFileTests {
    private static let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)

    @Test(
        "A missing file is the same error for every command",
        arguments: [
            ["validate", "None"], ["generate", "None", "--output", "Out"], ["format", "None"], ["port", "None"],
            ["dump", "None"],
            ["graph", "None"], ["diff", "None"], ["breaking", "None"], ["version", "list", "None"],
            ["version", "hashes", "None"], ["version", "add", "None"], ["edit", "remove", "None", "A"],
            ["init", "None"],
            ["validate", model, "--config", "None"],
            ["validate", model, "--baseline", "None"], ["generate", model, "--output", "Out", "--templates", "None"],
            ["store", "query", "None", "A", "--model", model], ["store", "count", "None", "A", "--model", model],
            ["store", "export", "None", "A", "--model", model], ["store", "stats", "None", "--model", model],
            ["store", "check", "None", "--model", model], ["store", "repair", "None", "--model", model],
            ["store", "backup", "None", "--output", "Copy", "--model", model],
            ["store", "convert", "None", "Copy", "--model", model], ["store", "model", "None"],
            ["store", "schema", "None"],
            ["store", "import", "New.json", "None", "--entity", "Superhero", "--model", model],
            ["store", "count", model, "A", "--model", "None"], ["store", "count", "None", "A"],
            ["store", "check", "None"],
        ])
    func aMissingFileEndsEveryCommandAlike(_ arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let outcome = try BuiltProduct("modelgen").run(arguments, in: folder.url)
        #expect(outcome.exitCode == 74)
        #expect(outcome.output == "")
        #expect(outcome.errorOutput == "modelgen: error: 'None' cannot be read: no such file or directory\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
    }
}
