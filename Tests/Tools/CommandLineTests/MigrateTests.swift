import Foundation
import TestSupport
import Testing

/// `modelgen store migrate`, as people type it.
struct MigrateTests {
    private let tool = BuiltProduct("modelgen")
    private let folder: TemporaryFolder
    private let bundle = "Shop.xcdatamodeld"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            .model(
                containing: """
                    <entity name="Item">
                        <attribute name="name" optional="YES" attributeType="String"/>
                        <attribute name="price" optional="YES" attributeType="Integer 32"/>
                    </entity>
                    """), to: "\(bundle)/Shop.xcdatamodel/contents")
        try folder.write("name,price\nPen,3\nInk,\n", to: "items.csv")
    }

    private func run(_ arguments: String...) throws -> BuiltProduct.Outcome {
        try tool.run(arguments, in: folder.url)
    }

    private func text(_ file: String) throws -> String {
        try String(contentsOf: folder.url.appending(path: file), encoding: .utf8)
    }

    private func edit(_ arguments: [String]...) throws {
        for arguments in [["version", "add", bundle]] + arguments {
            let outcome = try tool.run(arguments, in: folder.url)
            #expect(outcome.exitCode == 0, "\(arguments): \(outcome.errorOutput)")
        }
    }

    @Test(
        "A store is migrated to the current version of its model",
        arguments: ["Items.json", "Items.sqlite"])
    func aStoreFollowsItsModel(_ store: String) throws {
        #expect(try run("store", "import", store, "items.csv", "--entity", "Item", "--model", bundle).exitCode == 0)
        try edit(
            ["edit", "rename", bundle, "Item/name", "title"], ["edit", "set", bundle, "Item/price", "optional=NO"],
            ["edit", "add-attribute", bundle, "Item/note", "String"])
        let file = try Data(contentsOf: folder.url.appending(path: store))
        let refused = try run("store", "migrate", store, "--to", bundle)
        #expect(refused.exitCode == 1)
        #expect(
            refused.errorOutput == """
                modelgen: error: the store cannot be migrated to this version of the model:
                  Item.price: 1 object: a required value is missing; make the attribute optional, or give it a \
                default value

                """)
        #expect(try Data(contentsOf: folder.url.appending(path: store)) == file)
        try edit(["edit", "set", bundle, "Item/price", "defaultValueString=1"])
        let changes = """
            Item: 2 objects
              note: new, no value
              price: gets the default value where it is missing
              title: continues 'name'

            """
        #expect(
            try run("store", "migrate", store, "--to", bundle, "--dry-run").output == changes + "nothing was written\n")
        #expect(try Data(contentsOf: folder.url.appending(path: store)) == file)
        let migrated = try run("store", "migrate", store, "--to", bundle, "--backup", "before-\(store)")
        #expect(migrated.output == changes + "migrated\n", "\(migrated.errorOutput)")
        #expect(try run("store", "check", store).exitCode == 0)
        #expect(
            try run("store", "query", store, "Item sort title columns title, price").output
                == "title  price\n-----  -----\nInk        1\nPen        3\n")
        #expect(
            try run("store", "query", "before-\(store)", "Item").output
                == "id  name  price\n--  ----  -----\n 1  Pen       3\n 2  Ink\n")
        #expect(
            try run("store", "migrate", store, "--to", bundle).output
                == "nothing to migrate: the store already has this version\n")
    }

    @Test("The options that a refused migration suggests include values of another type")
    func droppedValuesOfAnotherType() throws {
        let store = "Items.json"
        #expect(try run("store", "import", store, "items.csv", "--entity", "Item", "--model", bundle).exitCode == 0)
        try folder.write(
            .model(
                containing: """
                    <entity name="Item">
                        <attribute name="name" optional="YES" attributeType="Integer 32"/>
                    </entity>
                    """), to: "New.xcdatamodeld/Shop.xcdatamodel/contents")
        let refused = try run("store", "migrate", store, "--to", "New.xcdatamodeld")
        #expect(refused.exitCode == 1)
        let suggestion = "\nto drop these elements, add --drop Item.name --drop Item.price\n"
        #expect(refused.errorOutput.hasSuffix(suggestion), "\(refused.errorOutput)")
        let migrated = try run(
            "store", "migrate", store, "--to", "New.xcdatamodeld", "--drop", "Item.name", "--drop", "Item.price")
        #expect(migrated.exitCode == 0, "\(migrated.errorOutput)")
    }

    @Test("A seed without random data is incorrect usage")
    func seedOfAMigration() throws {
        let outcome = try run("store", "migrate", "Items.json", "--to", bundle, "--seed", "5")
        #expect(outcome.exitCode == 64)
        #expect(outcome.errorMessage == "modelgen: error: --seed requires --verify\n")
    }

    @Test(
        "A migration that was killed after the backup can be run again, and no other backup is replaced",
        arguments: ["Items.json", "Items.sqlite"])
    func existingBackups(_ store: String) throws {
        #expect(try run("store", "import", store, "items.csv", "--entity", "Item", "--model", bundle).exitCode == 0)
        let backup = "before-\(store)"
        #expect(try run("store", "backup", store, "--model", bundle, "--output", backup).exitCode == 0)
        let bytes = try Data(contentsOf: folder.url.appending(path: backup))
        #expect(try run("store", "import", store, "items.csv", "--entity", "Item", "--model", bundle).exitCode == 0)
        try edit(["edit", "rename", bundle, "Item/name", "title"])
        // It lacks the objects of the second import.
        let refused = try run("store", "migrate", store, "--to", bundle, "--backup", backup)
        #expect(refused.exitCode == 74)
        #expect(
            refused.errorMessage.hasSuffix(
                """
                \(backup): the file already exists, and is not a copy of the present store; nothing was written; specify \
                another file for the backup

                """), "\(refused.errorOutput)")
        try folder.write("mine", to: "mine")
        #expect(try run("store", "migrate", store, "--to", bundle, "--backup", "mine").exitCode == 74)
        #expect(try Data(contentsOf: folder.url.appending(path: backup)) == bytes)
        #expect(try text("mine") == "mine")

        #expect(
            try run("store", "backup", store, "--model", "\(bundle)/Shop.xcdatamodel", "--output", "now-\(store)")
                .exitCode == 0)
        let migrated = try run("store", "migrate", store, "--to", bundle, "--backup", "now-\(store)")
        #expect(migrated.exitCode == 0, "\(migrated.errorOutput)")
        #expect(try run("store", "count", store, "Item where title == 'Pen'").output == "2\n")
        #expect(try run("store", "count", "now-\(store)", "Item where name == 'Pen'").output == "2\n")
    }

    @Test("A property that would be lost can be dropped with a flag")
    func whatWouldBeLostHasAFlagThatNamesIt() throws {
        #expect(
            try run("store", "import", "Items.json", "items.csv", "--entity", "Item", "--model", bundle).exitCode == 0)
        try edit(["edit", "remove", bundle, "Item/price"])
        let refused = try run("store", "migrate", "Items.json", "--to", bundle)
        try expectTranscript(refused, in: folder, at: "Migrate/Loses-data")
        for (name, hint) in [
            ("Item.prise", "; did you mean 'Item.price'?"), ("price", "; did you mean 'Item.price'?"), ("Typo", ""),
        ] {
            let unknown = try run("store", "migrate", "Items.json", "--to", bundle, "--drop", name)
            #expect(unknown.exitCode == 64)
            #expect(
                unknown.errorMessage == """
                    modelgen: error: no version of the model has '\(name)', which --drop names\(hint)

                    """)
        }
        let migrated = try run("store", "migrate", "Items.json", "--to", bundle, "--drop", "Item.price")
        #expect(migrated.output == "Item: 2 objects\n  price: dropped\nmigrated\n")
        let again = try run("store", "migrate", "Items.json", "--to", bundle, "--drop", "Item.prise")
        #expect(again.output.hasPrefix("nothing to migrate"), "\(again.errorOutput)")
    }

    @Test(
        "A version that moves values to other names without another version hash is refused, as diff says",
        arguments: ["Items.json", "Items.sqlite"])
    func unseenChanges(_ store: String) throws {
        func model(_ name: String, _ note: String) -> String {
            let attributes = [("name", name), ("note", note)].map { name, identifier in
                "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"String\" elementID=\"\(identifier)\"/>"
            }
            return .model(containing: "<entity name=\"Item\">\(attributes.joined())</entity>")
        }
        try folder.write(model("name", "note"), to: "\(bundle)/Shop.xcdatamodel/contents")
        try folder.write("name,note\nPen,blue\n", to: "items.csv")
        #expect(try run("store", "import", store, "items.csv", "--entity", "Item", "--model", bundle).exitCode == 0)
        #expect(try run("version", "add", bundle, "Shop 2").exitCode == 0)
        #expect(try run("store", "migrate", store, "--to", bundle).output.hasPrefix("nothing to migrate"))
        try folder.write(model("note", "name"), to: "\(bundle)/Shop 2.xcdatamodel/contents")
        let file = try Data(contentsOf: folder.url.appending(path: store))
        let reason =
            "version hashes stay the same, so stores open without a migration that moves the values to the new name; "
            + "set a version hash modifier on 'Item'"
        let changes = """
              attribute 'Item/note' renamed to 'Item/name': \(reason)
              attribute 'Item/name' renamed to 'Item/note': \(reason)

            """
        for arguments in [[], ["--dry-run"]] {
            let refused = try tool.run(["store", "migrate", store, "--to", bundle] + arguments, in: folder.url)
            #expect(refused.exitCode == 1)
            #expect(
                refused.errorOutput
                    == "modelgen: error: the store cannot be migrated to this version of the model:\n\(changes)")
        }
        #expect(try Data(contentsOf: folder.url.appending(path: store)) == file)
        let verified = try run("store", "migrate", "--verify", bundle)
        #expect(verified.exitCode == 1 && verified.output == "Shop: refused\n\(changes)")
        let diff = try run("diff", "\(bundle)/Shop.xcdatamodel", "\(bundle)/Shop 2.xcdatamodel")
        #expect(diff.output.contains("impossible"))
    }

    /// Makes a store with the first version, and two versions after it.
    private func threeVersions(_ store: String) throws {
        #expect(try run("store", "import", store, "items.csv", "--entity", "Item", "--model", bundle).exitCode == 0)
        for (name, old, new) in [("Shop 2", "name", "title"), ("Shop 3", "title", "label")] {
            #expect(try run("version", "add", bundle, name).exitCode == 0)
            #expect(try run("edit", "rename", bundle, "Item/\(old)", new).exitCode == 0)
        }
    }

    @Test(
        "Renaming identifiers connect versions across a missing one",
        arguments: ["Items.json", "Items.sqlite"])
    func missingVersion(_ store: String) throws {
        try threeVersions(store)
        try FileManager.default.removeItem(atPath: folder.path("\(bundle)/Shop 2.xcdatamodel"))
        let migrated = try run("store", "migrate", store, "--to", bundle)
        #expect(migrated.output == "Item: 2 objects\n  label: continues 'name'\nmigrated\n", "\(migrated.errorOutput)")
        #expect(try run("store", "query", store, "Item columns label").output == "label\n-----\nPen\nInk\n")
    }

    @Test("A missing current version stops a migration", arguments: ["Items.json", "Items.sqlite"])
    func missingCurrentVersion(_ store: String) throws {
        try threeVersions(store)
        try FileManager.default.removeItem(atPath: folder.path("\(bundle)/Shop 3.xcdatamodel"))
        let file = try Data(contentsOf: folder.url.appending(path: store))
        let refused = try run("store", "migrate", store, "--to", bundle)
        try expectTranscript(refused, in: folder, at: "Migrate/Current-version-missing")
        #expect(try Data(contentsOf: folder.url.appending(path: store)) == file)
    }

    @Test("A version that cannot be read matters only to a store that was written with it, and does not hold it")
    func unreadableVersion() throws {
        try threeVersions("Items.json")
        let contents = folder.path("\(bundle)/Shop.xcdatamodel/contents")
        let first = try Data(contentsOf: URL(filePath: contents))
        try Data([0x7F, 0x45, 0x4C, 0x46, 0, 0, 1]).write(to: URL(filePath: contents))
        #expect(try run("store", "migrate", "Items.json", "--to", bundle, "--dry-run").exitCode == 0)
        // As stores were written before they held their models.
        let held = try text("Items.json")
        let start = try #require(held.range(of: " \"schema\": [")).lowerBound
        let end = try #require(held.range(of: "],\n", range: start..<held.endIndex)).upperBound
        let alone = held.replacingCharacters(in: start..<end, with: "")
        try folder.write(alone, to: "Items.json")
        let refused = try run("store", "migrate", "Items.json", "--to", bundle)
        try expectTranscript(refused, in: folder, at: "Migrate/Version-unreadable")
        #expect(try text("Items.json") == alone)
        try folder.write(String(decoding: first, as: UTF8.self), to: "First.xcdatamodel/contents")
        let named = try run("store", "migrate", "Items.json", "--to", bundle, "--from", "First.xcdatamodel")
        #expect(named.output.hasSuffix("\nmigrated\n"), "\(named.errorOutput)")
    }

    @Test("A newer store is refused with an older model", arguments: ["Items.json", "Items.sqlite"])
    func newerStore(_ store: String) throws {
        try threeVersions(store)
        #expect(try run("store", "migrate", store, "--to", bundle).exitCode == 0)
        let file = try Data(contentsOf: folder.url.appending(path: store))
        let refused = try run("store", "query", store, "Item", "--model", "\(bundle)/Shop.xcdatamodel")
        try expectTranscript(refused, in: folder, at: "Migrate/Older-model-\(store)")
        #expect(try Data(contentsOf: folder.url.appending(path: store)) == file)
    }

    @Test("Migrations from every version of a bundle are verified")
    func everyVersionOfABundleIsVerified() throws {
        #expect(try run("store", "migrate", "--verify", bundle).output == "no earlier version to migrate from\n")
        try edit(["edit", "rename", bundle, "Item/name", "title"])
        let sound = try run("store", "migrate", "--verify", bundle)
        #expect(sound.exitCode == 0)
        #expect(
            sound.output == """
                Shop, json: everything that both versions share is equal (objects: 5)
                Shop, sqlite: everything that both versions share is equal (objects: 5)

                """)
        try edit(
            ["edit", "add-attribute", bundle, "Item/kind", "String"],
            ["edit", "set", bundle, "Item/kind", "optional=NO"])
        let refused = try run("store", "migrate", "--verify", bundle)
        try expectTranscript(refused, in: folder, at: "Migrate/Not-verified")
        #expect(try run("store", "migrate", "--verify", bundle, "--dry-run").exitCode == 64)
        try folder.write("<model", to: "\(bundle)/Broken.xcdatamodel/contents")
        let unread = try run("store", "migrate", "--verify", bundle)
        try expectTranscript(unread, in: folder, at: "Migrate/Not-verified-unreadable")
    }

    @Test(
        "MIG-29 a migration that is killed leaves the old store or the new one",
        arguments: ["Items.json", "Items.sqlite"])
    func aKilledMigrationLeavesOneOfTheStores(_ store: String) throws {
        let rows = (1...1500).map { "item \($0),\($0)\n" }.joined()
        try folder.write("name,price\n" + rows, to: "items.csv")
        #expect(try run("store", "import", store, "items.csv", "--entity", "Item", "--model", bundle).exitCode == 0)
        let name = URL(filePath: store).deletingPathExtension().lastPathComponent
        let kept = folder.url.appending(path: "kept")
        try FileManager.default.copyItem(at: folder.url.appending(path: store), to: kept)
        try edit(["edit", "rename", bundle, "Item/name", "title"])
        let program = BuiltProduct("modelgen-store").url
        var generator = SplitMix.seeded()
        var outcomes: Set<String> = []
        for round in 0..<6 {
            for file in try folder.names() where file.hasPrefix(name) || file.hasPrefix(".modelgen-") {
                try FileManager.default.removeItem(atPath: folder.path(file))
            }
            try FileManager.default.copyItem(at: kept, to: folder.url.appending(path: store))
            let process = Process()
            process.executableURL = program
            process.arguments = ["migrate", store, "--to", bundle]
            process.currentDirectoryURL = folder.url
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            Thread.sleep(forTimeInterval: .random(in: 0.02...0.6, using: &generator))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let check = try run("store", "check", store)
            #expect(check.exitCode == 0, "round \(round), seed \(generator.seed): \(check.output)\(check.errorOutput)")
            let columns = ["title", "name"].first { key in
                (try? run("store", "count", store, "Item where \(key) beginswith 'item '").output) == "1500\n"
            }
            #expect(columns != nil, "round \(round), seed \(generator.seed)")
            outcomes.insert(columns ?? "")
        }
        print("\(store): killed with \(outcomes.sorted())")
    }

    @Test(
        "A migration that a signal ends removes the unfinished backup, and leaves the store as it was", .serialized,
        arguments: ["Items.json", "Items.sqlite"], [SIGINT, SIGTERM, SIGHUP])
    func aMigrationEndedDuringTheBackup(_ store: String, _ number: Int32) throws {
        let text = String(repeating: "long ", count: 2000)
        try folder.write("name,price\n" + (1...600).map { "\(text)\($0),\($0)\n" }.joined(), to: "items.csv")
        #expect(try run("store", "import", store, "items.csv", "--entity", "Item", "--model", bundle).exitCode == 0)
        try edit(["edit", "rename", bundle, "Item/name", "title"])
        let before = Set(try folder.names())
        let bytes = try Data(contentsOf: folder.url.appending(path: store))
        // The backup is written under a hidden name, and takes some time.
        let process = try BuiltProduct("modelgen-store").run(
            ["migrate", store, "--to", bundle, "--backup", "kept-\(store)"], in: folder.url, endedBy: number
        ) {
            try folder.names().contains { $0.hasPrefix(".modelgen-") }
        }
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(process.terminationStatus == number)
        let left = Set(try folder.names()).subtracting(before)
        #expect(left.allSatisfy { !$0.contains("modelgen-") }, "\(left)")
        #expect(try Data(contentsOf: folder.url.appending(path: store)) == bytes)
        let again = try run("store", "migrate", store, "--to", bundle, "--backup", "kept-\(store)")
        #expect(again.exitCode == 0, "\(again.errorOutput)")
    }
}
