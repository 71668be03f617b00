import Foundation
import TestSupport
import Testing

/// What public models asked for that nobody had seen when the tool was written.
@Suite struct UnseenModelTests {
    private let tool = BuiltProduct("modelgen")
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func model(_ elements: String, at path: String) throws -> String {
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
            \(elements)
            </model>

            """, to: path + "/contents")
        return folder.path(path)
    }

    // MARK: - Models of one name

    @Test("The name of a constant must be valid")
    func aConstantNeedsAValidName() throws {
        let path = try model("<entity name=\"A\" representedClassName=\"A\"/>", at: "Model.xcdatamodel")
        let wrong = try tool.run("generate", path, "--stdout", "--model-constant", "a model")
        #expect(wrong.exitCode == 64)
        #expect(
            wrong.errorOutput.hasPrefix(
                "modelgen: error: 'a model' is not a valid name for a constant; use letters, digits, and underscores, "
                    + "starting with a letter\n"))
    }

    // MARK: - Templates for SwiftGen

    @Test("A template for SwiftGen is also rendered for a folder without models")
    func emptyFolderForSwiftGen() throws {
        try folder.createFolder("Models")
        let template = try folder.write(
            "// {{ models.count }} models\n{% for model in models %}x{% endfor %}\n", to: "list.stencil")
        let arguments = [
            "generate", folder.path("Models"), "--context", "swiftgen", "--templates", template, "--output",
            folder.path("Out"),
        ]
        let strict = try tool.run(arguments + ["--require-models"])
        try expectGolden(strict.transcript(in: folder), at: "Transcripts/UnseenModels/No-model.txt")
        let outcome = try tool.run(arguments)
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        #expect(try String(contentsOfFile: folder.path("Out/list.swift"), encoding: .utf8) == "// 0 models\n")
        #expect(try tool.run(arguments + ["--check"]).exitCode == 0)
        // Other templates have nothing to say about no model.
        #expect(try tool.run("generate", folder.path("Models"), "--output", folder.path("Own")).exitCode == 1)
    }

    // MARK: - Bundles with many versions

    @Test("A finding in all versions is reported once")
    func findingInAllVersions() throws {
        for version in 1...5 {
            let name = version == 1 ? "Shop" : "Shop \(version)"
            _ = try model(
                "<entity name=\"Order\"><attribute name=\"class\" attributeType=\"String\" optional=\"YES\"/>"
                    + (version == 2 ? "<attribute name=\"struct\" attributeType=\"String\" optional=\"YES\"/>" : "")
                    + "</entity>",
                at: "Shop.xcdatamodeld/\(name).xcdatamodel")
        }
        try folder.writeCurrentVersion("Shop 5", of: "Shop.xcdatamodeld")
        let arguments = ["validate", folder.path("")]
        try expectGolden(
            tool.run(arguments).transcript(in: folder), at: "Transcripts/UnseenModels/Many-versions.txt")
        try expectGolden(
            tool.run(arguments + ["--all"]).transcript(in: folder),
            at: "Transcripts/UnseenModels/Many-versions-all.txt")
    }
}
