import Foundation
import TestSupport
import Testing

/// What is wrong with a model, where it is, and that nothing is written.
@Suite struct GenerateBadInputTests {
    struct BadModel: CustomTestStringConvertible, Sendable {
        var name: String
        /// The text of `contents`; nil for a bundle without one.
        var contents: String?
        /// What stands after the path of `contents`, or of the bundle when there is no place in it.
        var place: String
        var code: String
        /// What the note says to do.
        var hint: String

        var testDescription: String { name }
    }

    private static func model(_ elements: String) -> String {
        #"""
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        \#(elements)
        </model>
        """#
    }

    static let badModels = [
        BadModel(
            name: "a bundle without a version", contents: nil, place: "", code: "model-missing",
            hint: "add an .xcdatamodel folder for each version"),
        BadModel(
            name: "XML that is not well formed", contents: model(#"<entity name="A">"#), place: ":4:",
            code: "xml-malformed", hint: "restore the file from version control"),
        BadModel(
            name: "XML of something else", contents: "<plist/>", place: ":1:1", code: "not-a-data-model",
            hint: "start the file with <model type="),
        BadModel(
            name: "a relationship to an unknown entity",
            contents: model(
                #"""
                    <entity name="Hero">
                        <relationship name="team" maxCount="1" deletionRule="Nullify" destinationEntity="Teem"/>
                    </entity>
                    <entity name="Team"/>
                """#), place: ":4:", code: "relationship-destination-unknown", hint: "Team"),
        BadModel(
            name: "an attribute of an unknown type",
            contents: model(#"<entity name="Hero"><attribute name="age" attributeType="Integer 33"/></entity>"#),
            place: ":3:43", code: "attribute-type-unknown", hint: "did you mean 'Integer 32'?"),
        BadModel(
            name: "an entity name that is no identifier", contents: model(#"<entity name="Super Hero"/>"#),
            place: ":3:9", code: "entity-name-not-identifier", hint: "SuperHero"),
        BadModel(
            name: "an entity name that would leave the folder", contents: model(#"<entity name="../../x"/>"#),
            place: ":3:9", code: "entity-name-not-identifier", hint: "rename it to 'x'"),
    ]

    @Test(arguments: badModels)
    func isAnErrorWithItsPlaceAndNothingIsWritten(_ bad: BadModel) throws {
        let folder = try TemporaryFolder()
        let bundle = folder.url.appending(path: "Bad.xcdatamodeld")
        let version = bundle.appending(path: "Bad.xcdatamodel")
        let output = folder.url.appending(path: "Out").path(percentEncoded: false)
        var place = bundle.path(percentEncoded: false)
        try FileManager.default.createDirectory(
            at: bad.contents == nil ? bundle : version, withIntermediateDirectories: true)
        if let contents = bad.contents {
            let url = version.appending(path: "contents")
            try Data(contents.utf8).write(to: url)
            place = url.path(percentEncoded: false)
        }

        let outcome = try BuiltProduct("modelgen").run(
            "generate", bundle.path(percentEncoded: false), "--output", output)
        #expect(outcome.exitCode == 1)
        #expect(outcome.output == "")
        let lines = outcome.errorOutput.split(separator: "\n")
        let error = lines.first { $0.contains(": error: ") && $0.hasSuffix("[\(bad.code)]") }
        #expect(error?.hasPrefix(place + bad.place) == true, "\(outcome.errorOutput)")
        #expect(lines.contains { $0.contains(": note: ") && $0.contains(bad.hint) }, "\(outcome.errorOutput)")
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test func aMissingFileIsAnError() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "None.xcdatamodeld").path(percentEncoded: false)
        let output = folder.url.appending(path: "Out").path(percentEncoded: false)
        let outcome = try BuiltProduct("modelgen").run("generate", path, "--output", output)
        #expect(outcome.exitCode == 74)
        #expect(outcome.errorOutput == "modelgen: error: '\(path)' cannot be read: no such file or directory\n")
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test func aFolderWithoutAModelIsAnError() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path(percentEncoded: false)
        let output = folder.url.appending(path: "Out").path(percentEncoded: false)
        let outcome = try BuiltProduct("modelgen").run("generate", path, "--output", output)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorOutput.contains(": error: the folder contains no data model [model-missing]"))
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test func oneBadModelKeepsAGoodOneFromBeingWritten() throws {
        let folder = try TemporaryFolder()
        let output = folder.url.appending(path: "Out").path(percentEncoded: false)
        let outcome = try BuiltProduct("modelgen").run(
            "generate", SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false),
            folder.url.appending(path: "None").path(percentEncoded: false), "--output", output)
        #expect(outcome.exitCode == 74)
        #expect(!FileManager.default.fileExists(atPath: output))
    }
}
