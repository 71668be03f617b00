import Foundation
import TestSupport
import Testing

/// Code for SwiftData of all versions of a model.
@Suite struct SwiftDataVersionTests {
    private let project: ModelHistorySandbox
    private let date = #"<attribute name="date" optional="YES" attributeType="Date"/>"#
    private let note = #"<attribute name="note" optional="YES" attributeType="String"/>"#

    init() throws {
        project = try ModelHistorySandbox()
        try project.write(date, as: "Shop")
        try project.write(date + note, as: "Shop 2")
        try project.folder.write(configuration(), to: "modelgen.yml")
    }

    private func configuration(_ more: String = "") -> String {
        "models: [Models]\ngenerate:\n  style: swiftdata\n  versions: all\n  output: Out\n  custom-code: Mine\n" + more
    }

    private func text(of file: String) throws -> String {
        try String(contentsOfFile: project.folder.path(file), encoding: .utf8)
    }

    @Test("Code of older versions changes only with `--force`")
    func codeOfOlderVersionsIsFrozenUnlessForced() throws {
        #expect(try project.run("generate").exitCode == 0)
        let old = try text(of: "Out/ShopVersion+Generated.swift")
        let current = try text(of: "Out/Shop_2Version+Generated.swift")
        #expect(old.contains("public enum ShopVersion: VersionedSchema {"))
        try project.folder.write(configuration("  access: internal\n"), to: "modelgen.yml")
        #expect(try project.run("generate").exitCode == 0)
        #expect(try text(of: "Out/ShopVersion+Generated.swift") == old)
        #expect(try text(of: "Out/Shop_2Version+Generated.swift") != current)
        #expect(try project.run("generate", "--check").exitCode == 0)
        #expect(try project.run("generate", "--force").exitCode == 0)
        #expect(try text(of: "Out/ShopVersion+Generated.swift").contains("\nenum ShopVersion: VersionedSchema {"))
    }

    @Test("Code of a released version changes only with `--force`, even if it is current")
    func releasedVersions() throws {
        #expect(try project.run("generate").exitCode == 0)
        let current = try text(of: "Out/Shop_2Version+Generated.swift")
        try project.commit()
        let policy = "evolution: {against: main}\n"
        try project.folder.write(configuration("  access: internal\n") + policy, to: "modelgen.yml")
        #expect(try project.run("generate").exitCode == 0)
        #expect(try text(of: "Out/Shop_2Version+Generated.swift") == current)
        let older = "evolution: {against: main, protected-versions: older}\n"
        try project.folder.write(configuration("  access: internal\n") + older, to: "modelgen.yml")
        #expect(try project.run("generate").exitCode == 0)
        #expect(try text(of: "Out/Shop_2Version+Generated.swift") != current)
    }

    @Test("Findings in older versions can be accepted with a baseline")
    func findingsInOlderVersionsCanBeAccepted() throws {
        try project.write(
            #"<attribute name="date" optional="YES" attributeType="Date" minDateTimeInterval="0"/>"#, as: "Shop")
        try project.setCurrent("Shop 2")
        let told = try project.run("generate")
        #expect(
            told.errorOutput.contains("Shop.xcdatamodel/contents")
                && told.errorOutput.contains("[swiftdata-validation]"))
        #expect(try project.run("validate", "Models", "--write-baseline").exitCode == 0)
        #expect(try project.run("generate", "--baseline", "modelgen-baseline.json").errorOutput == "")
    }

    @Test("An unknown commit is an error")
    func anUnknownCommitIsAnError() throws {
        try project.commit()
        try project.folder.write(configuration() + "evolution: {against: nowhere}\n", to: "modelgen.yml")
        let outcome = try project.run("generate")
        #expect(outcome.exitCode != 0)
        #expect(outcome.errorOutput.contains("unknown commit 'nowhere'"))
        #expect(!FileManager.default.fileExists(atPath: project.folder.path("Out")))
    }

    @Test("A frozen file of an edited version is an error")
    func aFrozenFileOfAnEditedVersionIsAnError() throws {
        #expect(try project.run("generate").exitCode == 0)
        try project.write(note, as: "Shop")
        try project.setCurrent("Shop 2")
        let outcome = try project.run("generate")
        #expect(outcome.exitCode == 1)
        try expectGolden(outcome.transcript(in: project.folder), at: "Transcripts/Generate/SwiftData-frozen.txt")
        #expect(try project.run("generate", "--check").exitCode == 1)
        #expect(try project.run("generate", "--force").exitCode == 0)
    }

