import Foundation
import TestSupport
import Testing

/// The commands that look at a model, or tidy it up.
@Suite struct ModelCommandTests {
    private let tool = BuiltProduct("modelgen")
    private let superheroes = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)

    @Test("A model is dumped as JSON and YAML")
    func dumpsJSONAndYAML() throws {
        let json = try tool.run("dump", superheroes)
        #expect(json.exitCode == 0)
        try expectGolden(json.output, at: "Superheroes/Superheroes.json")
        try expectGolden(tool.run("dump", superheroes, "--format", "yaml").output, at: "Superheroes/Superheroes.yaml")
    }

    @Test("A model is drawn in every notation")
    func drawsInEveryNotation() throws {
        try expectGolden(tool.run("graph", superheroes).output, at: "Superheroes/Superheroes.mermaid")
        try expectGolden(tool.run("graph", superheroes, "--format", "dot").output, at: "Superheroes/Superheroes.dot")
        try expectGolden(
            tool.run("graph", superheroes, "--format", "markdown").output, at: "Superheroes/Superheroes.md")
        #expect(try tool.run("graph", superheroes, "--format", "html").output.hasPrefix("<!DOCTYPE html>"))
    }

    @Test("The file name extension chooses the notation")
    func theEndingOfTheFileChoosesTheNotation() throws {
        let folder = try TemporaryFolder()
        for (ending, start) in [
            "html": "<!DOCTYPE html>", "svg": "<svg", "dot": "digraph", "md": "# Superheroes", "mmd": "classDiagram",
        ] {
            let output = folder.path("Superheroes.\(ending)")
            let outcome = try tool.run("graph", superheroes, "--output", output)
            #expect(outcome.exitCode == 0)
            #expect(outcome.output == "")
            #expect(try String(contentsOfFile: output, encoding: .utf8).hasPrefix(start), "\(ending)")
        }
    }

    @Test("The pictures in the documentation show the models", arguments: ["Superheroes", "Hospital"])
    func picturesInTheDocumentation(name: String) throws {
        let model = SourceTree.folder("Models/\(name).xcdatamodeld").path(percentEncoded: false)
        let picture = SourceTree.root.appending(path: "Sources/Tools/modelgen/Documentation.docc/Resources/\(name).svg")
        #expect(try tool.run("graph", model, "--format", "svg").output == String(contentsOf: picture, encoding: .utf8))
    }

    @Test("Formatting writes the file in place, and a second run changes nothing")
    func formatsInPlaceAndFindsNothingMoreToDo() throws {
        let folder = try TemporaryFolder()
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model documentVersion="1.0" type="com.apple.IDECoreDataModeler.DataModel" userDefinedModelVersionIdentifier="">
              <entity syncable="YES" name="Hero"><attribute attributeType="String" name="a" optional="YES" colour='1'/></entity>
            </model>

            """
        let path = try folder.write(text, to: "Hero.xcdatamodeld/Hero.xcdatamodel/contents")
        try expectTranscript(tool.run("format", ".", "--check", in: folder.url), in: folder, at: "Format/Check")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)

        let before = try tool.run("dump", path).output
        let outcome = try tool.run("format", folder.path(""))
        #expect(outcome.exitCode == 0)
        #expect(outcome.output == "changed \(path)\n")
        #expect(try tool.run("dump", path).output == before)
        try expectGolden(
            String(contentsOfFile: path, encoding: .utf8), at: "Transcripts/Format/Formatted-contents.xml")
        #expect(try tool.run("format", folder.path(""), "--check").exitCode == 0)
    }

    @Test("Formatting keeps the line ends of Windows, so that it changes no other lines")
    func lineEndsOfFormattedFiles() throws {
        let folder = try TemporaryFolder()
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel">
                <entity syncable="YES" name="Hero">
                    <attribute attributeType="String" name="a" optional="YES"/>
                </entity>
            </model>
            """
        let path = try folder.write(text, to: "A.xcdatamodel/contents")
        #expect(try tool.run("format", folder.path("")).exitCode == 0)
        let plain = try String(contentsOfFile: path, encoding: .utf8)
        #expect(plain != text)
        try folder.write(text.replacing("\n", with: "\r\n"), to: "A.xcdatamodel/contents")
        #expect(try tool.run("format", folder.path("")).exitCode == 0)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(plain.replacing("\n", with: "\r\n").utf8))
        #expect(try tool.run("format", folder.path(""), "--check").exitCode == 0)
    }

    @Test("A file with an error is not formatted")
    func aFileWithAnErrorIsNotFormatted() throws {
        let folder = try TemporaryFolder()
        let text = #"<model type="com.apple.IDECoreDataModeler.DataModel"><entity/></model>"#
        let path = try folder.write(text, to: "A.xcdatamodel/contents")
        let outcome = try tool.run("format", folder.path("A.xcdatamodel"))
        try expectTranscript(outcome, in: folder, at: "Format/Error")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test("An unknown file name extension is an error", arguments: ["png", "txt"])
    func anEndingThatSaysNothingIsAnError(_ ending: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try tool.run("graph", superheroes, "--output", "x.\(ending)", in: folder.url)
        try expectTranscript(outcome, in: folder, at: "Graph/Unknown-ending-\(ending)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("x.\(ending)")))
        #expect(try tool.run("graph", superheroes, "-o", "x.txt", "--format", "dot", in: folder.url).exitCode == 0)
    }

    @Test("A folder with one model can be used in its place", arguments: ["dump", "graph"])
    func folderWithOneModel(command: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(.model(containing: #"<entity name="A"/>"#), to: "Models/Shop.xcdatamodel/contents")
        let named = try tool.run(command, "Models/Shop.xcdatamodel", in: folder.url)
        let found = try tool.run(command, "Models", in: folder.url)
        #expect(found.exitCode == 0)
        #expect(found.output == named.output)
        try folder.write(.model(containing: #"<entity name="A"/>"#), to: "Models/Bank.xcdatamodel/contents")
        let several = try tool.run(command, "Models", in: folder.url)
        try expectTranscript(several, in: folder, at: "\(command.capitalized)/Several-models")
    }
}
