import Foundation
import TestSupport
import Testing

/// The tool's part of a build with the plugin.
@Suite struct BuildStepTests {
    private let tool = BuiltProduct("modelgen")

    @Test func generatesAndMarksWhatThePlanWasMadeFrom() throws {
        let folder = try TemporaryFolder()
        let model = folder.url.appending(path: "Superheroes.xcdatamodeld")
        try FileManager.default.copyItem(at: SourceTree.folder("Models/Superheroes.xcdatamodeld"), to: model)
        let first = try run(model, in: folder)
        #expect(first.exitCode == 0)
        #expect(first.output == "")
        let mark = try marks(in: folder)
        #expect(mark.count == 1)
        #expect(try names(in: folder, "Out") == ["Superheroes+Generated.swift"])

        let second = try run(model, in: folder)
        #expect(second.errorOutput == "")
        #expect(try marks(in: folder) == mark)
    }

    @Test func aVersionThatWasAddedChangesTheMarkEvenWhenItCannotBeGenerated() throws {
        let folder = try TemporaryFolder()
        let model = folder.url.appending(path: "Superheroes.xcdatamodeld")
        try FileManager.default.copyItem(at: SourceTree.folder("Models/Superheroes.xcdatamodeld"), to: model)
        _ = try run(model, in: folder)
        let mark = try marks(in: folder)
        try FileManager.default.moveItem(
            at: model.appending(path: "Superheroes.xcdatamodel"), to: model.appending(path: "Broken.xcdatamodel"))
        try Data("<model>".utf8).write(to: model.appending(path: "Broken.xcdatamodel/contents"))
        let outcome = try run(model, in: folder)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorOutput.contains("the next build plans with what is new"))
        let changed = try marks(in: folder)
        #expect(changed.count == 1)
        #expect(changed != mark)
    }

    @Test func aStepWhoseInputsTheBuildDoesNotAllKnowRunsInEveryBuild() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        try folder.write("generate:\n  templates: Templates\n", to: "modelgen.yml")
        try folder.write("// Mine.\n", to: "Templates/header.stencil")
        try FileManager.default.copyItem(
            at: SourceTree.folder("Models/Superheroes.xcdatamodeld"),
            to: folder.url.appending(path: "Superheroes.xcdatamodeld"))
        func stamp(_ inputs: String...) throws -> String {
            let outcome = try tool.run(
                ["build-step", "--stamp", folder.path("Stamp"), "--input"] + inputs.map(folder.path)
                    + ["--", folder.path("Superheroes.xcdatamodeld"), "--output", folder.path("Out")], in: folder.url)
            #expect(outcome.exitCode == 0)
            return try String(contentsOfFile: folder.path("Stamp"), encoding: .utf8)
        }
        try folder.write("", to: "Stamp")
        #expect(try stamp("modelgen.yml", "Templates", "Templates/header.stencil", "More") == "")
        let changed = try stamp("modelgen.yml", "Templates")
        #expect(changed != "")
        #expect(try stamp("modelgen.yml", "Templates") != changed)
        #expect(try stamp("More") != changed)
    }

    private func run(_ model: URL, in folder: TemporaryFolder) throws -> BuiltProduct.Outcome {
        let path = model.path(percentEncoded: false)
        return try tool.run(
            "build-step", "--plan", folder.url.appending(path: "Plan").path(percentEncoded: false), "--watch", path,
            "--", path, "--layout", "model", "--no-manifest", "--output",
            folder.url.appending(path: "Out").path(percentEncoded: false))
    }

    private func marks(in folder: TemporaryFolder) throws -> [String] { try names(in: folder, "Plan") }

    private func names(in folder: TemporaryFolder, _ name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: folder.url.appending(path: name).path(percentEncoded: false)
        ).sorted()
    }
}
