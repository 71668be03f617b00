import Foundation
import TestSupport
import Testing

@Suite struct BreakingTests {
    private let project: ModelHistorySandbox
    private let date = #"<attribute name="date" attributeType="Date"/>"#
    private let note = #"<attribute name="note" optional="YES" attributeType="String"/>"#

    init() throws {
        project = try ModelHistorySandbox()
        try project.commit()
    }

    private func breaking(_ arguments: String...) throws -> (exitCode: Int32, text: String) {
        let outcome = try BuiltProduct("modelgen").run(
            ["breaking", "--against", "main"] + arguments, in: project.folder.url)
        return (outcome.exitCode, outcome.output + outcome.errorOutput)
    }

    /// Expects the whole output of a run that fails, or that succeeds with warnings.
    private func expectTranscript(
        of arguments: String..., named name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try BuiltProduct("modelgen").run(
            ["breaking", "--against", "main"] + arguments, in: project.folder.url)
        try expectGolden(
            outcome.transcript(in: project.folder), at: "Transcripts/Breaking/\(name).txt",
            sourceLocation: sourceLocation)
    }

    @Test("A lightweight new version breaks nothing")
    func nothingIsBrokenByALightweightVersion() throws {
        #expect(try breaking() == (0, ""))
        try project.write(date + note, as: "Shop 2")
        #expect(try breaking("--strict") == (0, ""))
    }

