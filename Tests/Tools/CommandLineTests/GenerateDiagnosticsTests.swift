import Foundation
import TestSupport
import Testing

/// `generate` reports as `validate` does.
@Suite struct GenerateDiagnosticsTests {
    private let tool = BuiltProduct("modelgen")
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        try folder.write(
            .model(
                containing: #"<entity name="A"><relationship name="r" optional="YES" destinationEntity="A"/></entity>"#),
            to: "S.xcdatamodel/contents")
    }

    private func generate(_ arguments: String...) throws -> BuiltProduct.Outcome {
        try tool.run(["generate", "--output", "Out"] + arguments, in: folder.url)
    }

    private var isWritten: Bool { FileManager.default.fileExists(atPath: folder.path("Out")) }

    @Test("The format of diagnostics can be chosen")
    func chosenFormat() throws {
        let outcome = try generate("S.xcdatamodel", "--format", "github")
        try expectTranscript(outcome, in: folder, at: "GenerateDiagnostics/Warning-github")
        #expect(isWritten)
    }

    @Test("The levels of rules apply to `generate`")
    func levelsHold() throws {
        try folder.write("rules:\n  relationship-inverse-missing: error\n", to: "modelgen.yml")
        #expect(try generate("S.xcdatamodel").exitCode == 1)
        #expect(!isWritten)
        let off = try generate("S.xcdatamodel", "--rule", "relationship-inverse-missing=off")
        #expect(off.exitCode == 0)
        #expect(off.errorOutput == "")
        #expect(isWritten)
    }

    @Test("With `--strict`, a model with warnings is not generated")
    func strict() throws {
        #expect(try generate("S.xcdatamodel", "--strict").exitCode == 1)
        #expect(!isWritten)
    }

    @Test("A baseline hides warnings, and never errors")
    func aBaselineHidesWarningsAndNoErrors() throws {
        try folder.write(
            .model(
                containing: """
                    <entity name="A"><relationship name="r" optional="YES" destinationEntity="A"/></entity>
                    <entity name="B"/><entity name="B"/>
                    """), to: "Bad.xcdatamodel/contents")
        #expect(try tool.run("validate", "--write-baseline", in: folder.url).exitCode == 0)
        let good = try generate("S.xcdatamodel", "--baseline", "modelgen-baseline.json")
        #expect(good.exitCode == 0)
        #expect(good.errorOutput == "")
        let bad = try generate("Bad.xcdatamodel", "--baseline", "modelgen-baseline.json")
        try expectTranscript(bad, in: folder, at: "GenerateDiagnostics/Baseline-and-error")
    }

    @Test("Without a path, the models of the configuration are generated")
    func theModelsOfTheConfigurationAreMeant() throws {
        #expect(try generate().exitCode == 64)
        try folder.write("models: [S.xcdatamodel]\n", to: "modelgen.yml")
        #expect(try generate().exitCode == 0)
        #expect(isWritten)
    }

    @Test("A configuration with an error prevents generation")
    func aConfigurationWithAnErrorWritesNothing() throws {
        try folder.write("models: 1\n", to: "modelgen.yml")
        #expect(try generate("S.xcdatamodel").exitCode == 64)
        #expect(!isWritten)
    }
}
