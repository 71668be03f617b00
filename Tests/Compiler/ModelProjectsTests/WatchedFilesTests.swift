import Foundation
import ModelCompiler
import ModelProjects
import TestSupport
import Testing

/// A change is one of the size of a file, which every clock sees.
struct WatchedFilesTests {
    private let folder: TemporaryFolder
    private let contents = "Package/Models/Shop.xcdatamodeld/Shop.xcdatamodel/contents"
    private let linkedContents = "Elsewhere/Linked.xcdatamodeld/Linked.xcdatamodel/contents"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("a", to: contents)
    }

    private func files(isListed: Bool = false) throws -> WatchedFiles {
        try WatchedFiles(
            models: [folder.path("Package/Models")], isListed: isListed,
            settings: ProjectSettings(workingDirectory: folder.path("Package")), others: [])
    }

    /// Whether the files are others after some work, and are the same without it.
    private func isChange(_ work: () throws -> Void) throws -> Bool {
        let before = try files()
        #expect(try files() == before)
        try work()
        return try files() != before
    }

    private func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(name), withDestinationPath: folder.path(destination))
    }

    @Test("A changed model is a change, and another file is not")
    func changedModels() throws {
        #expect(try isChange { try folder.write("ab", to: contents) })
        #expect(try isChange { try folder.write("a", to: "Package/Models/Shop.xcdatamodeld/.xccurrentversion") })
        #expect(try !isChange { try folder.write("a", to: "Package/Sources/main.swift") })
    }

    @Test("The targets of symbolic links are watched")
    func targetsOfLinks() throws {
        try folder.write("a", to: linkedContents)
        try folder.write("a", to: "Elsewhere/contents")
        try folder.createFolder("Package/Models/File.xcdatamodel")
        try link("Package/Models/Linked.xcdatamodeld", to: "Elsewhere/Linked.xcdatamodeld")
        try link("Package/Models/File.xcdatamodel/contents", to: "Elsewhere/contents")
        #expect(try isChange { try folder.write("ab", to: linkedContents) })
        #expect(try isChange { try folder.write("ab", to: "Elsewhere/contents") })
    }

    @Test("Circular symbolic links are not a problem", .timeLimit(.minutes(1)))
    func linksMayLeadInCircles() throws {
        try link("Package/Models/Shop.xcdatamodeld/Circle", to: "Package/Models/Shop.xcdatamodeld")
        #expect(try isChange { try folder.write("ab", to: contents) })
    }

    @Test("The templates and baseline of the nearest configuration are watched")
    func nearestConfiguration() throws {
        try folder.write(
            "baseline: accepted.json\ngenerate:\n  templates: Own\n", to: "Package/Models/modelgen.yml")
        try folder.write("a", to: "Package/Models/Own/class.stencil")
        #expect(try isChange { try folder.write("ab", to: "Package/Models/Own/class.stencil") })
        #expect(try isChange { try folder.write("a", to: "Package/Models/accepted.json") })
    }

    @Test("The project's templates are watched for listed models")
    func projectTemplates() throws {
        try folder.write("models: [Models]\ngenerate:\n  templates: Own\n", to: "Package/modelgen.yml")
        try folder.write("baseline: accepted.json\n", to: "Package/Models/modelgen.yml")
        try folder.write("a", to: "Package/Own/class.stencil")
        let before = try files(isListed: true)
        try folder.write("ab", to: "Package/Own/class.stencil")
        #expect(try files(isListed: true) != before)
    }
}
