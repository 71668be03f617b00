import FileAccess
import Foundation
import GeneratedOutput
import ModelCodegen
import ModelDiagnostics
import TestSupport
import Testing

@Suite struct FolderPlannerTests {
    private let fixture: OutputFixture

    init() throws { fixture = try OutputFixture() }

    /// The report about one file of a model that is not part of the run.
    private static func otherModel(_ name: String) -> String {
        ".modelgen-manifest: warning output-model-unknown the folder contains 1 file of '\(name)', which is not part "
            + "of this run; if the model was renamed or deleted, remove its files with --prune"
    }

    @Test("A second run changes nothing")
    func theSecondRunHasNothingToDo() throws {
        let output = fixture.output(["A.swift": "a", "B.swift": "b"])
        #expect(try fixture.write(output).lines == ["A.swift written", "B.swift written"])
        let plan = try fixture.plan(output)
        #expect(plan.changesNothing)
        #expect(plan.summary == "2 unchanged")
    }

    @Test("A file in the place of the output folder is an error before anything is written")
    func fileInPlaceOfFolder() throws {
        try fixture.folder.write("mine", to: "Out")
        #expect(throws: FileError.self) { try fixture.plan(fixture.output(["A.swift": "a"])) }
    }

    @Test("Making a plan writes nothing")
    func aPlanChangesNothing() throws {
        let plan = try fixture.plan(fixture.output(["A.swift": "a"]))
        #expect(!plan.changesNothing)
        #expect(!FileManager.default.fileExists(atPath: fixture.path))
    }

    @Test("Files that another process writes while a plan is made do not count as edited")
    func concurrentRuns() throws {
        try fixture.write(fixture.output(["A.swift": "a", "B.swift": "b"]))
        let files = SharedFileSystem(beforeReading: "A.swift") { [fixture] in
            _ = try? fixture.write(fixture.output(["A.swift": "other", "B.swift": "other"]))
        }
        let plan = try FolderPlanner(files: files).plan([fixture.output(["A.swift": "new"])], in: fixture.path)
        #expect(plan.lines == ["A.swift written", "B.swift removed"])
        #expect(plan.reports == [])
        #expect(try OutputTransaction.perform([plan]))
        #expect(fixture.names == ["A.swift"])
    }

    @Test("A file that is no longer generated is removed")
    func whatIsNoLongerGeneratedGoes() throws {
        try fixture.write(fixture.output(["A.swift": "a", "B.swift": "b"]))
        try fixture.folder.write("mine", to: "Out/Mine.swift")
        let plan = try fixture.write(fixture.output(["A.swift": "new"]))
        #expect(plan.lines == ["A.swift written", "B.swift removed"])
        #expect(fixture.names == ["A.swift", "Mine.swift"])
    }

    @Test("The files of other models are kept, unless they are to be removed")
    func filesOfOtherModelsAreLeftAlone() throws {
        try fixture.write(fixture.output(["A.swift": "a"], of: "S"))
        try fixture.write(fixture.output(["B.swift": "b"], of: "T"))
        #expect(fixture.names == ["A.swift", "B.swift"])
        try fixture.write(fixture.output(["C.swift": "c"], of: "T"))
        #expect(fixture.names == ["A.swift", "C.swift"])
        let plan = try fixture.plan(
            fixture.output(["C.swift": "c"], of: "T"), policy: OutputPolicy(includesAllModels: true))
        #expect(plan.reports == [Self.otherModel("S")])
        #expect(!plan.hasErrors)
        try fixture.write(fixture.output(["C.swift": "c"], of: "T"), policy: OutputPolicy(prunesOtherModels: true))
        #expect(fixture.names == ["C.swift"])
    }

