import Foundation
import TestSupport
import Testing

@Suite struct DiffTests {
    private let project: ModelHistorySandbox
    private let date = #"<attribute name="date" attributeType="Date"/>"#

    init() throws {
        project = try ModelHistorySandbox()
    }

    @Test("The current version is compared with the one before")
    func previousVersion() throws {
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

    @Test("For a repository of another user, the error has git's remedy")
    func repositoryOfAnotherUser() throws {
        try project.commit()
        let outcome = try project.run(
            "diff", "--against", "HEAD", environment: ["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"])
        #expect(outcome.exitCode == 74)
        #expect(outcome.errorOutput.contains("detected dubious ownership"), "\(outcome.errorOutput)")
        #expect(
            outcome.errorOutput.contains("; trust it with: git config --global --add safe.directory /"),
            "\(outcome.errorOutput)")
    }

    @Test("A single version is compared with nothing")
    func aSingleVersionHasNothingToBeComparedWith() throws {
        let outcome = try project.run("diff")
        #expect(outcome.exitCode == 0)
        #expect(outcome.output == "Models/Shop.xcdatamodeld\n  'Shop' is the first version\n")
        let chain = try project.run("diff", "--all-versions")
        #expect(chain.output == "Models/Shop.xcdatamodeld\n  'Shop' is the only version\n")
    }

    @Test("A comparison of all versions lists every step")
    func aChainHasEveryStep() throws {
        try project.write("", as: "Shop 2")
        try project.write(date, as: "Shop 10")
        let chain = try project.run("diff", "Models/Shop.xcdatamodeld", "--all-versions")
        try expectTranscript(chain, in: project.folder, at: "Diff/All-versions")
        let chosen = try project.run("diff", "Models", "--from-version", "Shop", "--to-version", "Shop 10")
        #expect(chosen.output == "Models/Shop.xcdatamodeld\nShop -> Shop 10: no difference\n")
    }

    @Test("An unknown version is a usage error")
    func aVersionThatIsNotThereIsWrongUsage() throws {
        let outcome = try project.run("diff", "Models", "--from-version", "Shpo")
        try expectTranscript(outcome, in: project.folder, at: "Diff/Unknown-version")
    }

    @Test("A commit is compared with the working folder")
    func commitAndWorkingFolder() throws {
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

    @Test("Markdown in the names of a model is escaped")
    func aNameOfTheModelIsNoMarkdown() throws {
        let name = "[x](https://example.org) &lt; @team *b*"
        try project.write(
            #"<attribute name="\#(name.replacing("&", with: "&amp;"))" optional="YES" attributeType="String"/>"#,
            as: "Shop 2")
        let outcome = try project.run("diff", "--format", "markdown")
        try expectTranscript(outcome, in: project.folder, at: "Diff/Hostile-name-markdown")
    }

    @Test("A model that was moved since a commit is compared with itself", arguments: ["Models", "."])
    func movedModel(_ path: String) throws {
        try project.commit()
        try project.shell("mkdir 'sub dir' && git mv Shop.xcdatamodeld 'sub dir'", in: "Models")
        let unchanged = try project.run("diff", path, "--against", "main")
        #expect(unchanged.output == "", "\(unchanged.errorOutput)")
        try project.folder.write(
            .model(containing: "<entity name=\"Order\">\n</entity>"),
            to: "Models/sub dir/Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        let outcome = try project.run("diff", path, "--against", "main", "--format", "markdown")
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        #expect(
            outcome.output == """
                ### Models/sub dir/Shop.xcdatamodeld

                - version 'Shop' edited

                **Shop → Shop**: lightweight, loses data

                | Change | Migration | Why |
                | --- | --- | --- |
                | attribute 'Order/date' removed | lightweight, loses data | the values are dropped |

                """)
    }

    @Test("A removed model is reported")
    func whatIsGoneIsReported() throws {
        try project.commit()
        try FileManager.default.removeItem(at: project.folder.url.appending(path: "Models"))
        let outcome = try project.run("diff", "--against", "HEAD")
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        #expect(outcome.output == "Models/Shop.xcdatamodeld\n  model removed\n")
    }

    @Test("A model that cannot be read has not only been removed")
    func unreadableModel() throws {
        try project.commit()
        let model = project.folder.url.appending(path: "Models/Shop.xcdatamodeld", directoryHint: .notDirectory)
        try FileManager.default.removeItem(at: model)
        // A link to itself cannot be followed.
        try FileManager.default.createSymbolicLink(
            atPath: model.path(percentEncoded: false), withDestinationPath: "Shop.xcdatamodeld")
        for command in ["diff", "breaking"] {
            let outcome = try project.run(command, "Models/Shop.xcdatamodeld", "--against", "HEAD")
            #expect(outcome.errorOutput.contains("cannot be read: "), "\(command): \(outcome.errorOutput)")
            #expect(outcome.errorOutput.contains("[file-unreadable]"), "\(command): \(outcome.errorOutput)")
        }
    }

    @Test("An unknown commit is an error", arguments: ["none", "--upload-pack=touch x", "main:Models"])
    func aCommitThatIsNotThereIsAFailure(_ reference: String) throws {
        try project.commit()
        let outcome = try project.run("diff", "--against=\(reference)")
        let name = reference.split { !$0.isLetter }.joined(separator: "-")
        try expectTranscript(outcome, in: project.folder, at: "Diff/Unknown-commit-\(name)")
    }

    @Test("A commit outside a repository is an error")
    func withoutARepositoryThereIsNoCommit() throws {
        let outcome = try project.run("diff", "--against", "main")
        #expect(outcome.exitCode == 74)
        // What follows are the words of Git.
        let message = "modelgen: error: the repository of '/project' cannot be read: not a git repository"
        #expect(outcome.errors(in: project.folder).hasPrefix(message), "\(outcome.errorOutput)")
    }

    @Test("Two models and two folders can be compared")
    func twoModelsAndTwoFoldersAreCompared() throws {
        try project.folder.write(
            .model(containing: #"<entity name="Order"/>"#), to: "Other/Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        let models = try project.run("diff", "Models/Shop.xcdatamodeld", "Other/Shop.xcdatamodeld")
        #expect(models.output.hasPrefix("Other/Shop.xcdatamodeld\nShop -> Shop: lightweight, loses data\n"))
        let folders = try project.run("diff", "Models", "Other", "--format", "json")
        try expectTranscript(folders, in: project.folder, at: "Diff/Folders-json")
        #expect(!folders.output.contains(project.folder.url.lastPathComponent), "paths begin at the working folder")
    }

    @Test("Wrong arguments of `diff` are usage errors")
    func wrongUsage() throws {
        #expect(try project.run("diff", "a", "b", "c").exitCode == 64)
        #expect(try project.run("diff", "--all-versions", "--against", "main").exitCode == 64)
        #expect(try project.run("diff", "none").exitCode == 74)
        for pair in [("Models", "Models/Shop.xcdatamodeld"), ("Models/Shop.xcdatamodeld", "Models")] {
            let mixed = try project.run("diff", pair.0, pair.1)
            try expectTranscript(mixed, in: project.folder, at: "Diff/Model-and-folder")
        }
    }
}