    @Test("A frozen file that was edited is an error")
    func aFrozenFileThatSomeoneEditedIsAnError() throws {
        #expect(try project.run("generate").exitCode == 0)
        let old = try text(of: "Out/ShopVersion+Generated.swift")
        try project.folder.write(old + "// mine\n", to: "Out/ShopVersion+Generated.swift")
        let outcome = try project.run("generate")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorOutput.contains("[output-edited]"))
    }

    @Test("A custom migration is written once, and never overwritten")
    func aCustomMigrationIsWrittenOnceForPeople() throws {
        try project.write(#"<attribute name="date" optional="YES" attributeType="String"/>"#, as: "Shop 3")
        let outcome = try project.run("generate")
        #expect(outcome.exitCode == 0)
        #expect(outcome.errorOutput.contains("[swiftdata-migration-custom]"))
        let file = "Mine/Shop_2ToShop_3Migration.swift"
        #expect(
            try text(of: file) == """
                // This file is yours to edit: modelgen writes it once and never overwrites it.

                import SwiftData

                /// The migration of stores from the version `Shop 2` to `Shop 3`, which SwiftData cannot infer:
                /// 'Order/date': Core Data does not convert values from Date to String
                enum Shop_2ToShop_3Migration {
                    /// Prepares the objects of the older version, the only ones that the context has.
                    static func willMigrate(_ context: ModelContext) throws {}

                    /// Completes the objects of the newer version, the only ones that the context has.
                    static func didMigrate(_ context: ModelContext) throws {}
                }

                """)
        try project.folder.write("// mine\n", to: file)
        #expect(try project.run("generate", "--force").exitCode == 0)
        #expect(try text(of: file) == "// mine\n")
        #expect(try project.run("generate", "--check").exitCode == 0)
    }

    @Test("The test of the hashes has its own folder")
    func theTestOfTheHashesHasAFolderOfItsOwn() throws {
        let untold = try project.run("generate", "--tests", "Tests")
        #expect(untold.exitCode == 64)
        #expect(untold.errorOutput.contains("--tested-module"))
        #expect(try project.run("generate", "--tests", "Tests", "--tested-module", "Shop").exitCode == 0)
        try expectGolden(
            try text(of: "Tests/ShopSchemaHashTests.swift"), at: "Transcripts/Generate/SwiftData-hash-tests.swift.txt")
        #expect(try project.run("generate", "--tests", "Tests", "--tested-module", "Shop", "--check").exitCode == 0)
        try project.folder.write("// Generated by modelgen from x\n", to: "Tests/ShopSchemaHashTests.swift")
        #expect(try project.run("generate", "--tests", "Tests", "--tested-module", "Shop", "--check").exitCode == 1)
    }

    @Test("Options that would change stored names or types are refused")
    func refusedOptions() throws {
        for arguments in [
            ["--class-prefix", "A"], ["--class-suffix", "A"], ["--optionals", "xcode"], ["--classes", "none"],
            ["--snapshots"], ["--accessors-of", "Shop"],
        ] {
            let outcome = try BuiltProduct("modelgen").run(
                ["generate", "Models", "--style", "swiftdata", "--output", "Out"] + arguments, in: project.folder.url)
            #expect(outcome.exitCode == 64, "\(arguments)")
        }
        let outcome = try project.run("generate", "--style", "coredata", "--versions", "all")
        #expect(outcome.exitCode == 64)
    }

    @Test("Validating for SwiftData reports what generating would report")
    func validating() throws {
        try project.folder.write("models: [Models]\n", to: "modelgen.yml")
        try project.write(
            date + #"<fetchedProperty name="all"><fetchRequest name="fetchedPropertyFetchRequest" entity="Order"/>"#
                + "</fetchedProperty>", as: "Shop 3")
        let silent = try project.run("validate", "Models/Shop.xcdatamodeld")
        #expect(!silent.errorOutput.contains("swiftdata"))
        let told = try project.run("validate", "Models/Shop.xcdatamodeld", "--for", "swiftdata")
        #expect(
            told.errorOutput.contains(
                /contents:\d+:\d+: warning: fetched property 'Order\/all' is not part of the class/))
        try project.folder.write("models: [Models]\ngenerate: {style: swiftdata}\n", to: "modelgen.yml")
        #expect(try project.run("validate", "Models/Shop.xcdatamodeld").errorOutput == told.errorOutput)
        try project.write(#"<attribute name="description" optional="YES" attributeType="String"/>"#, as: "Shop 3")
        let renamed = try project.run("validate", "Models/Shop.xcdatamodeld")
        #expect(renamed.errorOutput.contains("[swiftdata-name-changed]"))
        let silenced = try project.run(
            "validate", "Models/Shop.xcdatamodeld", "--rule", "swiftdata-fetched-property=off")
        #expect(!silenced.errorOutput.contains("swiftdata-fetched-property"))
    }
}
