import FileAccess
import Foundation
import GeneratedOutput
import TestSupport
import Testing

@Suite struct OutputTransactionTests {
    /// Whichever step a disk refuses: the folder is as it was, with an error, or as it should be, without one.
    @Test("If a step fails, the files are all old or all new")
    func aRefusedStepLeavesTheOldStateOrTheNewOne() throws {
        for step in 0... {
            let fixture = try OutputFixture()
            try fixture.write(fixture.output(["A.swift": "a", "B.swift": "b", "C.swift": "c"]))
            let before = fixture.contents
            let next = fixture.output(["A.swift": "new", "C.swift": "c", "D.swift": "d"], customCode: ["H.swift": "h"])
            let plan = try fixture.plan(next)
            let disk = FailingFileSystem(failingStep: step)
            do {
                #expect(try OutputTransaction.perform([plan], files: disk))
                #expect(fixture.names == ["A.swift", "C.swift", "D.swift", "H.swift"])
                // A hidden file can be left.
                #expect(try fixture.plan(next).isUpToDate)
            } catch {
                let failure = error as? FileError
                #expect(failure?.operation == "written" && failure?.reason == "no space left on device", "\(error)")
                #expect(fixture.contents == before, "step \(step)")
            }
            // The last steps only remove what is hidden.
            if disk.count <= step { break }
        }
    }

    @Test("If a step fails, no new folders are left")
    func aRefusedStepLeavesNoNewFolders() throws {
        for step in 0... {
            let fixture = try OutputFixture()
            let deep = fixture.path + "/Deep/Down"
            let plan = try FolderPlanner().plan([fixture.output(["A.swift": "a"])], in: deep)
            let disk = FailingFileSystem(failingStep: step)
            do {
                _ = try OutputTransaction.perform([plan], files: disk)
                #expect(FileManager.default.fileExists(atPath: deep + "/A.swift"))
            } catch {
                #expect(!FileManager.default.fileExists(atPath: fixture.path), "step \(step)")
            }
            if disk.count <= step { break }
        }
    }

