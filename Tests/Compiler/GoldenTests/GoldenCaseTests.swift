import Foundation
import TestSupport
import Testing

/// The folders of `Tests/Goldens/Cases`: what the tool makes of a model with the options in `modelgen.yml`.
@Suite struct GoldenCaseTests {
    private static let cases = SourceTree.folder("Tests/Goldens/Cases")
    private static let names = SourceTree.folderNames(in: cases)

    /// Generates the code of a case as a user would.
    ///
    /// - Returns: The text of each generated file by its path in the output folder, and `diagnostics.txt` if the tool
    ///   reports anything.
    private func generate(_ name: String) throws -> [String: String] {
        let output = try TemporaryFolder()
        let outcome = try BuiltProduct("modelgen").run(
            "generate", "--config", "modelgen.yml", "--output", output.path("Out"), in: Self.cases.appending(path: name)
        )
        #expect(outcome.output == "")
        var files = try SourceTree.texts(below: output.url.appending(path: "Out"))
        // It lists the files with their hashes, so it would only say again that one of them differs.
        files[".modelgen-manifest"] = nil
        var report = outcome.errorOutput.replacing(SourceTree.root.path(percentEncoded: false), with: "")
        if outcome.exitCode != 0 { report += "exit code \(outcome.exitCode)\n" }
        if !report.isEmpty { files["diagnostics.txt"] = report }
        return files
    }

    @Test("A case generates the expected files", arguments: names)
    func theCaseGivesTheExpectedFiles(_ name: String) throws {
        try expectGoldens(try generate(name), in: "Cases/\(name)/expected")
    }

    @Test("Every folder of cases has a configuration")
    func everyFolderIsACase() {
        #expect(!Self.names.isEmpty)
        for name in Self.names {
            let configuration = Self.cases.appending(path: "\(name)/modelgen.yml").path(percentEncoded: false)
            #expect(FileManager.default.fileExists(atPath: configuration), "\(name) has no modelgen.yml")
        }
    }

    @Test("The same model generates the same bytes")
    func theSameModelGivesTheSameBytes() throws {
        #expect(try generate("Superheroes") == generate("Superheroes"))
    }
}
