import Foundation
import TestSupport
import Testing

/// What is wrong with a model, where it is, and that nothing is written.
@Suite struct GenerateBadInputTests {
    struct BadModel: CustomTestStringConvertible, Sendable {
        var name: String
        /// The text of `contents`; nil for a bundle without one.
        var contents: String?

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
            name: "a bundle without a version", contents: nil),
        BadModel(
            name: "XML that is not well formed", contents: model(#"<entity name="A">"#)),
        BadModel(
            name: "XML of something else", contents: "<plist/>"),
        BadModel(
            name: "a relationship to an unknown entity",
            contents: model(
                #"""
                    <entity name="Hero">
                        <relationship name="team" maxCount="1" deletionRule="Nullify" destinationEntity="Teem"/>
                    </entity>
                    <entity name="Team"/>
                """#)),
        BadModel(
            name: "an attribute of an unknown type",
            contents: model(#"<entity name="Hero"><attribute name="age" attributeType="Integer 33"/></entity>"#)),
        BadModel(
            name: "an entity name that is no identifier", contents: model(#"<entity name="Super Hero"/>"#)),
        BadModel(
            name: "an entity name that would leave the folder", contents: model(#"<entity name="../../x"/>"#)),
    ]

    @Test("An error in a model has its place, and nothing is written", arguments: badModels)
    func isAnErrorWithItsPlaceAndNothingIsWritten(_ bad: BadModel) throws {
        let folder = try TemporaryFolder()
        let bundle = folder.url.appending(path: "Bad.xcdatamodeld")
        let version = bundle.appending(path: "Bad.xcdatamodel")
        let output = folder.url.appending(path: "Out").path(percentEncoded: false)
        try FileManager.default.createDirectory(
            at: bad.contents == nil ? bundle : version, withIntermediateDirectories: true)
        if let contents = bad.contents {
            try Data(contents.utf8).write(to: version.appending(path: "contents"))
        }

        let outcome = try BuiltProduct("modelgen").run(
            "generate", bundle.path(percentEncoded: false), "--output", output)
        let name = bad.name.prefix(1).uppercased() + bad.name.dropFirst().replacing(" ", with: "-")
        try expectTranscript(outcome, in: folder, at: "GenerateBadInput/\(name)")
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test("A missing model is an error")
    func aMissingFileIsAnError() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "None.xcdatamodeld").path(percentEncoded: false)
        let output = folder.url.appending(path: "Out").path(percentEncoded: false)
        let outcome = try BuiltProduct("modelgen").run("generate", path, "--output", output)
        #expect(outcome.exitCode == 74)
        #expect(outcome.errorOutput == "modelgen: error: '\(path)' cannot be read: no such file or directory\n")
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test("A folder without a model is an error")
    func aFolderWithoutAModelIsAnError() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path(percentEncoded: false)
        let output = folder.url.appending(path: "Out").path(percentEncoded: false)
        let outcome = try BuiltProduct("modelgen").run("generate", path, "--output", output)
        try expectTranscript(outcome, in: folder, at: "GenerateBadInput/A-folder-without-a-model")
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test("One missing model prevents all code from being written")
    func oneBadModelKeepsAGoodOneFromBeingWritten() throws {
        let folder = try TemporaryFolder()
        let output = folder.url.appending(path: "Out").path(percentEncoded: false)
        let outcome = try BuiltProduct("modelgen").run(
            "generate", SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false),
            folder.url.appending(path: "None").path(percentEncoded: false), "--output", output)
        #expect(outcome.exitCode == 74)
        #expect(!FileManager.default.fileExists(atPath: output))
    }
}