    @Test("The files in several folders are changed together or not at all")
    func severalFoldersChangeTogetherOrNotAtAll() throws {
        for step in 0... {
            let fixtures = [try OutputFixture(), try OutputFixture()]
            for fixture in fixtures { try fixture.write(fixture.output(["A.swift": "a"])) }
            let before = fixtures.map(\.contents)
            let plans = try fixtures.map { try $0.plan($0.output(["A.swift": "new"])) }
            let disk = FailingFileSystem(failingStep: step)
            do {
                _ = try OutputTransaction.perform(plans, files: disk)
                for fixture in fixtures { #expect(fixture.contents["A.swift"] == OutputFixture.text("new")) }
            } catch {
                #expect(fixtures.map(\.contents) == before, "step \(step)")
            }
            if disk.count <= step { break }
        }
    }

    @Test("A plan is not performed after another process has changed the folder")
    func outdatedPlans() throws {
        let fixture = try OutputFixture()
        let plan = try fixture.plan(fixture.output(["A.swift": "a"], of: "S"))
        try fixture.write(fixture.output(["B.swift": "b"], of: "T"))
        #expect(try !OutputTransaction.perform([plan]))
        #expect(fixture.names == ["B.swift"])
        try fixture.write(fixture.output(["A.swift": "a"], of: "S"))
        #expect(fixture.names == ["A.swift", "B.swift"])
    }

    @Test("Temporary files of a run that was killed are replaced")
    func whatAKilledRunHasLeftDoesNotMatter() throws {
        let fixture = try OutputFixture()
        try fixture.write(fixture.output(["A.swift": "a"]))
        try fixture.folder.write("half", to: "Out/.A.swift.modelgen-new")
        try fixture.folder.write("old", to: "Out/.A.swift.modelgen-old")
        try fixture.write(fixture.output(["A.swift": "new"]))
        #expect(fixture.contents.keys.sorted() == [Manifest.fileName, "A.swift"])
        #expect(fixture.contents["A.swift"] == OutputFixture.text("new"))
    }

    @Test("After a run was killed at any step, the next run generates all files, and leaves nothing behind")
    func killedRuns() throws {
        for step in 0... {
            let fixture = try OutputFixture()
            try fixture.write(fixture.output(["A.swift": "a", "B.swift": "b", "C.swift": "c"]))
            let plan = try fixture.plan(fixture.output(["A.swift": "new", "B.swift": "new", "D.swift": "d"]))
            let disk = FailingFileSystem(failingStep: step, isKilled: true)
            _ = try? OutputTransaction.perform([plan], files: disk)
            // The model has changed in the meantime.
            let next = try fixture.write(fixture.output(["A.swift": "newer", "B.swift": "newer"]))
            #expect(next.diagnostics.isEmpty, "step \(step)")
            #expect(fixture.contents.keys.sorted() == [Manifest.fileName, "A.swift", "B.swift"], "step \(step)")
            #expect(fixture.contents["A.swift"] == OutputFixture.text("newer"), "step \(step)")
            if disk.count <= step { break }
        }
    }

    /// The second run fails, or is killed, too, at any step.
    @Test("After a run was killed and the next one failed, the third run continues as the second would have")
    func failedRunsAfterKilledRuns() throws {
        for isKilled in [false, true] {
            // The steps at which the first run has staged everything, has replaced a file, and is about to clean up.
            for killedStep in [7, 10, 12, 13] {
                for step in 0... {
                    let fixture = try OutputFixture()
                    try fixture.write(fixture.output(["A.swift": "a", "B.swift": "b", "C.swift": "c"]))
                    let plan = try fixture.plan(fixture.output(["A.swift": "new", "B.swift": "new", "D.swift": "d"]))
                    _ = try? OutputTransaction.perform(
                        [plan], files: FailingFileSystem(failingStep: killedStep, isKilled: true))
                    let disk = FailingFileSystem(failingStep: step, isKilled: isKilled)
                    let second = try fixture.plan(fixture.output(["A.swift": "second", "B.swift": "new"]))
                    #expect(second.diagnostics.isEmpty)
                    _ = try? OutputTransaction.perform([second], files: disk)
                    let third = try fixture.write(fixture.output(["A.swift": "third", "B.swift": "third"]))
                    let place: Comment = "steps \(killedStep) and \(step)"
                    #expect(third.diagnostics.isEmpty, place)
                    #expect(
                        fixture.contents.filter { $0.key != Manifest.fileName } == [
                            "A.swift": OutputFixture.text("third"), "B.swift": OutputFixture.text("third"),
                        ], place)
                    #expect(
                        try fixture.plan(fixture.output(["A.swift": "third", "B.swift": "third"])).changesNothing, place
                    )
                    if disk.count <= step { break }
                }
            }
        }
    }

    @Test("A run that would write what a killed run was to replace leaves the manifest as it was")
    func returnToTheManifestBefore() throws {
        let fixture = try OutputFixture()
        let output = fixture.output(["A.swift": "a", "B.swift": "b"])
        try fixture.write(output)
        let before = fixture.contents
        let plan = try fixture.plan(fixture.output(["A.swift": "new", "B.swift": "new", "C.swift": "c"]))
        _ = try? OutputTransaction.perform([plan], files: FailingFileSystem(failingStep: 10, isKilled: true))
        #expect(fixture.contents != before)
        let next = try fixture.write(output)
        #expect(next.diagnostics.isEmpty)
        #expect(fixture.contents == before)
    }

    @Test("After a run was killed, an edited file is still an error")
    func editsAfterKilledRuns() throws {
        let fixture = try OutputFixture()
        try fixture.write(fixture.output(["A.swift": "a", "B.swift": "b"]))
        let plan = try fixture.plan(fixture.output(["A.swift": "new", "B.swift": "new"]))
        // The run is killed when it has replaced A.swift.
        let disk = FailingFileSystem(failingStep: 8, isKilled: true)
        #expect(throws: FileError.self) { try OutputTransaction.perform([plan], files: disk) }
        try fixture.folder.write("// edited", to: "Out/B.swift")
        let next = try fixture.plan(fixture.output(["A.swift": "newer", "B.swift": "newer"]))
        #expect(next.lines == ["A.swift written", "B.swift edited"])
    }

    @Test("What is not a file stays under a hidden name", arguments: SpecialFile.makeable, ["new", "old"])
    func hiddenNames(_ kind: SpecialFile, _ ending: String) throws {
        let fixture = try OutputFixture()
        try fixture.write(fixture.output(["A.swift": "a"]))
        let path = fixture.path + "/.A.swift.modelgen-\(ending)"
        try kind.make(at: path)
        let before = try SpecialFile.appearance(of: fixture.folder.url)
        #expect(throws: FileError(path: path, operation: "removed", reason: kind.reasonAsEntry)) {
            try fixture.write(fixture.output(["A.swift": "new"]))
        }
        #expect(try SpecialFile.appearance(of: fixture.folder.url) == before)
    }

    @Test("An output folder that cannot be created is an error")
    func aFolderThatCannotBeMadeIsAFailure() throws {
        let fixture = try OutputFixture()
        try fixture.folder.write("", to: "Out")
        let plan = try FolderPlanner().plan([fixture.output(["A.swift": "a"])], in: fixture.path + "/In")
        #expect(
            throws: FileError(
                path: fixture.path + "/In", operation: "written", reason: "'\(fixture.path)' is not a folder")
        ) {
            try OutputTransaction.perform([plan])
        }
    }

    /// Links to folders are followed, links to files are not.
    @Test("The output folder can be a symbolic link")
    func theFolderMayBeALink() throws {
        let fixture = try OutputFixture()
        try fixture.folder.createFolder("Real")
        try FileManager.default.createSymbolicLink(
            atPath: fixture.path, withDestinationPath: fixture.folder.path("Real"))
        try fixture.write(fixture.output(["A.swift": "a"]))
        #expect(FileManager.default.fileExists(atPath: fixture.folder.path("Real/A.swift")))
    }
}