    @Test("Without a commit, models with one version are noted, because nothing is compared")
    func singleVersions() throws {
        func breaking() throws -> BuiltProduct.Outcome {
            try BuiltProduct("modelgen").run(["breaking", "Models/Shop.xcdatamodeld"], in: project.folder.url)
        }
        let outcome = try breaking()
        #expect(outcome.exitCode == 0 && outcome.output.isEmpty)
        #expect(
            outcome.errorOutput == """
                modelgen: note: 'Models/Shop.xcdatamodeld' has one version, so there is nothing to compare it with; \
                specify the released models with --against, or compare two models with 'modelgen diff'

                """)
        try project.write(date + note, as: "Shop 2")
        let both = try breaking()
        #expect(both.exitCode == 0 && both.errorOutput.isEmpty)
    }

    @Test("Editing a released version is an error")
    func aReleasedVersionIsNotEdited() throws {
        try project.write(date + note, as: "Shop")
        try expectTranscript(named: "Version-edited")
        try project.folder.write("evolution: {against: main, protected-versions: older}\n", to: "modelgen.yml")
        #expect(try breaking().exitCode == 0, "the current version is still being worked on")
    }

    @Test("If the list of a released model is damaged, no version counts as the current one, which can change")
    func damagedList() throws {
        try project.write(date + note, as: "Shop 2")
        try project.folder.write("<<<<<<< ours\n", to: "Models/Shop.xcdatamodeld/.xccurrentversion")
        try project.commit()
        try project.folder.write("evolution: {against: main, protected-versions: older}\n", to: "modelgen.yml")
        try project.setCurrent("Shop 2")
        #expect(try breaking() == (0, ""))
        try project.write(note, as: "Shop")
        try project.setCurrent("Shop 2")
        let edited = try breaking()
        #expect(edited.exitCode == 1)
        #expect(edited.text.contains("version 'Shop' was released"), "\(edited.text)")
    }

    @Test("Renaming or moving a bundle does not make its released versions unreleased")
    func movedBundles() throws {
        try project.write(date + note, as: "Shop 2")
        try project.commit()
        try project.shell("mkdir New && git mv Shop.xcdatamodeld New/Store.xcdatamodeld", in: "Models")
        #expect(try breaking("Models") == (0, ""), "a move changes nothing")
        #expect(try breaking("Models/New/Store.xcdatamodeld") == (0, ""))
        try project.shell(
            "sed -i 's/name=\"note\"/name=\"notes\"/' 'Shop 2.xcdatamodel/contents'",
            in: "Models/New/Store.xcdatamodeld")
        for path in ["Models", "Models/New", "Models/New/Store.xcdatamodeld", "."] {
            let outcome = try breaking(path)
            #expect(outcome.exitCode == 1)
            #expect(outcome.text.contains("[version-edited]"), "\(path): \(outcome.text)")
            #expect(!outcome.text.contains("[version-removed]"), "\(path): \(outcome.text)")
        }
    }

    @Test("A renamed bundle whose only version has been edited is found by its entities or its name")
    func movedAndEditedBundles() throws {
        try project.shell("mkdir Old && git mv Shop.xcdatamodeld Old", in: "Models")
        let contents = "Models/Old/Shop.xcdatamodeld/Shop.xcdatamodel/contents"
        try project.folder.write(.model(containing: "<entity name=\"Order\">\(note)</entity>"), to: contents)
        let outcome = try breaking("Models/Old/Shop.xcdatamodeld")
        #expect(outcome.exitCode == 1)
        #expect(outcome.text.contains("[version-edited]"), "\(outcome.text)")
    }

    @Test("A specified model that the commit lacks is named in a note")
    func newModels() throws {
        try project.folder.write(
            .model(containing: "<entity name=\"Tag\"/>"), to: "Models/Tags.xcdatamodeld/Tags.xcdatamodel/contents")
        let outcome = try breaking("Models/Tags.xcdatamodeld")
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.text.hasSuffix("is not in 'main', so none of its versions is a released one\n"),
            "\(outcome.text)")
        #expect(try breaking("Models") == (0, ""))
    }

    @Test("Changing only user info of a released version is not an edit")
    func anEditThatNoStoreSeesIsNone() throws {
        try project.write(date + #"<userInfo><entry key="a" value="b"/></userInfo>"#, as: "Shop")
        #expect(try breaking() == (0, ""))
    }

    @Test("Findings in a baseline are accepted, and validation keeps them in it")
    func baselines() throws {
        try project.write(date + note, as: "Shop")
        #expect(try breaking().exitCode == 1)
        #expect(try breaking("--write-baseline") == (0, ""))
        #expect(try breaking("--baseline", "modelgen-baseline.json") == (0, ""))
        let baseline = try String(contentsOfFile: project.folder.path("modelgen-baseline.json"), encoding: .utf8)
        try expectGolden(baseline, at: "Transcripts/Breaking/Baseline.json")
        let tool = BuiltProduct("modelgen")
        // What the other command accepts stays, whichever writes the file, and neither calls it gone.
        for _ in 0..<2 {
            let validated = try tool.run(["validate", "Models", "--write-baseline"], in: project.folder.url)
            #expect(validated.exitCode == 0, "\(validated.errorOutput)")
            let noted = try tool.run(
                ["validate", "Models", "--baseline", "modelgen-baseline.json"], in: project.folder.url)
            #expect(!noted.errorOutput.contains("baseline-stale"), "\(noted.errorOutput)")
            #expect(try breaking("--write-baseline") == (0, ""))
            #expect(try breaking("--baseline", "modelgen-baseline.json") == (0, ""))
        }
        try project.write(date + #"<attribute name="other" attributeType="String"/>"#, as: "Shop 2")
        try expectTranscript(of: "--baseline", "modelgen-baseline.json", named: "Baseline-and-new-error")
    }

    @Test("A run with errors writes no baseline")
    func baselinesOfInvalidRuns() throws {
        try project.write(date + note, as: "Shop")
        try project.folder.write("modls: x\n", to: "modelgen.yml")
        #expect(try breaking("--write-baseline").exitCode == 64)
        let baseline = project.folder.path("modelgen-baseline.json")
        #expect(!FileManager.default.fileExists(atPath: baseline))
        // Nor does one with a configuration of a single model that has errors.
        try project.folder.write("", to: "modelgen.yml")
        try project.folder.write("modls: x\n", to: "Models/modelgen.yml")
        #expect(try breaking("--write-baseline").exitCode == 64)
        #expect(!FileManager.default.fileExists(atPath: baseline))
        try project.shell("rm modelgen.yml", in: "Models")
        // What is accepted for a version that cannot be read at present would be lost.
        try project.folder.write("<model", to: "Models/Shop.xcdatamodeld/Shop 2.xcdatamodel/contents")
        let unreadable = try breaking("--write-baseline")
        #expect(unreadable.exitCode == 1, "\(unreadable.text)")
        #expect(!FileManager.default.fileExists(atPath: baseline))
    }

    @Test("Removing a released version is an error")
    func aReleasedVersionIsNotRemoved() throws {
        try project.write(date + note, as: "Shop 2")
        try project.removeVersion("Shop")
        try expectTranscript(named: "Version-removed")
    }

    @Test("The command in the hint restores a removed version")
    func whatIsGoneIsRestoredByWhatTheHintSays() throws {
        try project.write(date + note, as: "Shop 2")
        try project.commit()
        try project.removeVersion("Shop 2")
        try project.setCurrent("Shop")
        let mark = "note: restore it: "
        let lines = try breaking().text.split(separator: "\n")
        let line = try #require(lines.first { $0.contains(mark) })
        let command = try #require(line.ranges(of: mark).first.map { String(line[$0.upperBound...]) })
        #expect(command == "git checkout main -- ':/Models/Shop.xcdatamodeld/Shop 2.xcdatamodel'")
        try project.folder.createFolder("Elsewhere")
        try project.shell(command, in: "Elsewhere")
        #expect(try !breaking().text.contains("[version-removed]"))
    }

    @Test(
        "A path into a bundle checks the whole bundle",
        arguments: [
            "Models/Shop.xcdatamodeld/Shop.xcdatamodel/contents", "Models/Shop.xcdatamodeld/Shop.xcdatamodel/",
            "Models/Shop.xcdatamodeld", "Models",
        ])
    func pathIntoBundle(_ path: String) throws {
        try project.write(date + note, as: "Shop 2")
        try project.commit()
        #expect(try breaking("--strict", path) == (0, ""))
        try project.write(note, as: "Shop 2")
        // The same for each path.
        try expectTranscript(of: path, named: "Second-version-edited")
    }

    @Test("Models are found through a symbolic link")
    func aLinkOnTheWayToAModelHidesNothing() throws {
        let link = project.folder.path("Link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "Models")
        #expect(try breaking("--strict", "Link") == (0, ""))
        #expect(try breaking("--strict", "Link/Shop.xcdatamodeld") == (0, ""))
        try project.write(note, as: "Shop")
        let edited = try breaking("Link").text
        #expect(edited.hasPrefix(link + "/Shop.xcdatamodeld/Shop.xcdatamodel/contents:"), "\(edited)")
    }

    @Test("The variables that Git sets in a hook do not change the result")
    func aHookOfAnotherWorktreeIsNotMisled() throws {
        let environment = ["GIT_DIR": project.folder.path(".git")]
        for path in ["Models", "Models/Shop.xcdatamodeld"] {
            let outcome = try project.run("breaking", "--against", "main", path, environment: environment)
            #expect(outcome.exitCode == 0)
            #expect(outcome.errorOutput == "")
        }
        // Who names the files, too, means both.
        let both = environment.merging(["GIT_WORK_TREE": project.folder.path("")]) { $1 }
        let outcome = try project.run("breaking", "--against", "main", "Models", environment: both)
        #expect(outcome.exitCode == 0)
        #expect(outcome.errorOutput == "")
    }

    @Test("A version that cannot be read is not reported as removed")
    func aVersionThatCannotBeReadIsNotRemoved() throws {
        try project.folder.write("<model", to: "Models/Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        try expectTranscript(named: "Version-unreadable")
    }

    @Test("A version that is broken in the commit can be repaired")
    func aVersionThatIsBrokenInACommitCanBeMended() throws {
        try project.folder.write("<model", to: "Models/Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        try project.commit()
        try project.write(date, as: "Shop")
        try expectTranscript(of: "--strict", named: "Version-repaired")
        let difference = try project.run("diff", "--against", "main")
        #expect(difference.output == "Models/Shop.xcdatamodeld\n  version 'Shop' repaired\n")
    }

    @Test("An older current version is an error")
    func theCurrentVersionDoesNotGoBack() throws {
        try project.write(date + note, as: "Shop 2")
        try project.commit()
        try project.setCurrent("Shop")
        try expectTranscript(named: "Current-version-older")
    }

    @Test("Two versions with equal hashes are reported")
    func twoVersionsDoNotHashAlike() throws {
        try project.write(date, as: "Shop 2")
        try expectTranscript(of: "--strict", named: "Version-hashes-equal")
    }

    @Test("A version that needs a mapping model is an error")
    func aVersionThatNeedsAMappingFails() throws {
        try project.write(#"<attribute name="date" attributeType="String"/>"#, as: "Shop 2")
        try expectTranscript(named: "Migration-not-lightweight")
        #expect(try breaking("--rule", "migration-not-lightweight=off").exitCode == 0)
    }

    @Test("A mapping model in the project counts as a migration")
    func aMappingModelOfTheProjectIsAMigration() throws {
        try project.write(#"<attribute name="date" attributeType="String"/>"#, as: "Shop 2")
        try project.folder.write(
            """
            <?xml version="1.0" standalone="yes"?><database><object type="XDDEVMAPPINGMODEL" id="z1">
            <attribute name="sourcemodelpath" type="string">App/Shop.xcdatamodeld/Shop.xcdatamodel</attribute>
            <attribute name="destinationmodelpath" type="string">App/Shop.xcdatamodeld/Shop 2.xcdatamodel</attribute>
            </object></database>
            """, to: "Models/Migrations/ShopToShop2.xcmappingmodel/xcmapping.xml")
        #expect(try breaking("--strict") == (0, ""))
        let difference = try project.run("diff", "Models/Shop.xcdatamodeld", "--all-versions")
        #expect(
            difference.output.hasPrefix(
                "Models/Shop.xcdatamodeld\n  mapping model 'ShopToShop2.xcmappingmodel' migrates 'Shop' to 'Shop 2'\n"))
    }

    @Test("A mapping model that no longer fits its versions is an error")
    func aMappingModelThatNoLongerFitsFails() throws {
        try project.write(#"<attribute name="date" attributeType="String"/>"#, as: "Shop 2")
        func write(entity: String) throws {
            try project.folder.write(
                """
                <?xml version="1.0" standalone="yes"?><database><object type="XDDEVMAPPINGMODEL" id="z1">
                <attribute name="sourcemodelpath" type="string">App/Shop.xcdatamodeld/Shop.xcdatamodel</attribute>
                <attribute name="destinationmodelpath" type="string">App/Shop.xcdatamodeld/Shop 2.xcdatamodel</attribute>
                <relationship name="entitymappings" idrefs="z2"/></object>
                <object type="XDDEVENTITYMAPPING" id="z2">
                <attribute name="sourcename" type="string">\(entity)</attribute>
                <attribute name="destinationname" type="string">\(entity)</attribute></object></database>
                """, to: "Models/Migrations/ShopToShop2.xcmappingmodel/xcmapping.xml")
        }
        try write(entity: "Order")
        let compiled = try project.run(
            "compile", "Models/Migrations/ShopToShop2.xcmappingmodel", "--output", "Models/Migrations")
        #expect(compiled.exitCode == 0, "\(compiled.errorOutput)")
        #expect(try breaking("--strict") == (0, ""))
        // The newer version changes, and nobody compiles the mapping model again.
        try project.write(#"<attribute name="date" optional="YES" attributeType="String"/>"#, as: "Shop 2")
        try expectTranscript(named: "Mapping-model-compiled-before")
        try write(entity: "Customer")
        try expectTranscript(named: "Mapping-model-stale")
        #expect(try breaking("--rule", "mapping-model-stale=off").exitCode == 0)
    }

    @Test("The policy sets how many earlier versions must migrate to the new one")
    func policies() throws {
        try project.write(date + #"<attribute name="code" optional="YES" attributeType="String"/>"#, as: "Shop")
        try project.write(date, as: "Shop 2")
        try project.commit()
        try project.write(date + #"<attribute name="code" optional="YES" attributeType="Date"/>"#, as: "Shop 3")
        #expect(try breaking().exitCode == 0)
        #expect(try breaking("--lightweight-versions", "2").exitCode == 1)
        #expect(try breaking("--lightweight-versions", "0").exitCode == 64)
        try project.folder.write("evolution:\n  against: main\n  lightweight-versions: all\n", to: "modelgen.yml")
        #expect(try project.run("breaking").exitCode == 1)
    }

    @Test("A probable renaming without a renaming identifier is pointed out")
    func aRenamingWithoutIdentifierIsPointedOut() throws {
        try project.write(#"<attribute name="orderDate" optional="YES" attributeType="Date"/>"#, as: "Shop 2")
        try expectTranscript(named: "Renaming")
        #expect(try breaking("--rule", "migration-likely-rename=error").exitCode == 1)
    }

    @Test("A second renaming must keep the first renaming identifier")
    func aSecondRenamingKeepsTheFirstIdentifier() throws {
        try project.write(#"<attribute name="orderDate" attributeType="Date" elementID="date"/>"#, as: "Shop 2")
        try project.write(#"<attribute name="orderedDate" optional="YES" attributeType="Date"/>"#, as: "Shop 3")
        try expectTranscript(named: "Second-renaming")
    }

    @Test("The formats of diagnostics are those of `validate`")
    func theFormsOfDiagnosticsAreThoseOfValidate() throws {
        try project.write("", as: "Shop 2")
        try expectTranscript(of: "--format", "github", named: "Loses-data-github")
        try expectTranscript(of: "--format", "json", named: "Loses-data-json")
        let sarif = try project.run("breaking", "--against", "main", "--format", "sarif")
        #expect(try sarif.codesInSARIF == ["migration-loses-data"])
    }

    @Test("Without a commit, the current version is compared with the one before")
    func withoutACommitTheCurrentVersionIsChecked() throws {
        #expect(try project.run("breaking").exitCode == 0)
        try project.write(#"<attribute name="date" attributeType="String"/>"#, as: "Shop 2")
        #expect(try project.run("breaking").exitCode == 1)
    }

    @Test("An empty path for the output is a usage error")
    func aFileWithoutANameIsWrongUsage() throws {
        #expect(try breaking("--output", "").exitCode == 64)
        #expect(try project.run("validate", "--output", "").exitCode == 64)
    }

    @Test("The rules of `breaking` are listed with their levels")
    func rulesAreListed() throws {
        let rows = try project.run("breaking", "--list-rules").output.split(separator: "\n").map { line in
            line.split(separator: " ", maxSplits: 2).map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let levels = [
            ("version-edited", "error"), ("version-removed", "error"), ("current-version-older", "error"),
            ("version-hashes-equal", "warning"), ("migration-not-lightweight", "error"),
            ("migration-loses-data", "warning"), ("migration-likely-rename", "warning"),
            ("mapping-model-stale", "error"),
        ]
        #expect(rows.map { Array($0.prefix(2)) } == levels.map { [$0.0, $0.1] })
        #expect(rows.allSatisfy { $0.count == 3 && $0[2].hasSuffix(".") })
    }

    @Test(
        "An invalid policy is a usage error with its place",
        arguments: [
            (
                "{lightweight-versions: none}",
                "1:35: error: 'lightweight-versions' cannot be 'none' [settings-value-invalid]"
            ),
            ("{release: all}", "1:13: error: unknown key 'release' [settings-key-unknown]"),
            (
                "{protected-versions: newest}",
                "1:33: error: 'protected-versions' cannot be 'newest' [settings-value-invalid]"
            ),
            ("main", "1:12: error: 'evolution' cannot be 'main' [settings-value-invalid]"),
        ])
    func aPolicyThatIsNoneIsWrongUsage(_ text: String, _ message: String) throws {
        try project.folder.write("evolution: \(text)\n", to: "modelgen.yml")
        let outcome = try project.run("breaking")
        #expect(outcome.exitCode == 64)
        #expect(outcome.errorOutput.hasPrefix("\(project.folder.path("modelgen.yml")):\(message)\n"))
    }

    @Test("An empty policy is the default one")
    func aPolicyThatSaysNothingIsTheUsualOne() throws {
        try project.folder.write("evolution: {against: , lightweight-versions: }\n", to: "modelgen.yml")
        try project.write(#"<attribute name="date" attributeType="String"/>"#, as: "Shop 2")
        try expectGolden(
            project.run("breaking").transcript(in: project.folder),
            at: "Transcripts/Breaking/Migration-not-lightweight.txt")
    }
}
