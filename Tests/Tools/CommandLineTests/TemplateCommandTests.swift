import Foundation
import TestSupport
import Testing

/// Templates of one's own, from listing them to generating with them.
@Suite struct TemplateCommandTests {
    private let tool = BuiltProduct("modelgen")
    private let superheroes = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
    }

    private func generate(_ arguments: String...) throws -> BuiltProduct.Outcome {
        try tool.run(["generate", superheroes, "--output", "Out"] + arguments, in: folder.url)
    }

    @Test("The templates are listed")
    func theTemplatesAreListed() throws {
        let outcome = try tool.run("template", "list")
        try expectTranscript(outcome, in: folder, at: "TemplateCommand/List")
    }

    @Test("Ejected templates generate the same code until they are changed")
    func ejectedTemplates() throws {
        #expect(try tool.run("template", "eject", "--output", "T", in: folder.url).exitCode == 0)
        #expect(try generate().exitCode == 0)
        let same = try generate("--templates", "T", "--check")
        #expect(same.exitCode == 0)
        #expect(same.errorOutput == "")
        try folder.write("// {{ param.company }}: {{ source }}\n", to: "T/header.stencil")
        #expect(try generate("--templates", "T", "--param", "company=Example").exitCode == 0)
        let text = try String(contentsOfFile: folder.path("Out/Team+Generated.swift"), encoding: .utf8)
        #expect(text.hasPrefix("// Example: Superheroes.xcdatamodeld\n"))
    }

    @Test("Existing files are replaced only with `--force`")
    func filesThatAreThereAreOnlyReplacedByForce() throws {
        try folder.write("mine", to: "T/header.stencil")
        let refused = try tool.run("template", "eject", "--output", "T", in: folder.url)
        try expectTranscript(refused, in: folder, at: "TemplateCommand/File-in-the-way")
        #expect(!FileManager.default.fileExists(atPath: folder.path("T/entity.stencil")))
        #expect(try tool.run("template", "eject", "header", "--output", "T", "--force", in: folder.url).exitCode == 0)
        #expect(try String(contentsOfFile: folder.path("T/header.stencil"), encoding: .utf8) != "mine")
    }

    @Test("An unknown template is a usage error")
    func anUnknownTemplateIsWrongUsage() throws {
        let outcome = try tool.run("template", "eject", "entty", "--output", "T", in: folder.url)
        try expectTranscript(outcome, in: folder, at: "TemplateCommand/Unknown-template")
    }

    @Test("Mistakes in a template are reported, and nothing is written")
    func aTemplateWithMistakesWritesNothing() throws {
        try folder.write("{{ sorce }}\n{{ source|uper }}", to: "T/header.stencil")
        try expectTranscript(generate("--templates", "T"), in: folder, at: "TemplateCommand/Mistakes")
        #expect(!FileManager.default.fileExists(atPath: folder.path("Out")))
    }

    @Test("An error while rendering a template has its place")
    func aTemplateThatFailsHasAPlace() throws {
        try folder.write("\n{{ imports|upperFirstLetter }}", to: "T/header.stencil")
        try expectTranscript(generate("--templates", "T"), in: folder, at: "TemplateCommand/Failing-filter")
    }

    @Test("The context of SwiftGen requires a template")
    func theContextOfSwiftGenNeedsATemplate() throws {
        #expect(try generate().exitCode == 0)
        try folder.createFolder("Empty")
        for arguments in [["--context", "swiftgen"], ["--context", "swiftgen", "--templates", "Empty"]] {
            let outcome = try tool.run(["generate", superheroes, "--output", "Out"] + arguments, in: folder.url)
            try expectTranscript(outcome, in: folder, at: "TemplateCommand/No-template-\(arguments.count / 2)")
        }
        #expect(FileManager.default.fileExists(atPath: folder.path("Out/Team+Generated.swift")))
    }

    @Test("Wrong arguments for templates are usage errors")
    func wrongArgumentsAreWrongUsage() throws {
        #expect(try generate("--param", "=x").exitCode == 64)
        #expect(try generate("--templates", "").exitCode == 64)
        #expect(try generate("--templates", "Nowhere").exitCode == 74)
    }

    @Test("The configuration can set templates and parameters")
    func theConfigurationCanNameTemplates() throws {
        try folder.write("// {{ param.a }}\n", to: "T/header.stencil")
        try folder.write("generate:\n  templates: T\n  parameters: {a: from yml}\n", to: "modelgen.yml")
        #expect(
            try tool.run(["generate", superheroes, "--output", "Out", "--config", "modelgen.yml"], in: folder.url)
                .exitCode == 0)
        let text = try String(contentsOfFile: folder.path("Out/Team+Generated.swift"), encoding: .utf8)
        #expect(text.hasPrefix("// from yml\n"))
    }

    @Test("Templates for SwiftGen are rendered once for all models")
    func swiftGen() throws {
        let hospital = SourceTree.folder("Models/Hospital.xcdatamodeld").path(percentEncoded: false)
        try folder.write(
            "{% for model in models %}{% for name, entity in model.entities %}{{ name }}\n{% endfor %}{% endfor %}",
            to: "T/names.stencil")
        let outcome = try generate("--templates", "T", "--context", "swiftgen", hospital)
        #expect(outcome.exitCode == 0)
        #expect(try folder.names(in: "Out").filter { $0.hasSuffix(".swift") } == ["names.swift"])
        let text = try String(contentsOfFile: folder.path("Out/names.swift"), encoding: .utf8)
        try expectGolden(text, at: "Transcripts/TemplateCommand/Names-of-two-models.txt")
    }
}
