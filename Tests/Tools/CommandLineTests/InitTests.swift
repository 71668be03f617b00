import Foundation
import TestSupport
import Testing

@Suite struct InitTests {
    private let tool = BuiltProduct("modelgen")
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("The models in the folder are listed in the new configuration")
    func theModelsThereAreAreFound() throws {
        try folder.write(.model(containing: #"<entity name="A"/>"#), to: "Models/Shop.xcdatamodel/contents")
        let outcome = try tool.run("init", in: folder.url)
        #expect(outcome.exitCode == 0)
        #expect(outcome.output + outcome.errorOutput == "")
        let text = try String(contentsOfFile: folder.path("modelgen.yml"), encoding: .utf8)
        try expectGolden(text, at: "Transcripts/Init/modelgen.yml")
        #expect(try tool.run("validate", in: folder.url).exitCode == 0)
        let generated = try tool.run("generate", in: folder.url)
        #expect(generated.exitCode == 0)
        #expect(generated.output + generated.errorOutput == "")
        #expect(
            try folder.names(in: "Generated") == [".modelgen-manifest", "A+Generated.swift", "Shop+Model.swift"])
        #expect(try tool.run("generate", "--check", in: folder.url).exitCode == 0)
    }

    @Test("Models in folders with unusual names are listed in a form that can be read")
    func unusualNames() throws {
        let names = ["~", "~root", "a: b", "# c", "\"q\"", "- x", "*star", "new\nline", "trail ", "null", "\\back"]
        for (index, name) in names.enumerated() {
            try folder.write(
                .model(containing: "<entity name=\"A\(index)\"/>"), to: "\(name)/M\(index).xcdatamodel/contents")
        }
        #expect(try tool.run("init", in: folder.url).exitCode == 0)
        let outcome = try tool.run("generate", in: folder.url)
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        let files = try folder.names(in: "Generated")
        #expect(files.count { $0.hasSuffix("+Model.swift") } == names.count)
    }

    @Test("A folder without a model gets a configuration and a note")
    func noModel() throws {
        let outcome = try tool.run("init", in: folder.url)
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.errorOutput == """
                modelgen: note: the folder contains no data model yet; create one with modelgen new, and list it in \
                modelgen.yml

                """)
        #expect(FileManager.default.fileExists(atPath: folder.path("modelgen.yml")))
    }

    @Test("An existing configuration is not replaced")
    func existingConfiguration() throws {
        try folder.write("# mine\n", to: "modelgen.yml")
        let outcome = try tool.run("init", in: folder.url)
        try expectTranscript(outcome, in: folder, at: "Init/File-in-the-way")
        #expect(try String(contentsOfFile: folder.path("modelgen.yml"), encoding: .utf8) == "# mine\n")
    }

    @Test("A missing model is an error")
    func aModelThatIsNotThereIsAnError() throws {
        #expect(try tool.run("init", "None.xcdatamodeld", in: folder.url).exitCode == 74)
        #expect(!FileManager.default.fileExists(atPath: folder.path("modelgen.yml")))
    }

    @Test("The JSON schema of the configuration is printed")
    func theSchemaIsPrinted() throws {
        let outcome = try tool.run("config", "schema", in: folder.url)
        #expect(outcome.exitCode == 0)
        #expect(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) is [String: Any])
    }
}
