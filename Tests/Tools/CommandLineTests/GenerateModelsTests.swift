import Foundation
import TestSupport
import Testing

/// What the command plugins have the tool do.
@Suite struct GenerateModelsTests {
    private let tool = BuiltProduct("modelgen")
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
    }

    @Test("Each target gets the code of the models in its folder")
    func modelsInFolders() throws {
        try addModel("Hero", at: "Sources/Heroes/Model/Heroes.xcdatamodel")
        try addModel("Book", at: "Sources/Heroes/Books/Books.xcdatamodel")
        try addModel("Sample", at: "Sources/Heroes/Fixture/Sample.xcdatamodel")
        try folder.write("", to: "Sources/Heroes/Fixture/Package.swift")

        let targets = ["Heroes": "Sources/Heroes", "Books": "Sources/Heroes/Books/"]
        let outcome = try generate(targets: targets)

        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        #expect(exists("Sources/Heroes/Generated/Hero+Generated.swift"))
        #expect(exists("Sources/Heroes/Books/Generated/Book+Generated.swift"))
        #expect(!exists("Sources/Heroes/Generated/Book+Generated.swift"))
        #expect(!exists("Sources/Heroes/Generated/Sample+Generated.swift"))
        #expect(try generate(targets: targets, "--check").output == "")
    }

    @Test("A configuration sets the models of a target and the folder of their code")
    func configurations() throws {
        try addModel("Hero", at: "Models/Heroes.xcdatamodel")
        try folder.write(
            "models: [../../Models/Heroes.xcdatamodel]\ngenerate:\n  output: Code\n  access: internal\n",
            to: "Sources/Heroes/modelgen.yml")

        let outcome = try generate(targets: ["Heroes": "Sources/Heroes"])

        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        let code = try String(contentsOfFile: folder.path("Sources/Heroes/Code/Hero+Generated.swift"), encoding: .utf8)
        #expect(!code.contains("public"))
    }

    @Test("An option with one value that is specified with several is a usage error")
    func severalValues() throws {
        try addModel("Hero", at: "Sources/Heroes/Heroes.xcdatamodel")
        let outcome = try generate(targets: ["Heroes": "Sources/Heroes"], "--output", "A", "-o", "B")
        #expect(outcome.exitCode == 64)
        #expect(
            outcome.errorOutput.contains("--output takes one value, but 2 are specified; keep one of them\n"),
            "\(outcome.errorOutput)")
        #expect(!exists("A"))
        #expect(!exists("B"))
    }

    @Test("A symbolic link to a model is a model")
    func aLinkToAModelIsAModel() throws {
        try addModel("Hero", at: "Models/Heroes.xcdatamodel")
        try folder.createFolder("Sources/Heroes")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Sources/Heroes/Heroes.xcdatamodel"),
            withDestinationPath: "../../Models/Heroes.xcdatamodel")

        #expect(try generate(targets: ["Heroes": "Sources/Heroes"]).exitCode == 0)
        #expect(exists("Sources/Heroes/Generated/Hero+Generated.swift"))
    }

    @Test("A check skips targets whose build generates their code")
    func checking() throws {
        try addModel("Hero", at: "Sources/Heroes/Heroes.xcdatamodel")
        try addModel("Book", at: "Sources/Books/Books.xcdatamodel")
        let targets = ["Heroes": "Sources/Heroes", "Books": "Sources/Books"]
        #expect(try generate(targets: targets, "--target", "Books").exitCode == 0)
        try folder.write("// plugins: [\"ModelGenPlugin\"]", to: "Package.swift")
        let outcome = try generate(targets: targets, "--check")
        #expect(outcome.exitCode == 0)
        #expect(outcome.output == "")
        #expect(
            outcome.errorOutput
                == "modelgen: note: 'Heroes' has no committed code to check, because its build generates the code\n")
        try addModel("Tome", at: "Sources/Books/Books.xcdatamodel")
        #expect(try generate(targets: targets, "--check").exitCode == 1)
        try folder.write("", to: "Package.swift")
        #expect(try generate(targets: targets, "--check", "--target", "Heroes").exitCode == 1)
    }

    @Test("A target can be named, and options of `generate` can be passed")
    func namingATarget() throws {
        try addModel("Hero", at: "Sources/Heroes/Heroes.xcdatamodel")
        try addModel("Book", at: "Sources/Books/Books.xcdatamodel")
        let targets = ["Heroes": "Sources/Heroes", "Books": "Sources/Books"]

        let outcome = try generate(targets: targets, "--target", "Books", "--access", "internal", "--output=Code")

        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        #expect(
            try !String(contentsOfFile: folder.path("Code/Book+Generated.swift"), encoding: .utf8).contains("public"))
        #expect(!exists("Sources/Heroes/Generated"))
        #expect(try generate(targets: targets, "--colour").exitCode == 64)
        #expect(!exists("Sources/Heroes/Generated"))
    }

    @Test("A target that fails does not prevent the generation of others")
    func failingTarget() throws {
        try addModel("Hero", at: "Sources/Heroes/Heroes.xcdatamodel")
        try folder.write("<model>", to: "Sources/Broken/Broken.xcdatamodel/contents")

        let outcome = try generate(targets: ["Broken": "Sources/Broken", "Heroes": "Sources/Heroes"])

        try expectTranscript(outcome, in: folder, at: "GenerateModels/Broken-model")
        #expect(exists("Sources/Heroes/Generated/Hero+Generated.swift"))
    }

    @Test("Wrong use of the command plugin is explained")
    func misuseIsExplained() throws {
        try addModel("Hero", at: "Sources/Heroes/Heroes.xcdatamodel")
        try addModel("Book", at: "Sources/Books/Books.xcdatamodel")
        let targets = ["Heroes": "Sources/Heroes", "Books": "Sources/Books", "Empty": "Sources/Empty"]

        let unknown = try generate(targets: targets, "--target", "Heros")
        try expectTranscript(unknown, in: folder, at: "GenerateModels/Unknown-target")
        let empty = try generate(targets: targets, "--target", "Empty")
        try expectTranscript(empty, in: folder, at: "GenerateModels/Target-without-a-model")
        let ambiguous = try generate(targets: targets, "--output", "Code")
        try expectTranscript(ambiguous, in: folder, at: "GenerateModels/One-folder-for-two-targets")
        try folder.write("generat:\n", to: "Sources/Heroes/modelgen.yml")
        let misspelled = try generate(targets: targets)
        try expectTranscript(misspelled, in: folder, at: "GenerateModels/Unknown-key")
        #expect(!exists("Sources/Books/Generated"))
    }

    private func addModel(_ entity: String, at path: String) throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                <entity name="\(entity)" representedClassName="\(entity)" codeGenerationType="class" syncable="YES">
                    <attribute name="name" optional="YES" attributeType="String"/>
                </entity>
            </model>
            """
        try folder.write(text, to: path + "/contents")
    }

    private func generate(targets: [String: String], _ options: String...) throws -> BuiltProduct.Outcome {
        let named = targets.sorted { $0.key < $1.key }.flatMap {
            ["--package-target", "\($0.key)=\(folder.path($0.value))"]
        }
        return try tool.run(["generate-models"] + named + options, in: folder.url)
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.path(path)) }
}