    @Test("A model cannot replace the file of a model outside the run")
    func filesOfModelsOutsideTheRun() throws {
        try fixture.write(fixture.output(["A.swift": "a"], of: "Old"))
        let plan = try fixture.plan(fixture.output(["a.swift": "b", "B.swift": "b"], of: "New"))
        #expect(
            plan.reports == [
                "/models/New: error output-collision 'a.swift' in the output folder belongs to 'Old', which is not part "
                    + "of this run; use different output folders, or run with --prune if this is the same model renamed"
            ])
        #expect(plan.hasErrors)
        #expect(try !fixture.plan(fixture.output(["B.swift": "b"], of: "New")).hasErrors)
    }

    @Test("A renamed model takes over its files")
    func aRenamedModelTakesItsFilesOver() throws {
        try fixture.write(fixture.output(["A.swift": "a", "Old.swift": "o"], of: "Old"))
        let plan = try fixture.write(
            fixture.output(["A.swift": "a", "New.swift": "n"], of: "New"), policy: OutputPolicy(includesAllModels: true)
        )
        #expect(plan.reports == [Self.otherModel("Old")])
        #expect(fixture.names == ["A.swift", "New.swift", "Old.swift"])
        try fixture.write(
            fixture.output(["A.swift": "a", "New.swift": "n"], of: "New"), policy: OutputPolicy(prunesOtherModels: true)
        )
        #expect(fixture.names == ["A.swift", "New.swift"])
    }

    @Test("An edited file is an error, unless it may be overwritten")
    func editedFiles() throws {
        let output = fixture.output(["A.swift": "a", "B.swift": "b"])
        try fixture.write(output)
        try fixture.folder.write("edited", to: "Out/A.swift")
        let changed = fixture.output(["A.swift": "a", "B.swift": "new"])
        let plan = try fixture.write(changed)
        #expect(plan.lines == ["A.swift edited", "B.swift written"])
        #expect(
            plan.reports == [
                "A.swift: error output-edited the file has been edited since it was generated; move the change to the "
                    + "model or a file of your own, or overwrite the file with --force"
            ])
        #expect(plan.hasErrors && !plan.isBlocked)
        #expect(fixture.contents["B.swift"] == OutputFixture.text("b"), "all or nothing")
        try fixture.write(changed, policy: OutputPolicy(overwritesEditedFiles: true))
        #expect(fixture.contents["A.swift"] == OutputFixture.text("a"))
    }

    @Test("An edited file with the same text as the generated one is unchanged")
    func anEditThatTheModelHasCaughtUpWithIsNone() throws {
        try fixture.write(fixture.output(["A.swift": "a"]))
        try fixture.folder.write(OutputFixture.text("b"), to: "Out/A.swift")
        #expect(try fixture.write(fixture.output(["A.swift": "b"])).lines == ["A.swift unchanged"])
        #expect(try fixture.plan(fixture.output(["A.swift": "b"])).changesNothing)
    }

    @Test("An edited file is never removed")
    func anEditedFileIsNeverRemoved() throws {
        try fixture.write(fixture.output(["A.swift": "a", "B.swift": "b"]))
        try fixture.folder.write("edited", to: "Out/B.swift")
        let rest = fixture.output(["A.swift": "a"])
        #expect(try fixture.plan(rest).lines == ["A.swift unchanged", "B.swift edited"])
        try fixture.write(rest, policy: OutputPolicy(overwritesEditedFiles: true))
        #expect(fixture.contents["B.swift"] == "edited")
        #expect(try fixture.plan(rest).changesNothing)
    }

    @Test("A file that was not generated is never replaced")
    func whatWasNotGeneratedIsNeverReplaced() throws {
        try fixture.folder.write("mine", to: "Out/A.swift")
        let policies = [OutputPolicy(), OutputPolicy(overwritesEditedFiles: true), OutputPolicy(keepsManifest: false)]
        for policy in policies {
            let plan = try fixture.write(fixture.output(["A.swift": "a"]), policy: policy)
            #expect(plan.lines == ["A.swift blocked"])
            #expect(plan.isBlocked)
        }
        #expect(fixture.contents["A.swift"] == "mine")
    }

    @Test("A generated file that the manifest does not list may have been edited")
    func aGeneratedFileThatIsNotListedMayBeEdited() throws {
        try fixture.folder.write(OutputFixture.text("old"), to: "Out/A.swift")
        let output = fixture.output(["A.swift": "a"])
        let plan = try fixture.plan(output)
        #expect(
            plan.reports == [
                "A.swift: error output-unlisted the file is generated, but .modelgen-manifest does not list it, so it "
                    + "might have been edited; restore .modelgen-manifest from version control, or overwrite the file "
                    + "with --force"
            ])
        #expect(!plan.isBlocked)
        #expect(try !fixture.plan(output, policy: OutputPolicy(overwritesEditedFiles: true)).hasErrors)
        #expect(try !fixture.plan(output, policy: OutputPolicy(keepsManifest: false)).hasErrors)
    }

    @Test("Folders and symbolic links in the place of files block the run")
    func foldersAndLinks() throws {
        try fixture.folder.createFolder("Out/A.swift")
        let target = try fixture.folder.write(OutputFixture.text("b"), to: "Elsewhere.swift")
        try FileManager.default.createSymbolicLink(atPath: fixture.path + "/B.swift", withDestinationPath: target)
        let plan = try fixture.plan(fixture.output(["A.swift": "a", "B.swift": "b"]))
        #expect(plan.changes.map(\.blockingReason) == [.folder, .link])
        #expect(plan.isBlocked)
    }

    @Test("A symbolic link in the place of a listed file is not removed")
    func linksThatTheManifestListsStay() throws {
        try fixture.write(fixture.output(["A.swift": "a", "B.swift": "b"]))
        let target = try fixture.folder.write(OutputFixture.text("b"), to: "Elsewhere.swift")
        try FileManager.default.removeItem(atPath: fixture.path + "/B.swift")
        try FileManager.default.createSymbolicLink(atPath: fixture.path + "/B.swift", withDestinationPath: target)
        try fixture.write(fixture.output(["A.swift": "a"]))
        #expect(fixture.names == ["A.swift", "B.swift"])
        #expect(FileManager.default.fileExists(atPath: target))
    }

    @Test("A manifest with a path outside the folder is an error")
    func manifestWithPathOutside() throws {
        let victim = try fixture.folder.write("a", to: "victim")
        try fixture.folder.write(
            "S.xcdatamodeld\t../victim\t\(ContentHash(of: "a"))\n", to: "Out/\(Manifest.fileName)")
        let plan = try fixture.write(fixture.output(["A.swift": "a"]))
        #expect(
            plan.reports == [
                ".modelgen-manifest:1:1: error output-manifest-invalid the line names '../victim', which is not a file "
                    + "of this folder; restore the file from version control, or remove it and run modelgen generate "
                    + "with --force"
            ])
        #expect(FileManager.default.fileExists(atPath: victim))
        #expect(fixture.names == [])
    }

    @Test("Two models with the same output file are an error")
    func twoModelsForOneFileAreAnError() throws {
        let plan = try fixture.plan(
            fixture.output(["a.swift": "a"], of: "S"), fixture.output(["A.swift": "b"], of: "T"))
        #expect(
            plan.reports == [
                "/models/T: error output-collision '/models/S' and this model both generate 'A.swift'; use different "
                    + "output folders, or rename one of them"
            ])
        #expect(plan.changes.isEmpty)
        #expect(
            try fixture.plan(fixture.output([:]), fixture.output([:])).reports == [
                "/models/S.xcdatamodeld: error output-collision '/models/S.xcdatamodeld' has the same name, "
                    + "'S.xcdatamodeld', and the same output folder; rename one of them, or use different output folders"
            ])
    }

    @Test("Without a manifest, no file is removed")
    func withoutAManifestNothingIsRemoved() throws {
        let policy = OutputPolicy(keepsManifest: false)
        try fixture.write(fixture.output(["A.swift": "a", "B.swift": "b"]), policy: policy)
        try fixture.write(fixture.output(["A.swift": "new"]), policy: policy)
        #expect(fixture.contents.keys.sorted() == ["A.swift", "B.swift"])
        #expect(fixture.contents["A.swift"] == OutputFixture.text("new"))
    }

    @Test("In a folder of a build, every file with the name of a generated file is overwritten")
    func foldersOfBuilds() throws {
        try fixture.folder.write("// Without the mark.\n", to: "Out/A.swift")
        try fixture.folder.createFolder("Out/B.swift")
        let owned = OutputPolicy(keepsManifest: false, ownsFolder: true)
        #expect(try fixture.plan(fixture.output(["B.swift": "b"]), policy: owned).hasErrors)
        try fixture.write(fixture.output(["A.swift": "a"]), policy: owned)
        #expect(fixture.contents["A.swift"] == OutputFixture.text("a"))
    }

    @Test("Without a manifest, an unmarked file is left unchanged, and the hint names the mark")
    func unmarkedFiles() throws {
        try fixture.folder.write("// Without the mark.\n", to: "Out/A.swift")
        let output = fixture.output(["A.swift": "a"])
        let plan = try fixture.plan(output, policy: OutputPolicy(keepsManifest: false))
        #expect(
            plan.diagnostics.map(\.hint) == [
                "rename it, or choose another output folder; a header template must keep '// Generated by modelgen from'"
            ])
        #expect(try fixture.plan(output).diagnostics.map(\.hint) == ["rename it, or choose another output folder"])
    }

    @Test("Files to edit are written once")
    func customCodeFilesAreWrittenOnce() throws {
        let output = fixture.output(["A.swift": "a"], customCode: ["H.swift": "once"])
        #expect(try fixture.write(output).lines == ["A.swift written", "H.swift written"])
        try fixture.folder.write("mine", to: "Out/H.swift")
        let changed = fixture.output(["A.swift": "a"], customCode: ["H.swift": "again"])
        #expect(try fixture.write(changed).lines == ["A.swift unchanged", "H.swift unchanged"])
        #expect(try fixture.write(fixture.output(["A.swift": "a"])).changesNothing)
        #expect(fixture.contents["H.swift"] == "mine")
        #expect(fixture.contents[Manifest.fileName]?.contains("H.swift") == false)
        try FileManager.default.removeItem(atPath: fixture.path + "/H.swift")
        #expect(try fixture.plan(changed).isUpToDate, "a check is not about them")
    }

    @Test("Something else in the place of the manifest is an error that names the remedy")
    func folderInPlaceOfManifest() throws {
        try fixture.folder.createFolder("Out/\(Manifest.fileName)")
        #expect(
            throws: FileError(
                path: "\(fixture.path)/\(Manifest.fileName)", operation: "read",
                reason: "it is not a file; move it away, or choose another output folder")
        ) {
            try fixture.plan(fixture.output(["A.swift": "a"]))
        }
    }

    @Test("Compiled models leave the hidden manifest of a killed run alone, whose next run continues")
    func foldersOfOtherCommands() throws {
        let hidden = ".\(Manifest.fileName).modelgen-"
        let manifest = "S.xcdatamodeld\tA.swift\t\(ContentHash(of: OutputFixture.text("a")))\n"
        for ending in ["new", "old"] { try fixture.folder.write(manifest, to: "Out/\(hidden)\(ending)") }
        try fixture.folder.write(OutputFixture.text("a"), to: "Out/A.swift")
        try fixture.folder.write("half", to: "Out/.S.mom.modelgen-new")
        let compiled = try FolderPlan(replacing: fixture.path, with: ["S.mom": Array("compiled".utf8)])
        #expect(try OutputTransaction.perform([compiled]))
        #expect(fixture.contents[hidden + "new"] == manifest)
        #expect(fixture.contents[hidden + "old"] == manifest)
        #expect(fixture.contents[".S.mom.modelgen-new"] == nil)
        let plan = try fixture.write(fixture.output(["A.swift": "new"]))
        #expect(plan.lines == ["A.swift written"])
        #expect(fixture.contents.keys.sorted() == [Manifest.fileName, "A.swift", "S.mom"])
    }

    @Test("A manifest without files is removed")
    func anEmptyManifestGoes() throws {
        try fixture.write(fixture.output(["A.swift": "a"]))
        try fixture.write(fixture.output([:]))
        #expect(fixture.contents.isEmpty)
    }

    @Test("A known hash is enough to find a file up to date")
    func knownHashesDoForFilesThatAreThere() throws {
        try fixture.write(fixture.output(["A.swift": "a"]))
        let hash = ContentHash(of: OutputFixture.text("a"))
        let output = ModelOutput(
            model: "S.xcdatamodeld", path: "/S", files: [GeneratedFile(name: "A.swift", hash: hash)])
        #expect(try fixture.plan(output).changesNothing)
    }

    @Test("A model does not replace the files of another model with the same name, unless that one was moved")
    func namesakes() throws {
        let fixture = try OutputFixture()
        func output(at place: String, _ file: String) -> ModelOutput {
            var output = fixture.output([file: "x"])
            output.path = fixture.folder.path("\(place)/S.xcdatamodeld")
            return output
        }
        try fixture.folder.createFolder("a/S.xcdatamodeld")
        try fixture.folder.createFolder("b/S.xcdatamodeld")
        try fixture.write(output(at: "a", "A.swift"))
        #expect(fixture.contents[Manifest.fileName]?.contains("\nS.xcdatamodeld\t../a/S.xcdatamodeld\n") == true)
        let other = output(at: "b", "B.swift")
        let plan = try fixture.write(other)
        #expect(
            plan.reports == [
                "…/b/S.xcdatamodeld: error output-collision the files of 'S.xcdatamodeld' in the output folder belong "
                    + "to '…/a/S.xcdatamodeld', another model with this name; rename one of them, use different output "
                    + "folders, or run with --prune to replace the files"
            ])
        #expect(fixture.names == ["A.swift"])
        // The same model through links, one of which leads to its folder, and one to the bundle under another name.
        try FileManager.default.createSymbolicLink(
            atPath: fixture.folder.path("c"), withDestinationPath: fixture.folder.path("a"))
        #expect(try fixture.plan(output(at: "c", "A.swift")).diagnostics.isEmpty)
        try fixture.folder.createFolder("d")
        try FileManager.default.createSymbolicLink(
            atPath: fixture.folder.path("d/S.xcdatamodeld"), withDestinationPath: "../c/../a/S.xcdatamodeld")
        #expect(try fixture.plan(output(at: "d", "A.swift")).diagnostics.isEmpty)
        #expect(try fixture.plan(other, policy: OutputPolicy(prunesOtherModels: true)).diagnostics.isEmpty)
        try FileManager.default.removeItem(atPath: fixture.folder.path("a"))
        #expect(try fixture.write(other).diagnostics.isEmpty)
        #expect(fixture.names == ["B.swift"])
    }
}
