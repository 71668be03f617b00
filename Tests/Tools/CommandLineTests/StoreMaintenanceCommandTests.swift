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

    /// The line behind which the objects begin.
    private func lineOfObjects(in text: String) -> Int? {
        text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.hasPrefix(" \"entities\"") }
            .map { $0 + 1 }
    }

    @Test("A damaged JSON store is checked and repaired")
    func checksAndRepairs() throws {
        let sound = try run("check")
        #expect(sound.exitCode == 0)
        #expect(sound.output == "")
        let path = folder.path("heroes.json")
        let text = try String(contentsOfFile: path, encoding: .utf8).replacing("\"Hulk\"", with: "7")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let found = try run("check")
        #expect(found.exitCode == 1)
        let line = try #require(lineOfObjects(in: text))
        let object = try #require(text.split(separator: "\n").first { $0.contains("\"name\": 7") })
        let column = object.prefix { $0 != "7" }.count + 1
        let place = "\(path):\(line + 3):\(column)"
        #expect(found.output == "\(place): found a number; expected a string\n", "\(found.errorOutput)")
        // The same that opening the store reports.
        #expect(try run("count", "Superhero").errorOutput.contains("\(place): found a number; expected a string\n"))
        let repaired = try run("repair")
        #expect(
            repaired.output == """
                \(place): found a number; expected a string
                objects kept: 1
                parts rejected: 1, in \(path).rejected.jsonl
                original copied to: \(path).damaged

                """, "\(repaired.errorOutput)")
        #expect(try run("check").exitCode == 0)
        #expect(try run("count", "Superhero").output == "1\n")
    }

    @Test("A repair keeps links that one side has")
    func repairingKeepsLinksThatOneSideHas() throws {
        let model = SourceTree.folder("Models/Constructs/DeleteRules.xcdatamodeld").path(percentEncoded: false)
        let path = folder.path("catalogue.json")
        func run(_ command: String, _ arguments: String...) throws -> BuiltProduct.Outcome {
            try tool.run(["store", command, path, "--model", model] + arguments)
        }
        let rows = try folder.write("name\nfirst\nsecond\n", to: "pages.csv")
        _ = try run("import", rows, "--entity", "CataloguePage")
        _ = try run("import", try folder.write("name\nall\n", to: "catalogues.csv"), "--entity", "Catalogue")
        let text = try String(contentsOfFile: path, encoding: .utf8)
            .replacing(#""name": "second""#, with: #""name": "second", "catalogue": 1"#)
            .replacing(#""name": "all""#, with: #""name": "all", "pages": [1, 9, 1]"#)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let start = try #require(lineOfObjects(in: text))
        func lines(_ outcome: BuiltProduct.Outcome) -> [String] {
            outcome.output.split(separator: "\n").map { String($0.split(separator: "/").last ?? $0) }
        }

        let found = try run("check")
        #expect(found.exitCode == 1)
        #expect(
            lines(found) == [
                "catalogue.json:\(start + 3):4: Catalogue 1: 'pages' contains CataloguePage 1 twice",
                "catalogue.json:\(start + 3):4: Catalogue 1: 'pages' points to CataloguePage 9, which does not exist",
                "catalogue.json:\(start + 3):4: Catalogue 1: 'pages' points to CataloguePage 1, whose 'catalogue' does not point back",
                "catalogue.json:\(start + 7):4: CataloguePage 2: 'catalogue' points to Catalogue 1, "
                    + "whose 'pages' does not point back",
            ])
        let repaired = try run("repair")
        #expect(repaired.exitCode == 0)
        #expect(
            lines(repaired) == [
                "catalogue.json:\(start + 3):4: Catalogue 1: 'pages' contains CataloguePage 1 twice: kept once, at its first place",
                "catalogue.json:\(start + 3):4: Catalogue 1: 'pages' points to CataloguePage 9, which does not exist: removed",
                "catalogue.json:\(start + 3):4: Catalogue 1: 'pages' points to CataloguePage 1, "
                    + "whose 'catalogue' did not point back: set",
                "catalogue.json:\(start + 7):4: CataloguePage 2: 'catalogue' points to Catalogue 1, "
                    + "whose 'pages' did not point back: added at the end",
                "objects kept: 3", "links repaired: 4", "catalogue.json.damaged",
            ])
        let objects = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("   {") }
        #expect(
            objects == [
                #"   {"id": 1, "name": "all", "pages": [1, 2]}"#,
                #"   {"id": 1, "name": "first", "catalogue": 1},"#, #"   {"id": 2, "name": "second", "catalogue": 1}"#,
            ])
        #expect(try run("check").output == "")
        #expect(try run("repair").output == "the store has no problems; nothing was changed\n")
    }

    @Test("A store is backed up, and its JSON schema is printed")
    func backsUpAndDescribes() throws {
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
