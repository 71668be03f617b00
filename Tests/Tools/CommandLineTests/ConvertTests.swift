import Foundation
import TestSupport
import Testing

@Suite struct ConvertTests {
    private let folder: TemporaryFolder
    private let tool = BuiltProduct("modelgen")

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
    }

    private func convert(_ arguments: String...) throws -> BuiltProduct.Outcome {
        try tool.run(["convert"] + arguments, in: folder.url)
    }

    /// The example of the documentation.
    private static var example: String {
        get throws {
            let page = try String(
                contentsOf: SourceTree.folder("Sources/Tools/modelgen/Documentation.docc/ModelsInYAML.md"),
                encoding: .utf8)
            let start = try #require(page.range(of: "```yaml\n")).upperBound
            let end = try #require(page.range(of: "```", range: start..<page.endIndex)).lowerBound
            return String(page[start..<end])
        }
    }

    @Test("The YAML example of the documentation converts to a valid model and back")
    func documentationExample() throws {
        try folder.write(try Self.example, to: "Shop.yaml")
        let made = try convert("Shop.yaml", "-o", "Shop.xcdatamodeld")
        try expectTranscript(made, in: folder, at: "Convert/Two-versions")
        let checked = try tool.run(["validate", "Shop.xcdatamodeld"], in: folder.url)
        #expect(checked.exitCode == 0 && checked.errorOutput.isEmpty, "\(checked.errorOutput)")
        #expect(try convert("Shop.xcdatamodeld").output == Self.example)
        let difference = try tool.run(["diff", "Shop.xcdatamodeld", "--all-versions"], in: folder.url)
        try expectTranscript(difference, in: folder, at: "Convert/Two-versions-compared")
    }

    @Test("Only the differences are written to an existing bundle")
    func existingBundle() throws {
        try folder.write(try Self.example, to: "Shop.yaml")
        _ = try convert("Shop.yaml", "-o", "Shop.xcdatamodeld")
        let refused = try convert("Shop.yaml", "-o", "Shop.xcdatamodeld")
        try expectTranscript(refused, in: folder, at: "Convert/Bundle-in-the-way")
        #expect(try convert("Shop.yaml", "-o", "Shop.xcdatamodeld", "--replace").output == "no differences\n")
        let text = try Self.example.replacing("current: Shop 2", with: "current: Shop")
            .replacing("note: String?", with: "remark: String?")
        try folder.write(text, to: "Shop.yaml")
        let replaced = try convert("Shop.yaml", "-o", "Shop.xcdatamodeld", "--replace")
        #expect(
            replaced.output == """
                wrote Shop.xcdatamodeld/Shop 2.xcdatamodel/contents
                wrote Shop.xcdatamodeld/.xccurrentversion

                """, "\(replaced.errorOutput)")
        try folder.write("model: Shop\nentities: {}\n", to: "Shop.yaml")
        let fewer = try convert("Shop.yaml", "-o", "Shop.xcdatamodeld", "--replace")
        try expectTranscript(fewer, in: folder, at: "Convert/Fewer-versions")
        #expect(try convert("Shop.xcdatamodeld").output == text)
    }

    @Test("The files of an existing bundle keep the line ends of Windows")
    func lineEnds() throws {
        try folder.write(try Self.example, to: "Shop.yaml")
        _ = try convert("Shop.yaml", "-o", "Shop.xcdatamodeld")
        let names = ["Shop.xcdatamodel/contents", "Shop 2.xcdatamodel/contents", ".xccurrentversion"]
        func text(_ name: String) throws -> String {
            try String(contentsOfFile: folder.path("Shop.xcdatamodeld/\(name)"), encoding: .utf8)
        }
        for name in names {
            try folder.write(text(name).replacing("\n", with: "\r\n"), to: "Shop.xcdatamodeld/\(name)")
        }
        let replaced = try convert("Shop.yaml", "-o", "Shop.xcdatamodeld", "--replace")
        #expect(replaced.output == "no differences\n", "\(replaced.errorOutput)")
        try folder.write(
            Self.example.replacing("current: Shop 2", with: "current: Shop").replacing("note:", with: "remark:"),
            to: "Shop.yaml")
        #expect(try convert("Shop.yaml", "-o", "Shop.xcdatamodeld", "--replace").exitCode == 0)
        #expect(try tool.run("version", "current", "Shop.xcdatamodeld", in: folder.url).output == "Shop\n")
        for name in names {
            let text = try text(name)
            #expect(!text.replacing("\r\n", with: "").contains("\n"), "\(name)")
            #expect(text.utf8.contains(UInt8(ascii: "\r")))
        }
    }

    @Test("Errors in YAML have their place, and nothing is written")
    func errorsHaveTheirPlaceAndNothingIsWritten() throws {
        try folder.write("entities:\n  Order:\n    attributes:\n      total: Decmal\n", to: "Shop.yaml")
        let outcome = try convert("Shop.yaml", "-o", "Shop.xcdatamodeld")
        try expectTranscript(outcome, in: folder, at: "Convert/Unknown-type")
        #expect(!FileManager.default.fileExists(atPath: folder.path("Shop.xcdatamodeld")))
        #expect(try convert("Gone.yaml", "-o", "Shop.xcdatamodeld").exitCode == 74)
        #expect(try convert("Shop.yaml").exitCode == 64)
        #expect(try convert().exitCode == 64)
    }

    @Test("Content that YAML cannot represent is listed before it is dropped")
    func whatTheTextHasNoPlaceForIsShown() throws {
        let file = "Shop.xcdatamodel/contents"
        try folder.write(.model(containing: "<!-- old --><entity name=\"A\" gone=\"YES\"/>"), to: file)
        let refused = try convert("Shop.xcdatamodel", "-o", "Shop.yaml")
        try expectTranscript(refused, in: folder, at: "Convert/Unsupported-content")
        #expect(!FileManager.default.fileExists(atPath: folder.path("Shop.yaml")))
        #expect(try convert("Shop.xcdatamodel", "-o", "Shop.yaml", "--allow-loss").exitCode == 0)
        #expect(try convert("Shop.yaml", "-o", "Back.xcdatamodel/contents").exitCode == 0)
        let back = try String(contentsOf: folder.url.appending(path: "Back.xcdatamodel/contents"), encoding: .utf8)
        #expect(
            back == """
                <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
                <model userDefinedModelVersionIdentifier="" type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                    <entity name="A"/>
                </model>
                """)
    }

    @Test("Nothing is written if the name of a version is impossible")
    func nothingIsWrittenWhereAVersionCannotBe() throws {
        try folder.write(.model(containing: ""), to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        let path = folder.url.appending(path: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        let before = try Data(contentsOf: path)
        for name in ["a/b", "shop"] {
            try folder.write(
                "versions:\n- version: Shop\n  entities: {A: {}}\n- version: \(name)\n", to: "Shop.yaml")
            let outcome = try convert("Shop.yaml", "-o", "Shop.xcdatamodeld", "--replace")
            #expect(outcome.exitCode != 0, "\(name)")
            #expect(try Data(contentsOf: path) == before, "\(name)")
        }
    }

    @Test("A version that cannot be read is an error")
    func aVersionThatCannotBeReadIsNotLeftOut() throws {
        try folder.write(.model(containing: ""), to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        try folder.write("binary", to: "Shop.xcdatamodeld/Old.xcdatamodel/elements")
        let outcome = try convert("Shop.xcdatamodeld")
        try expectTranscript(outcome, in: folder, at: "Convert/Binary-version")
    }

    @Test("An old version in the binary format stays in the bundle, with a note")
    func binaryOldVersion() throws {
        try folder.write(.model(containing: ""), to: "Shop.xcdatamodeld/Shop 2.xcdatamodel/contents")
        try folder.write("binary", to: "Shop.xcdatamodeld/Shop.xcdatamodel/elements")
        try folder.writeCurrentVersion("Shop 2", of: "Shop.xcdatamodeld")
        let outcome = try convert("Shop.xcdatamodeld", "--output", "Shop.yaml")
        try expectTranscript(outcome, in: folder, at: "Convert/Binary-old-version")
        let yaml = try String(contentsOf: folder.url.appending(path: "Shop.yaml"), encoding: .utf8)
        try folder.write(yaml + "entities: {Order: {}}\n", to: "Shop.yaml")
        let replaced = try convert("Shop.yaml", "--output", "Shop.xcdatamodeld", "--replace")
        #expect(replaced.output == "wrote Shop.xcdatamodeld/Shop 2.xcdatamodel/contents\n", "\(replaced.errorOutput)")
        let old = folder.url.appending(path: "Shop.xcdatamodeld/Shop.xcdatamodel/elements")
        #expect(try String(contentsOf: old, encoding: .utf8) == "binary")
    }

    @Test("The text of a bundle without a current version names the first one, which the bundle uses")
    func missingCurrentVersion() throws {
        for name in ["Shop", "Shop 2"] {
            try folder.write(.model(containing: ""), to: "Shop.xcdatamodeld/\(name).xcdatamodel/contents")
        }
        let outcome = try convert("Shop.xcdatamodeld")
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        #expect(outcome.output.contains("current: Shop\n"), "\(outcome.output)")
    }

    @Test("The JSON schema of the YAML form is printed")
    func theSchemaIsPrinted() throws {
        let text = try convert("--schema").output
        let schema = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let definitions = schema?["definitions"] as? [String: Any]
        #expect(
            definitions?.keys.sorted() == [
                "attribute", "composite", "configuration", "entity", "fetchRequest", "fetchedProperty", "index",
                "relationship",
            ])
    }
}
