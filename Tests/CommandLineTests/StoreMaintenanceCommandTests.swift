import Foundation
import TestSupport
import Testing

/// `modelgen store check`, `repair`, `backup` and `schema`, from the command line.
@Suite struct StoreMaintenanceCommandTests {
    private let tool = BuiltProduct("modelgen")
    private let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let rows = try folder.write("name,universe\nBatman,1\nHulk,0\n", to: "rows.csv")
        _ = try run("import", rows, "--entity", "Superhero")
    }

    private func run(_ command: String, _ arguments: String...) throws -> BuiltProduct.Outcome {
        try tool.run(["store", command, folder.path("heroes.json"), "--model", model] + arguments)
    }

    @Test func checksAndRepairs() throws {
        let sound = try run("check")
        #expect(sound.exitCode == 0)
        #expect(sound.output == "")
        let path = folder.path("heroes.json")
        let text = try String(contentsOfFile: path, encoding: .utf8).replacing("\"Hulk\"", with: "7")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let found = try run("check")
        #expect(found.exitCode == 1)
        #expect(found.output.contains("heroes.json:7:4: found a number\n"), "\(found.output)")
        let repaired = try run("repair")
        #expect(repaired.exitCode == 0)
        #expect(repaired.output.contains("kept: 1 objects\nnot kept: 1 parts"), "\(repaired.output)")
        #expect(try run("check").exitCode == 0)
        #expect(try run("count", "Superhero").output == "1\n")
    }

    @Test func backsUpAndDescribes() throws {
        let target = folder.path("backup.json")
        #expect(try run("backup", "--output", target).exitCode == 0)
        let original = try String(contentsOfFile: folder.path("heroes.json"), encoding: .utf8)
        #expect(try String(contentsOfFile: target, encoding: .utf8) == original)
        #expect(try run("backup", "--output", target).exitCode == 74)
        let schema = try tool.run(["store", "schema", model])
        #expect(schema.exitCode == 0)
        #expect(schema.output.hasPrefix("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\""))
    }
}
