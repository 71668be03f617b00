import Foundation
import TestSupport
import Testing

/// `modelgen store` on SQLite stores, from the command line.
@Suite struct SQLiteStoreCommandTests {
    private let tool = BuiltProduct("modelgen")
    private let model = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let rows = try folder.write("name,universe\nBatman,dc\nHulk,marvel\n", to: "rows.csv")
        let imported = try run("import", "--model", model, rows, "--entity", "Superhero")
        #expect(imported.output == "2 inserted, 0 updated, 0 rejected\n", "\(imported.errorOutput)")
    }

    private func run(_ command: String, _ arguments: String...) throws -> BuiltProduct.Outcome {
        try tool.run(["store", command, folder.path("heroes.sqlite")] + arguments)
    }

    @Test("Objects are queried, counted, and exported with the model in the store")
    func readingCommands() throws {
        try expectHeroes(model: model, run)
    }

    @Test("A SQLite store is converted to JSON and back")
    func convertsBothWays() throws {
        let json = folder.path("heroes.json")
        let out = try run("convert", json)
        #expect(out.output == "objects copied and compared: 2\n", "\(out.errorOutput)")
        let back = try tool.run("store", "convert", json, folder.path("back.sqlite"), "--model", model)
        #expect(back.output == "objects copied and compared: 2\n", "\(back.errorOutput)")
        let copy = try tool.run("store", "export", folder.path("back.sqlite"), "Superhero")
        #expect(try copy.output == run("export", "Superhero").output)
        #expect(try run("convert", json).exitCode == 74)
    }

    @Test("A killed conversion leaves no store, and can be run again", arguments: ["copy.json", "copy.sqlite"])
    func killedConversion(_ copy: String) throws {
        let rows = try folder.write("name\n" + (0..<5000).map { "hero \($0)\n" }.joined(), to: "more.csv")
        #expect(try run("import", "--model", model, rows, "--entity", "Superhero").exitCode == 0)
        let before = try names()
        let process = Process()
        process.executableURL = BuiltProduct("modelgen-store").url
        process.arguments = ["convert", "heroes.sqlite", copy]
        process.currentDirectoryURL = folder.url
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        while process.isRunning, try names() == before { Thread.sleep(forTimeInterval: 0.001) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let left = try names().subtracting(before)
        #expect(left.count == 1 && left.allSatisfy { $0.hasPrefix(".modelgen-") }, "\(left)")
        let again = try run("convert", folder.path(copy))
        #expect(again.output == "objects copied and compared: 5002\n", "\(again.errorOutput)")
        #expect(try names().subtracting(before).subtracting(left).filter { !$0.hasSuffix(".lock") } == [copy])
    }

    private func names() throws -> Set<String> {
        Set(try folder.names())
    }

    @Test(
        "A store on whose links both sides disagree is not converted, and the error names it and the remedy",
        arguments: ["copy.json", "copy.sqlite"], ["NULL", "3"])
    func contradictoryLinks(_ target: String, _ partner: String) throws {
        try folder.write(
            """
            model: Pairs
            entities:
              Thing:
                attributes: {name: String?}
                relationships:
                  partner: {destination: Thing, inverse: partner, optional: true}

            """, to: "Pairs.yaml")
        try folder.write(
            """
            {"id": 1, "entity": "Thing", "name": "a", "partner": 2}
            {"id": 2, "entity": "Thing", "name": "b"}
            {"id": 3, "entity": "Thing", "name": "c"}
            """, to: "pairs.jsonl")
        func tool(_ arguments: String...) throws -> BuiltProduct.Outcome {
            try self.tool.run(arguments, in: folder.url)
        }
        #expect(try tool("convert", "Pairs.yaml", "--output", "Pairs.xcdatamodeld").exitCode == 0)
        let imported = try tool("store", "import", "pairs.sqlite", "pairs.jsonl", "--model", "Pairs.xcdatamodeld")
        #expect(imported.exitCode == 0, "\(imported.errorOutput)")
        try Database(folder.path("pairs.sqlite")).run("UPDATE ZTHING SET ZPARTNER = \(partner) WHERE Z_PK = 2")
        let outcome = try tool("store", "convert", "pairs.sqlite", target)
        #expect(outcome.exitCode == 1)
        // A JSON store refuses the links; a SQLite store keeps one of them, so the copy differs.
        let reason =
            target == "copy.json"
            ? "links contradict each other, among them those of Thing 1"
            : "objects that differ in the copy: \(partner == "NULL" ? 1 : 2), starting with Thing 2"
        #expect(
            outcome.errorOutput
                == "modelgen: error: 'pairs.sqlite' cannot be copied: \(reason); find its problems with "
                + "'modelgen store check'\n")
        #expect(try tool("store", "check", "pairs.sqlite").exitCode == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.path(target)))
    }

    @Test(
        "Unique strings that are canonically equivalent are found by a check of every store, and are not converted",
        arguments: ["copy.json", "copy.sqlite"])
    func equivalentUniqueStrings(_ target: String) throws {
        try folder.write(
            "model: Tags\nentities:\n  Tag:\n    attributes: {label: String?}\n    unique: [label]\n", to: "Tags.yaml")
        try folder.write("label\n\u{E9}\nx\n", to: "tags.csv")
        func tool(_ arguments: String...) throws -> BuiltProduct.Outcome {
            try self.tool.run(arguments, in: folder.url)
        }
        #expect(try tool("convert", "Tags.yaml", "--output", "Tags.xcdatamodeld").exitCode == 0)
        for store in ["tags.sqlite", "tags.json"] {
            let imported = try tool(
                "store", "import", store, "tags.csv", "--entity", "Tag", "--model", "Tags.xcdatamodeld")
            #expect(imported.exitCode == 0, "\(imported.errorOutput)")
            #expect(try tool("store", "check", store).exitCode == 0)
        }
        // As Core Data stores it, whose unique index compares bytes.
        try Database(folder.path("tags.sqlite")).run("UPDATE ZTAG SET ZLABEL = 'e' || char(769) WHERE Z_PK = 2")
        let json = folder.url.appending(path: "tags.json")
        let text = try String(contentsOf: json, encoding: .utf8)
        try Data(text.replacing("\"x\"", with: "\"e\u{301}\"").utf8).write(to: json)
        for (store, place) in [("tags.sqlite", "ZTAG, row 2: "), ("tags.json", "Tag 2: ")] {
            let found = try tool("store", "check", store)
            #expect(found.exitCode == 1)
            #expect(
                found.output.hasSuffix("\(place)another object has the same values of 'label'\n"),
                "\(found.output)\(found.errorOutput)")
            let refused = try tool("store", "convert", store, target)
            #expect(refused.exitCode == 1)
            #expect(
                refused.errorOutput == "modelgen: error: '\(store)' cannot be copied: objects with values that another "
                    + "object has and that must be unique: 1, starting with Tag 2; find its problems with "
                    + "'modelgen store check'\n")
            #expect(!FileManager.default.fileExists(atPath: folder.path(target)))
        }
    }

    /// Writes a model of large values.
    ///
    /// - Returns: Its path.
    private func modelOfPhotos() throws -> String {
        try folder.write(
            .model(
                containing: """
                    <entity name="Photo">
                        <attribute name="data" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
                    </entity>
                    """), to: "Photos.xcdatamodeld/Photos.xcdatamodel/contents")
        return folder.path("Photos.xcdatamodeld")
    }

    @Test("Large values are converted with their objects", arguments: ["photos.json", "photos.sqlite"])
    func convertedLargeValues(_ first: String) throws {
        let model = try modelOfPhotos()
        let text = Data(repeating: 7, count: 300_000).base64EncodedString()
        let rows = try folder.write("data\n\(text)\n", to: "photos.csv")
        let store = folder.path(first)
        let imported = try tool.run("store", "import", store, rows, "--entity", "Photo", "--model", model)
        #expect(imported.exitCode == 0, "\(imported.errorOutput)")
        for copy in ["copy.json", "copy.sqlite"] {
            let converted = try tool.run("store", "convert", store, folder.path(copy))
            #expect(converted.exitCode == 0, "\(converted.errorOutput)")
            #expect(try tool.run("store", "check", folder.path(copy)).exitCode == 0)
            #expect(try tool.run("store", "export", folder.path(copy), "Photo").output.contains(text))
        }
        let values = folder.path(".copy_SUPPORT/_EXTERNAL_DATA")
        #expect(try FileManager.default.contentsOfDirectory(atPath: values).count == 1)
        #expect(try !names().contains { $0.contains(".modelgen-") })
    }

    @Test(
        "A large value whose file was changed is not converted before a repair keeps it",
        arguments: ["copy.json", "copy.sqlite"])
    func changedLargeValue(_ target: String) throws {
        let model = try modelOfPhotos()
        let text = Data(repeating: 7, count: 300_000).base64EncodedString()
        try folder.write("data\n\(text)\n", to: "photos.csv")
        func store(_ arguments: String...) throws -> BuiltProduct.Outcome {
            try tool.run(["store"] + arguments, in: folder.url)
        }
        let imported = try store("import", "photos.json", "photos.csv", "--entity", "Photo", "--model", model)
        #expect(imported.exitCode == 0, "\(imported.errorOutput)")
        let name = try #require(try folder.names(in: "photos.json.data").first)
        let changed = Data(repeating: 8, count: 300_000)
        try changed.write(to: folder.url.appending(path: "photos.json.data/\(name)"))
        #expect(try store("check", "photos.json").exitCode == 1)
        let refused = try store("convert", "photos.json", target)
        #expect(refused.exitCode == 1)
        #expect(
            refused.errors(in: folder) == """
                modelgen: error: 'photos.json' cannot be copied: large values whose files were changed after they were \
                written: 1, starting with '/project/photos.json.data/\(name)'; restore the files, or keep the values as \
                they are now with 'modelgen store repair'

                """)
        #expect(!FileManager.default.fileExists(atPath: folder.path(target)))
        #expect(try store("repair", "photos.json").exitCode == 0)
        let converted = try store("convert", "photos.json", target)
        #expect(converted.exitCode == 0, "\(converted.errorOutput)")
        #expect(try store("check", target).exitCode == 0)
        #expect(try store("export", target, "Photo").output.contains(changed.base64EncodedString()))
    }

    /// Begins a transaction in a copy of the store with a rollback journal, and reaches the file before its end.
    private func beginTransaction(in copy: String) throws -> Database {
        #expect(try run("convert", copy).exitCode == 0)
        let writer = try Database(copy)
        try writer.run(
            """
            PRAGMA cache_size = 10; BEGIN IMMEDIATE; CREATE TABLE FILLER (X);
            INSERT INTO FILLER WITH RECURSIVE N(I) AS (SELECT 1 UNION ALL SELECT I + 1 FROM N WHERE I < 500)
            SELECT randomblob(4000) FROM N;
            """)
        return writer
    }

    @Test("A store to which another program is writing with a rollback journal is in use, and not interrupted")
    func rollbackJournalInUse() throws {
        let copy = folder.path("copy.sqlite")
        let writer = try beginTransaction(in: copy)
        let outcome = try tool.run("store", "count", copy, "Superhero")
        #expect(outcome.exitCode == 74)
        #expect(
            outcome.errorOutput.hasSuffix("another process is writing to the store; try again when it has finished\n"),
            "\(outcome.errorOutput)")
        try writer.run("ROLLBACK")
        #expect(try tool.run("store", "count", copy, "Superhero").output == "2\n")
    }

    @Test("A command waits for another program that writes with a rollback journal")
    func rollbackJournalThatEnds() throws {
        let copy = folder.path("copy.sqlite")
        let writer = try beginTransaction(in: copy)
        let process = Process()
        process.executableURL = BuiltProduct("modelgen-store").url
        process.arguments = ["count", copy, "Superhero"]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        // Long enough to find the store in use, which nobody sees. A slower command does not wait, and succeeds as
        // well.
        Thread.sleep(forTimeInterval: 0.5)
        try writer.run("ROLLBACK")
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test(
        "A backup names the file of a large value that cannot be read, and does not blame the copy",
        .enabled(if: geteuid() != 0 || Sandbox.obstacleForNobody == nil, "root can read every file"))
    func unreadableLargeValue() throws {
        let sandbox = try Sandbox(geteuid() == 0 ? .nobody : .current)
        try sandbox.folder.write(
            .model(
                containing: """
                    <entity name="Photo">
                        <attribute name="data" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
                    </entity>
                    """), to: "Photos.xcdatamodeld/Photos.xcdatamodel/contents")
        let text = Data(repeating: 7, count: 300_000).base64EncodedString()
        try sandbox.folder.write("data\n\(text)\n", to: "photos.csv")
        try sandbox.shell("chmod -R a+rX .")
        let imported = try sandbox.run([
            "store", "import", "photos.sqlite", "photos.csv", "--entity", "Photo", "--model", "Photos.xcdatamodeld",
        ])
        #expect(imported.exitCode == 0, "\(imported.errorOutput)")
        let name = try #require(sandbox.names(in: ".photos_SUPPORT/_EXTERNAL_DATA").first)
        try sandbox.shell("chmod 000 '.photos_SUPPORT/_EXTERNAL_DATA/\(name)'")
        let outcome = try sandbox.run(["store", "backup", "photos.sqlite", "--output", "copy.sqlite"])
        #expect(outcome.exitCode == 74)
        #expect(!outcome.errorOutput.contains("copy"), "\(outcome.errorOutput)")
        #expect(outcome.errorOutput.contains("the large value of 'data' in the file '"), "\(outcome.errorOutput)")
        #expect(
            outcome.errorOutput.hasSuffix(
                ".photos_SUPPORT/_EXTERNAL_DATA/\(name)' cannot be read: permission denied; allow reading the file\n"),
            "\(outcome.errorOutput)")
        // A value that cannot be reached is not missing.
        try sandbox.shell("chmod 000 .photos_SUPPORT")
        let second = try sandbox.run(["store", "backup", "photos.sqlite", "--output", "copy.sqlite"])
        let check = try sandbox.run(["store", "check", "photos.sqlite"])
        try sandbox.shell("chmod 755 .photos_SUPPORT")
        #expect(second.exitCode == 74)
        #expect(
            second.errorOutput.hasSuffix("' cannot be copied: permission denied; allow access to its folder\n"),
            "\(second.errorOutput)")
        #expect(check.exitCode == 1)
        #expect(check.output.hasSuffix("' of a large value cannot be read: permission denied\n"), "\(check.output)")
        #expect(try !sandbox.names().contains { $0.contains("copy") || $0.contains("modelgen-") })
    }

    @Test("The model of a store is written as a bundle")
    func writesTheModel() throws {
        let bundle = folder.path("Written.xcdatamodeld")
        let written = try run("model", "--output", bundle)
        #expect(written.exitCode == 0)
        #expect(written.output == "\(bundle)\n")
        #expect(try tool.run("generate", bundle, "--output", folder.path("code")).exitCode == 0)
        #expect(try run("check", "--model", bundle).exitCode == 0)
        #expect(try run("model", "--output", bundle).exitCode == 74)
    }

    @Test("A backup has all objects and replaces nothing, and a store without problems is left as it is by repair")
    func backsUpAndRepairs() throws {
        let copy = folder.path("copy.sqlite")
        #expect(try run("backup", "--output", copy).exitCode == 0)
        #expect(try tool.run("store", "count", copy, "Superhero").output == "2\n")
        #expect(try run("backup", "--output", copy).exitCode == 74)
        let repaired = try run("repair")
        #expect(repaired.exitCode == 0)
        #expect(repaired.output == "the store has no problems; nothing was changed\n")
    }

    @Test("A backup gets no name of a store of another kind, and a JSON store is one under any name")
    func backupsOfOtherKinds() throws {
        let json = folder.path("h.json")
        #expect(try tool.run("store", "convert", folder.path("heroes.sqlite"), json).exitCode == 0)
        for (store, target, message) in [
            (
                json, "copy.sqlite",
                "is the name of a SQLite store, but the copy is a JSON store; use a name that ends in .json"
            ),
            (
                "heroes.sqlite", "copy.json",
                "is the name of a JSON store, but the copy is a SQLite store; use a name that ends in .sqlite"
            ),
        ] {
            for arguments in [
                ["backup", store, "--output", target], ["migrate", store, "--to", model, "--backup", target],
            ] {
                let outcome = try tool.run(["store"] + arguments, in: folder.url)
                #expect(outcome.exitCode == 64, "\(arguments)")
                #expect(
                    outcome.errorOutput.hasPrefix("modelgen: error: '\(target)' \(message)\n"),
                    "\(outcome.errorOutput)")
            }
            #expect(!FileManager.default.fileExists(atPath: folder.path(target)))
        }
        let copied = try tool.run(["store", "backup", "heroes.sqlite", "--output", "copy.backup"], in: folder.url)
        #expect(copied.exitCode == 0, "\(copied.errorOutput)")
        try FileManager.default.moveItem(atPath: json, toPath: folder.path("moved.sqlite"))
        #expect(try tool.run("store", "count", folder.path("moved.sqlite"), "Superhero").output == "2\n")
    }

    @Test("A new store or a backup in a missing folder is an error that says so")
    func missingFolder() throws {
        let rows = try folder.write("name\nEve\n", to: "more.csv")
        let outcome = try tool.run(
            ["store", "import", "none/new.sqlite", rows, "--entity", "Superhero", "--model", model], in: folder.url)
        #expect(outcome.exitCode == 74)
        #expect(
            outcome.errorOutput.hasSuffix(
                "the store cannot be created: its folder does not exist or cannot be reached; create it, or allow "
                    + "access\n"),
            "\(outcome.errorOutput)")
        for (command, options) in [("backup", ["--output"]), ("migrate", ["--to", model, "--backup"])] {
            let copy = try tool.run(
                ["store", command, "heroes.sqlite"] + options + ["none/copy.sqlite"], in: folder.url)
            #expect(copy.exitCode == 74)
            #expect(
                copy.errorOutput
                    == "modelgen: error: 'none/copy.sqlite' cannot be written: its folder does not exist\n")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
    }

    @Test("An export whose destinations cannot be read is an error, and does not end the program")
    func exportOfUnreadableLinks() throws {
        let file = URL(filePath: folder.path("heroes.sqlite"))
        var bytes = try Data(contentsOf: file)
        // Links are read by an index: its pages begin with their type, 10.
        for page in stride(from: 4096, to: bytes.count, by: 4096) where bytes[page] == 10 { bytes[page] = 0xFF }
        try bytes.write(to: file)
        try expectTranscript(try run("export", "Superhero"), in: folder, at: "SQLiteStoreCommand/Unreadable-links")
    }

    @Test("A check reports the table and row of an error")
    func checkSaysTableAndRow() throws {
        try Database(folder.path("heroes.sqlite")).run("UPDATE ZSUPERHERO SET Z_ENT = 9 WHERE Z_PK = 2")
        let found = try run("check")
        try expectTranscript(found, in: folder, at: "SQLiteStoreCommand/Damaged-row")
    }

    @Test("A store that is mirrored to CloudKit is read-only")
    func aStoreThatIsMirroredToCloudKitIsOnlyRead() throws {
        try Database(folder.path("heroes.sqlite")).run("CREATE TABLE ANSCKEVENT (Z_PK INTEGER PRIMARY KEY)")
        let rows = try folder.write("name\nEve\n", to: "more.csv")
        let refused = try run("import", rows, "--entity", "Superhero")
        try expectTranscript(refused, in: folder, at: "SQLiteStoreCommand/Mirrored")
        #expect(try run("count", "Superhero").output == "2\n")
        // What the message advises.
        let copy = folder.path("copy.sqlite")
        #expect(try tool.run("store", "convert", folder.path("heroes.sqlite"), copy).exitCode == 0)
        #expect(try tool.run("store", "import", copy, rows, "--entity", "Superhero").exitCode == 0)
        #expect(try tool.run("store", "count", copy, "Superhero").output == "3\n")
    }

    @Test("A different model is refused with the differences")
    func anotherModelIsNamedWithWhatDiffers() throws {
        let other = SourceTree.folder("Models/HardChoice.xcdatamodeld").path(percentEncoded: false)
        let outcome = try run("count", "Superhero", "--model", other)
        try expectTranscript(outcome, in: folder, at: "SQLiteStoreCommand/Other-model")
    }

    @Test("The version of the model that matches the store is named")
    func theVersionThatFitsIsNamed() throws {
        let contents = try String(
            contentsOfFile: model + "/Superheroes.xcdatamodel/contents", encoding: .utf8)
        for (version, text) in [
            ("Old", contents),
            ("New", contents.replacing("<attribute name=\"abilities\"", with: "<attribute name=\"powers\"")),
        ] {
            try folder.write(text, to: "Two.xcdatamodeld/\(version).xcdatamodel/contents")
        }
        try folder.writeCurrentVersion("New", of: "Two.xcdatamodeld")
        let outcome = try run("count", "Superhero", "--model", folder.path("Two.xcdatamodeld"))
        try expectTranscript(outcome, in: folder, at: "SQLiteStoreCommand/Other-version")
        _ = try run("convert", folder.path("heroes.json"))
        let ofJSON = try tool.run(
            "store", "count", folder.path("heroes.json"), "Superhero", "--model", folder.path("Two.xcdatamodeld"))
        try expectTranscript(ofJSON, in: folder, at: "SQLiteStoreCommand/Other-version-json")
        let fitting = folder.path("Two.xcdatamodeld/Old.xcdatamodel")
        #expect(try run("count", "Superhero", "--model", fitting).output == "2\n")
        // The page that the error names.
        let page = SourceTree.file("Sources/Tools/modelgen/Documentation.docc/MigratingStores.md")
        #expect(try String(contentsOf: page, encoding: .utf8).hasPrefix("# Migrate a store\n"))
    }

    @Test("A JSON store is opened with the model that it contains")
    func aJSONStoreOpensWithTheModelThatItHolds() throws {
        _ = try run("convert", folder.path("heroes.json"))
        let outcome = try tool.run("store", "count", folder.path("heroes.json"), "Superhero")
        #expect(outcome.output == "2\n", "\(outcome.errorOutput)")
        let model = try tool.run(
            "store", "model", folder.path("heroes.json"), "--output", folder.path("Out.xcdatamodeld"))
        #expect(model.exitCode == 0, "\(model.errorOutput)")
        #expect(try tool.run("validate", folder.path("Out.xcdatamodeld")).exitCode == 0)
    }
}
