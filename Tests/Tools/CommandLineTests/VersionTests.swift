import Foundation
import TestSupport
import Testing

@Suite struct VersionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
    }

    private func run(_ arguments: String...) throws -> BuiltProduct.Outcome {
        try BuiltProduct("modelgen").run(arguments, in: folder.url)
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: folder.path(path), encoding: .utf8)
    }

    @Test("Every command can read a new model")
    func aNewModelIsOneThatEveryCommandReads() throws {
        try folder.createFolder("Models")
        let made = try run("new", "Models/Shop")
        #expect(made.exitCode == 0)
        #expect(made.output + made.errorOutput == "")
        #expect(try run("validate", "--strict", "Models").exitCode == 0)
        #expect(try run("format", "--check", "Models").exitCode == 0)
        #expect(try run("version", "current", "Models/Shop.xcdatamodeld").output == "Shop\n")
    }

    @Test("An existing model is not replaced")
    func existingModel() throws {
        #expect(try run("new", "Shop").exitCode == 0)
        let before = try text("Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        #expect(try run("new", "Shop.xcdatamodeld").exitCode == 74)
        #expect(try text("Shop.xcdatamodeld/Shop.xcdatamodel/contents") == before)
        #expect(try run("new", "none/Shop").exitCode == 74)
    }

    @Test("A hyphen is no place for a new model, which would be next to the device of standard input")
    func standardInput() throws {
        let outcome = try run("new", "-")
        #expect(outcome.exitCode == 64)
        #expect(outcome.errorOutput.contains("specify a file or folder"), "\(outcome.errorOutput)")
        #expect(!FileManager.default.fileExists(atPath: "/dev/stdin.xcdatamodeld"))
    }

    @Test("A new version is a copy of the current one")
    func aVersionIsAddedAsACopyOfTheCurrentOne() throws {
        let contents = String.model(containing: #"<entity name="Order"/>"#)
        try folder.write(contents, to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        #expect(try run("version", "add", "Shop.xcdatamodeld").output == "Shop 2\n")
        #expect(try text("Shop.xcdatamodeld/Shop 2.xcdatamodel/contents") == contents)
        #expect(try run("version", "add", "Shop.xcdatamodeld", "--keep-current").output == "Shop 3\n")
        #expect(try run("version", "list").output == "Shop.xcdatamodeld\n  Shop\n* Shop 2\n  Shop 3\n")
        #expect(try run("version", "add", "Shop.xcdatamodeld", "v1.9", "--from-version", "Shop").output == "v1.9\n")
        #expect(try run("version", "add", "Shop.xcdatamodeld").output == "v1.10\n")
        #expect(try run("version", "add", "Shop.xcdatamodeld", "Shop").exitCode == 64)
    }

    @Test("The version that was current so far is recorded before a second one exists")
    func recordedCurrentVersion() throws {
        // Writing a large file takes long enough to kill the program in the middle.
        let comment = "<!--" + String(repeating: "x", count: 30_000_000) + "-->"
        try folder.write(.model(containing: comment), to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        let process = Process()
        process.executableURL = BuiltProduct("modelgen").url
        process.arguments = ["version", "add", "Shop.xcdatamodeld", "A", "--keep-current"]
        process.currentDirectoryURL = folder.url
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        // The hidden folder of the new version counts, which gets its name when it is complete.
        func folderCount() throws -> Int {
            try folder.names(in: "Shop.xcdatamodeld").count {
                var isFolder: ObjCBool = false
                let path = folder.path("Shop.xcdatamodeld/\($0)")
                return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
            }
        }
        while try folderCount() < 2, process.isRunning { usleep(100) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        // A program that has ended by itself proves nothing.
        try #require(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
        try #require(folderCount() == 2)
        #expect(try text("Shop.xcdatamodeld/.xccurrentversion").contains("<string>Shop.xcdatamodel</string>"))
        let current = try run("version", "current", "Shop.xcdatamodeld")
        #expect(current.output == "Shop\n" && current.errorOutput == "", "\(current.errorOutput)")
    }

    @Test("The current version is recorded if a new one does not become current, and not if the new one is refused")
    func keptCurrentVersion() throws {
        try folder.write(.model(containing: ""), to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        #expect(try run("version", "add", "Shop.xcdatamodeld", "A", "--keep-current").output == "A\n")
        #expect(try text("Shop.xcdatamodeld/.xccurrentversion").contains("<string>Shop.xcdatamodel</string>"))
        let current = try run("version", "current", "Shop.xcdatamodeld")
        #expect(current.output == "Shop\n" && current.errorOutput == "", "\(current.errorOutput)")
        try folder.write(.model(containing: ""), to: "One.xcdatamodeld/One.xcdatamodel/contents")
        #expect(try run("version", "add", "One.xcdatamodeld", "one").exitCode == 64)
        #expect(!FileManager.default.fileExists(atPath: folder.path("One.xcdatamodeld/.xccurrentversion")))
    }

    @Test(
        "A name that cannot be that of a version is refused with the reason",
        arguments: [
            (String(repeating: "v", count: 201), "is too long; use at most 200 bytes"),
            (".v", "is not a valid name; start it with a letter or a digit"),
            ("a/b", "is not a valid name; use letters, digits, spaces, and dots"),
        ])
    func reasonsAgainstNames(_ name: String, _ reason: String) throws {
        #expect(try run("new", "Shop").exitCode == 0)
        let outcome = try run("version", "add", "Shop.xcdatamodeld", name)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errorOutput.contains("'\(name)' \(reason)\n"), "\(outcome.errorOutput)")
    }

    @Test("A name with the extension of a folder names its model or version")
    func extensions() throws {
        #expect(try run("new", "Shop.xcdatamodeld/").exitCode == 0)
        #expect(try run("version", "add", "Shop.xcdatamodeld/", "B.xcdatamodel/").output == "B\n")
        #expect(try run("version", "add", "Shop.xcdatamodeld", "C.xcdatamodel", "--keep-current").output == "C\n")
        #expect(try run("version", "current", "Shop.xcdatamodeld", "Shop.xcdatamodel/").exitCode == 0)
        #expect(try run("version", "list").output == "Shop.xcdatamodeld\n  B\n  C\n* Shop\n")
        #expect(try run("new", "Plain/").exitCode == 0)
        #expect(try run("version", "current", "Plain.xcdatamodeld").output == "Plain\n")
    }

    @Test(
        "A name that differs from a model only in case, or is empty, is a usage error",
        arguments: ["shop", "Shop.xcdatamodel", "shop.xcdatamodeld/", "", "/"])
    func aModelThatCannotBeCalledSoIsWrongUsage(_ name: String) throws {
        #expect(try run("new", "Shop").exitCode == 0)
        #expect(try run("new", name).exitCode == 64)
        #expect(try run("version", "list").output == "Shop.xcdatamodeld\n* Shop\n")
    }

    @Test(
        "Where the current version is unknown, commands that change a model do not choose a version",
        arguments: [
            "<<<<<<< HEAD\n<string>Shop.xcdatamodel</string>\n=======\n<string>Shop 2.xcdatamodel</string>\n>>>>>>> b\n",
            "<plist><dict><key>_XCCurrentVersionName</key><string>Shop 9.xcdatamodel</string></dict></plist>",
        ])
    func unknownCurrentVersion(_ list: String) throws {
        let contents = String.model(containing: #"<entity name="Order"/>"#)
        let files = ["Shop", "Shop 2"].map { "Shop.xcdatamodeld/\($0).xcdatamodel/contents" }
        for file in files { try folder.write(contents, to: file) }
        try folder.write(list, to: "Shop.xcdatamodeld/.xccurrentversion")
        for command in [["edit", "add-entity", "Shop.xcdatamodeld", "Item"], ["version", "add", "Shop.xcdatamodeld"]] {
            for flags in [[], ["-q"]] {
                let outcome = try BuiltProduct("modelgen").run(command + flags, in: folder.url)
                #expect(outcome.exitCode == 1)
                #expect(outcome.errorOutput.contains("error: the current version of 'Shop' is unknown"))
            }
        }
        #expect(try text("Shop.xcdatamodeld/.xccurrentversion") == list)
        for file in files { #expect(try text(file) == contents) }
        let edited = try run("edit", "add-entity", "Shop.xcdatamodeld", "Item", "--version-name", "Shop 2")
        #expect(edited.exitCode == 0, "\(edited.errorOutput)")
        #expect(try run("version", "current", "Shop.xcdatamodeld", "Shop 2").exitCode == 0)
        #expect(try run("version", "add", "Shop.xcdatamodeld").output == "Shop 3\n")
    }

    @Test("A version is added beside a damaged list of the current version only if the version to copy is specified")
    func onlyVersionBesideDamagedList() throws {
        try folder.write(.model(containing: ""), to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        try folder.write("<<<<<<<", to: "Shop.xcdatamodeld/.xccurrentversion")
        #expect(try run("edit", "add-entity", "Shop.xcdatamodeld", "Item").exitCode == 0)
        #expect(try run("version", "add", "Shop.xcdatamodeld").exitCode == 1)
        #expect(try text("Shop.xcdatamodeld/.xccurrentversion") == "<<<<<<<")
        #expect(try run("version", "add", "Shop.xcdatamodeld", "--from-version", "Shop").output == "Shop 2\n")
    }

    @Test("A version that cannot be made current is not added")
    func whatCannotBeMadeCurrentIsNotAdded() throws {
        try folder.write(.model(containing: ""), to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        try folder.createFolder("Shop.xcdatamodeld/.xccurrentversion/x")
        let outcome = try run("version", "add", "Shop.xcdatamodeld")
        #expect(outcome.exitCode != 0)
        #expect(!FileManager.default.fileExists(atPath: folder.path("Shop.xcdatamodeld/Shop 2.xcdatamodel")))
    }

    @Test(
        "An invalid name of a version is a usage error",
        arguments: ["", "../Shop", "a/b", ".hidden", "a\nb", "shop", "SHOP.xcdatamodel/", "B.xcdatamodeld"])
    func aNameThatIsNoneIsWrongUsage(_ name: String) throws {
        #expect(try run("new", "Shop").exitCode == 0)
        let outcome = try run("version", "add", "Shop.xcdatamodeld", name)
        #expect(outcome.exitCode == 64, "\(outcome.errorOutput)")
        #expect(try run("version", "list").output == "Shop.xcdatamodeld\n* Shop\n")
    }

    @Test("The current version is set in the format of the editor")
    func currentVersion() throws {
        #expect(try run("new", "Shop").exitCode == 0)
        #expect(try run("version", "add", "Shop.xcdatamodeld", "A & B").exitCode == 0)
        #expect(try run("version", "current", "Shop.xcdatamodeld").output == "A & B\n")
        #expect(try run("version", "current", "Shop.xcdatamodeld", "Shop").exitCode == 0)
        let list = try text("Shop.xcdatamodeld/.xccurrentversion")
        try expectGolden(list, at: "Transcripts/Version/xccurrentversion.plist")
        let both = ["version", "hashes", "Shop.xcdatamodeld", "--all-versions", "--version-name", "Shop"]
        #expect(try BuiltProduct("modelgen").run(both, in: folder.url).exitCode == 64)
        let unknown = try run("version", "current", "Shop.xcdatamodeld", "Shpo")
        try expectTranscript(unknown, in: folder, at: "Version/Unknown-version")
    }

    @Test("The hash of an empty entity is the one that Core Data computes")
    func hashesAreThoseOfAnEmptyEntity() throws {
        try folder.write(
            .model(containing: #"<entity name="ImpossibleType"/>"#), to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        let list = try run("version", "hashes", "Shop.xcdatamodeld", "--all-versions", "--format", "plist")
        let plist = try PropertyListSerialization.propertyList(from: Data(list.output.utf8), format: nil)
        let hashes = (plist as? [String: Any])?["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]]
        let digits = hashes?["Shop"]?["ImpossibleType"]?.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        #expect(digits?.joined() == "bdfa1152dad83910ac7e3ab42bef92719525f26e24a50ac106289db487916770")
    }

    @Test("A hash that Core Data would not compute is marked")
    func aHashThatIsOnlyOursIsMarked() throws {
        try folder.write(
            .model(
                containing: """
                    <entity name="A"><attribute name="x" optional="YES" attributeType="Date" \
                    allowsCloudEncryption="YES"/></entity>
                    """), to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        let outcome = try run("version", "hashes", "Shop.xcdatamodeld")
        try expectTranscript(outcome, in: folder, at: "Version/Own-hash")
    }

    @Test("A hierarchy that is too deep has no hashes")
    func deepHierarchy() throws {
        let entities = (0..<300).map { number in
            #"<entity name="E\#(number)"\#(number == 0 ? "" : #" parentEntity="E\#(number - 1)""#)/>"#
        }
        try folder.write(
            .model(containing: entities.joined(separator: "\n")), to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        let outcome = try run("version", "hashes", "Shop.xcdatamodeld")
        try expectTranscript(outcome, in: folder, at: "Version/Deep-hierarchy")
    }

    @Test(
        "Hashes are equal to those in compiled models",
        .enabled(if: PublicStores.isPresent, "\(PublicStores.absence)"))
    func hashesAreThoseOfCompiledModels() throws {
        var comparedCount = 0
        for file in PublicStores.files(endingIn: "VersionInfo.plist") {
            let bundle = file.deletingLastPathComponent().deletingPathExtension().appendingPathExtension("xcdatamodeld")
            let arguments = ["version", "hashes", bundle.path(percentEncoded: false), "--all-versions"]
            let outcome = try BuiltProduct("modelgen").run(arguments + ["--format", "plist"])
            let key = "NSManagedObjectModel_VersionHashes"
            let ours = try PropertyListSerialization.propertyList(from: Data(outcome.output.utf8), format: nil)
            let theirs = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
            let computed = (ours as? [String: Any])?[key] as? [String: [String: Data]]
            let compiled = try #require((theirs as? [String: Any])?[key] as? [String: [String: Data]])
            // A bundle may have versions that were added after it was compiled.
            for (version, hashes) in compiled {
                #expect(computed?[version] == hashes, "\(bundle.path) \(version)")
                comparedCount += hashes.count
            }
        }
        #expect(comparedCount == 156)
    }
}
