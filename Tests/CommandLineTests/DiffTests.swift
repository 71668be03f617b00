import Foundation
import TestSupport
import Testing

@Suite struct DiffTests {
    private let project: ModelHistorySandbox
    private let date = #"<attribute name="date" attributeType="Date"/>"#

    init() throws {
        project = try ModelHistorySandbox()
    }

    @Test func theCurrentVersionIsComparedWithTheOneBefore() throws {
        let note = #"<attribute name="note" optional="YES" attributeType="String"/>"#
        try project.write("\(date)\n\(note)", as: "Shop 2")
        let outcome = try project.run("diff", "Models")
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.output == """
                Models/Shop.xcdatamodeld
                Shop -> Shop 2: lightweight
                  + attribute 'Order/note' added (String, optional)
                      lightweight: existing objects have no value
                      Models/Shop.xcdatamodeld/Shop 2.xcdatamodel/contents:3:1

                """)
        #expect(outcome.errorOutput == "")
    }

    @Test func aSingleVersionHasNothingToBeComparedWith() throws {
        let outcome = try project.run("diff")
        #expect(outcome.exitCode == 0)
        #expect(outcome.output == "Models/Shop.xcdatamodeld\n  'Shop' is the first version\n")
        let chain = try project.run("diff", "--all-versions")
        #expect(chain.output == "Models/Shop.xcdatamodeld\n  'Shop' is the only version\n")
    }

    @Test func aChainHasEveryStep() throws {
        try project.write("", as: "Shop 2")
        try project.write(date, as: "Shop 10")
        let chain = try project.run("diff", "Models/Shop.xcdatamodeld", "--all-versions").output
        #expect(chain.split(separator: "\n").filter { $0.contains("->") }.count == 2)
        #expect(chain.contains("Shop -> Shop 2: lightweight, loses data"))
        #expect(chain.contains("Shop 2 -> Shop 10: needs a mapping"))
        let chosen = try project.run("diff", "Models", "--from-version", "Shop", "--to-version", "Shop 10")
        #expect(chosen.output == "Models/Shop.xcdatamodeld\nShop -> Shop 10: no difference\n")
    }

    @Test func aVersionThatIsNotThereIsWrongUsage() throws {
        let outcome = try project.run("diff", "Models", "--from-version", "Shpo")
        #expect(outcome.exitCode == 64)
        #expect(outcome.errorOutput.contains("'Shop' has no version 'Shpo'; did you mean 'Shop'?"))
    }

    @Test func aCommitIsComparedWithWhatIsThereToday() throws {
        try project.commit()
        #expect(try project.run("diff", "--against", "main").output == "")
        try project.write("", as: "Shop 2")
        let outcome = try project.run("diff", "--against", "main", "--format", "markdown")
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        #expect(
            outcome.output == """
                ### Models/Shop.xcdatamodeld

                - version 'Shop 2' added
                - current version changed from 'Shop' to 'Shop 2'

                **Shop → Shop 2**: lightweight, loses data

                | Change | Migration | Why |
                | --- | --- | --- |
                | attribute 'Order/date' removed | lightweight, loses data | the values are dropped |

                """)
    }

    @Test func aNameOfTheModelIsNoMarkdown() throws {
        let name = "[x](https://example.org) &lt; @team *b*"
        try project.write(
            #"<attribute name="\#(name.replacing("&", with: "&amp;"))" optional="YES" attributeType="String"/>"#,
            as: "Shop 2")
        let outcome = try project.run("diff", "--format", "markdown")
        let shown = #"'Order/\[x\](https&#58;//example.org) &amp;lt; &#64;team \*b\*'"#
        #expect(outcome.output.contains("| attribute \(shown) added"), "\(outcome.output)")
    }

    @Test func whatIsGoneIsReported() throws {
        try project.commit()
        try FileManager.default.removeItem(at: project.folder.url.appending(path: "Models"))
        let outcome = try project.run("diff", "--against", "HEAD")
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        #expect(outcome.output == "Models/Shop.xcdatamodeld\n  model removed\n")
    }

    @Test(arguments: ["none", "--upload-pack=touch x", "main:Models"])
    func aCommitThatIsNotThereIsAFailure(_ reference: String) throws {
        try project.commit()
        let outcome = try project.run("diff", "--against=\(reference)")
        #expect(outcome.exitCode == 74)
        #expect(outcome.errorOutput.contains("unknown commit '\(reference)'"))
    }

    @Test func withoutARepositoryThereIsNoCommit() throws {
        let outcome = try project.run("diff", "--against", "main")
        #expect(outcome.exitCode == 74)
        let folder = project.folder.url.lastPathComponent
        let message = "\(folder)' cannot be read: not a git repository"
        #expect(outcome.errorOutput.contains(message), "\(outcome.errorOutput)")
    }

    @Test func twoModelsAndTwoFoldersAreCompared() throws {
        try project.folder.write(
            .model(holding: #"<entity name="Order"/>"#), to: "Other/Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        let models = try project.run("diff", "Models/Shop.xcdatamodeld", "Other/Shop.xcdatamodeld")
        #expect(models.output.hasPrefix("Other/Shop.xcdatamodeld\nShop -> Shop: lightweight, loses data\n"))
        let folders = try project.run("diff", "Models", "Other", "--format", "json")
        let document = try JSONSerialization.jsonObject(with: Data(folders.output.utf8)) as? [String: Any]
        #expect(document?["format"] as? String == "modelgen-diff")
        #expect(folders.output.contains(#""migration": "lightweight""#))
        #expect(!folders.output.contains(project.folder.url.lastPathComponent), "paths begin at the working folder")
    }

    @Test func wrongUsage() throws {
        #expect(try project.run("diff", "a", "b", "c").exitCode == 64)
        #expect(try project.run("diff", "--all-versions", "--against", "main").exitCode == 64)
        #expect(try project.run("diff", "none").exitCode == 74)
        for pair in [("Models", "Models/Shop.xcdatamodeld"), ("Models/Shop.xcdatamodeld", "Models")] {
            let mixed = try project.run("diff", pair.0, pair.1)
            #expect(mixed.exitCode == 64)
            #expect(mixed.errorOutput.contains("specify two models or two folders"))
        }
    }
}
