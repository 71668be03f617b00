import Foundation
import TestSupport
import Testing

/// The tool's part of a build with the plugin.
@Suite struct BuildStepTests {
    private let tool = BuiltProduct("modelgen-build-step")

    @Test("A build step generates code and marks the inputs of its plan")
    func generatesAndMarksWhatThePlanWasMadeFrom() throws {
        let folder = try TemporaryFolder()
        let model = folder.url.appending(path: "Superheroes.xcdatamodeld")
        try FileManager.default.copyItem(at: SourceTree.folder("Models/Superheroes.xcdatamodeld"), to: model)
        let first = try run(model, in: folder)
        #expect(first.exitCode == 0)
        #expect(first.output == "")
        let mark = try marks(in: folder)
        #expect(mark.count == 1)
        #expect(try folder.names(in: "Out") == ["Superheroes+Generated.swift"])

        let second = try run(model, in: folder)
        #expect(second.errorOutput == "")
        #expect(try marks(in: folder) == mark)
    }

    @Test("Code for SwiftData is one file, which is empty on other platforms")
    func swiftData() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        try folder.write("generate:\n  style: swiftdata\n  versions: all\n", to: "modelgen.yml")
        let model = folder.url.appending(path: "Superheroes.xcdatamodeld")
        try FileManager.default.copyItem(at: SourceTree.folder("Models/Superheroes.xcdatamodeld"), to: model)
        #expect(try run(model, in: folder).exitCode == 0)
        #expect(try folder.names(in: "Out") == ["Superheroes+Generated.swift"])
        let text = try String(contentsOfFile: folder.path("Out/Superheroes+Generated.swift"), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("//") }
        #expect(lines.first == "#if canImport(SwiftData)" && lines.last == "#endif")
        #expect(text.contains("\npublic enum SuperheroesMigrationPlan: SchemaMigrationPlan {\n"))
    }

    @Test("Adding a version changes the mark, even if generating fails")
    func addedVersions() throws {
        let folder = try TemporaryFolder()
        let model = folder.url.appending(path: "Superheroes.xcdatamodeld")
        try FileManager.default.copyItem(at: SourceTree.folder("Models/Superheroes.xcdatamodeld"), to: model)
        _ = try run(model, in: folder)
        let mark = try marks(in: folder)
        try FileManager.default.moveItem(
            at: model.appending(path: "Superheroes.xcdatamodel"), to: model.appending(path: "Broken.xcdatamodel"))
        try Data("<model>".utf8).write(to: model.appending(path: "Broken.xcdatamodel/contents"))
        let outcome = try run(model, in: folder)
        try expectTranscript(outcome, in: folder, at: "BuildStep/Changed-and-broken")
        let changed = try marks(in: folder)
        #expect(changed.count == 1)
        #expect(changed != mark)
    }

    @Test("A build step with inputs that the build does not know runs in every build")
    func unknownInputs() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        try folder.write("generate:\n  templates: Templates\n", to: "modelgen.yml")
        try folder.write("// Mine.\n", to: "Templates/header.stencil")
        try FileManager.default.copyItem(
            at: SourceTree.folder("Models/Superheroes.xcdatamodeld"),
            to: folder.url.appending(path: "Superheroes.xcdatamodeld"))
        func stamp(_ inputs: String...) throws -> String {
            try write(inputs: inputs, in: folder)
            let outcome = try tool.run("build-step", folder.path("request.json"))
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

    @Test("A build writes nothing into the sources, and says so")
    func filesOutsideTheOutput() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        try folder.write(
            "generate:\n  style: swiftdata\n  custom-code: .\n  tests: AppTests\n  tested-module: App\n",
            to: "modelgen.yml")
        let model = folder.url.appending(path: "Superheroes.xcdatamodeld")
        try FileManager.default.copyItem(at: SourceTree.folder("Models/Superheroes.xcdatamodeld"), to: model)
        let before = try folder.names()
        let outcome = try run(model, in: folder)
        #expect(outcome.exitCode == 0)
        #expect(try folder.names() == (before + ["Out", "Plan", "Stamp", "request.json"]).sorted())
        try expectTranscript(outcome, in: folder, at: "BuildStep/Files-outside-the-output")
    }

    @Test("Templates for SwiftGen are an error in a build, at their line")
    func templatesForSwiftGen() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        try folder.write("generate:\n  templates: Templates\n  context: swiftgen\n", to: "modelgen.yml")
        try folder.write("// {{ models.count }}\n", to: "Templates/coredata.stencil")
        let model = folder.url.appending(path: "Superheroes.xcdatamodeld")
        try FileManager.default.copyItem(at: SourceTree.folder("Models/Superheroes.xcdatamodeld"), to: model)
        let outcome = try run(model, in: folder)
        #expect(outcome.exitCode == 64)
        try expectTranscript(outcome, in: folder, at: "BuildStep/Templates-for-SwiftGen")
    }

    @Test("A changed model is generated again with any header")
    func ownHeader() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        try folder.write("generate:\n  templates: Templates\n", to: "modelgen.yml")
        let model = folder.url.appending(path: "Superheroes.xcdatamodeld")
        try FileManager.default.copyItem(at: SourceTree.folder("Models/Superheroes.xcdatamodeld"), to: model)
        for company in ["One", "Two"] {
            let header = "// \(company)\n{% for import in imports %}\n{{ import }}\n{% endfor %}\n"
            try folder.write(header, to: "Templates/header.stencil")
            let outcome = try run(model, in: folder)
            #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
            let text = try String(contentsOfFile: folder.path("Out/Superheroes+Generated.swift"), encoding: .utf8)
            #expect(text.hasPrefix("// \(company)\n"))
        }
    }

    @Test("The downloaded tool also runs the build step")
    func theDownloadedToolRunsTheStepToo() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(
            at: SourceTree.folder("Models/Superheroes.xcdatamodeld"),
            to: folder.url.appending(path: "Superheroes.xcdatamodeld"))
        try write(in: folder)
        let outcome = try BuiltProduct("modelgen").run("build-step", folder.path("request.json"))
        #expect(outcome.exitCode == 0)
        #expect(outcome.errorOutput == "")
        #expect(try folder.names(in: "Out") == ["Superheroes+Generated.swift"])
    }

    @Test("The code of a target that nothing imports is internal")
    func codeWithoutImporters() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(
            at: SourceTree.folder("Models/Superheroes.xcdatamodeld"),
            to: folder.url.appending(path: "Superheroes.xcdatamodeld"))
        for isImportable in [true, false] {
            try write(isImportable: isImportable, in: folder)
            #expect(try tool.run("build-step", folder.path("request.json")).exitCode == 0)
            let code = try String(contentsOfFile: folder.path("Out/Superheroes+Generated.swift"), encoding: .utf8)
            #expect(code.contains("public ") == isImportable)
        }
    }

    @Test("An invalid build step request is an error")
    func aRequestThatIsNoneIsAnError() throws {
        let folder = try TemporaryFolder()
        try folder.write("{\"model\": 1}", to: "request.json")
        let outcome = try tool.run("build-step", folder.path("request.json"))
        #expect(outcome.exitCode == 74)
        #expect(outcome.errorOutput.hasPrefix("modelgen: error: "))
        #expect(try tool.run("generate").exitCode == 64)
    }

    /// Runs a step for the model, whose plan hangs on its versions.
    private func run(_ model: URL, in folder: TemporaryFolder) throws -> BuiltProduct.Outcome {
        try write(isWatched: true, in: folder)
        return try tool.run("build-step", folder.path("request.json"))
    }

    /// Writes a request as the plugin does.
    private func write(
        inputs: [String] = [], isImportable: Bool = true, isWatched: Bool = false, in folder: TemporaryFolder
    ) throws {
        let model = folder.path("Superheroes.xcdatamodeld")
        var request: [String: Any] = [
            "model": model, "output": folder.path("Out"), "isImportable": isImportable,
            "inputs": inputs.map(folder.path), "stamp": folder.path("Stamp"), "watched": isWatched ? [model] : [],
        ]
        if isWatched { request["plan"] = folder.path("Plan") }
        try JSONSerialization.data(withJSONObject: request).write(to: URL(filePath: folder.path("request.json")))
    }

    private func marks(in folder: TemporaryFolder) throws -> [String] { try folder.names(in: "Plan") }
}
