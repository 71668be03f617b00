import Foundation
import TestSupport
import Testing

@Suite struct DecompileTests {
    private let folder: TemporaryFolder
    private let tool = BuiltProduct("modelgen")

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(.model(containing: Self.order), to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        try folder.write(
            .model(containing: Self.order.replacing("String", with: "Date")),
            to: "Shop.xcdatamodeld/Shop 2.xcdatamodel/contents")
        try folder.writeCurrentVersion("Shop 2", of: "Shop.xcdatamodeld")
        try #require(tool.run("compile", "Shop.xcdatamodeld", "-o", "Old", in: folder.url).exitCode == 0)
    }

    private static let order = """
        <entity name="Order" representedClassName=".Order" syncable="YES" codeGenerationType="class">
        <attribute name="name" optional="YES" attributeType="String" usesScalarValueType="YES" indexed="YES"/>
        </entity>
        """

    @Test("A decompiled bundle compiles to the same files")
    func roundTrip() throws {
        try expectTranscript(
            tool.run("decompile", "Old/Shop.momd", "--output", "Back/Shop.xcdatamodeld", in: folder.url), in: folder,
            at: "Compile/Decompiled")
        #expect(
            try tool.run("compile", "Back/Shop.xcdatamodeld", "-o", "Old", "--check", in: folder.url).exitCode == 0)
        let again = try tool.run("decompile", "Old/Shop.momd", "--output", "Back/Shop.xcdatamodeld", in: folder.url)
        #expect(again.exitCode == 74)
        #expect(again.errorOutput.hasSuffix("already exists; specify another bundle with --output\n"))
    }

    @Test("The only version of a decompiled bundle is listed as the current one if the compiled folder lists it")
    func onlyVersion() throws {
        for isListed in [true, false] {
            let name = isListed ? "Listed" : "Plain"
            try folder.write(.model(containing: Self.order), to: "\(name).xcdatamodeld/\(name).xcdatamodel/contents")
            if isListed { try folder.writeCurrentVersion(name, of: "\(name).xcdatamodeld") }
            let commands = [
                ["compile", "\(name).xcdatamodeld", "-o", "Built"],
                ["decompile", "Built/\(name).momd", "-o", "Back/\(name).xcdatamodeld"],
                ["compile", "Back/\(name).xcdatamodeld", "-o", "Built", "--check"],
            ]
            for command in commands {
                let result = try tool.run(command, in: folder.url)
                #expect(result.exitCode == 0, "\(result.errorOutput)")
            }
            let names = try folder.names(in: "Back/\(name).xcdatamodeld")
            #expect(names.contains(".xccurrentversion") == isListed)
        }
    }

    @Test("A compiled file decompiles to a bundle or a version")
    func aFileBecomesABundleOrAVersion() throws {
        #expect(
            try tool.run("decompile", "Old/Shop.momd/Shop.mom", "-o", "One.xcdatamodel", in: folder.url).exitCode == 0)
        #expect(try tool.run("validate", "One.xcdatamodel", in: folder.url).exitCode == 0)
        let wrong = try tool.run("decompile", "Old/Shop.momd/Shop.mom", "-o", "One.xml", in: folder.url)
        #expect(wrong.exitCode == 64)
        #expect(try tool.run("decompile", "Shop.xcdatamodeld", in: folder.url).exitCode == 64)
        #expect(try tool.run("decompile", "Missing.momd", in: folder.url).exitCode == 74)
    }

    @Test("The model of a store can be decompiled")
    func aStoreGivesItsModel() throws {
        let create = ["create", "App.sqlite", "--model", "Shop.xcdatamodeld"]
        try #require(BuiltProduct("modelgen-store").run(create, in: folder.url).exitCode == 0)
        let outcome = try tool.run("decompile", "App.sqlite", "-o", "App.xcdatamodeld", in: folder.url)
        #expect(outcome.exitCode == 0 && outcome.output == "App.xcdatamodeld\n", "\(outcome.errorOutput)")
    }

    @Test("A store without permission is not another kind of file", arguments: Sandbox.users.filter(\.obeysModes))
    func unreadableStore(_ user: Sandbox.User) throws {
        let sandbox = try Sandbox(user)
        try sandbox.folder.write("SQLite format 3\0", to: "App.sqlite")
        try sandbox.shell("chmod 000 App.sqlite")
        let outcome = try sandbox.run(["decompile", "App.sqlite", "-o", "App.xcdatamodeld"])
        #expect(outcome.exitCode == 74)
        #expect(
            outcome.errorOutput == "modelgen: error: 'App.sqlite' cannot be read: permission denied\n",
            "\(outcome.errorOutput)")
    }

    @Test("A damaged compiled model is an error")
    func damagedFilesAreErrors() throws {
        let file = folder.url.appending(path: "Old/Shop.momd/Shop.mom")
        try Data(contentsOf: file).prefix(200).write(to: file)
        try expectTranscript(
            tool.run("decompile", "Old/Shop.momd", in: folder.url), in: folder, at: "Compile/Decompiled-damaged")
        #expect(!FileManager.default.fileExists(atPath: folder.path("Shop.xcdatamodeld.xcdatamodeld")))
    }

    @Test("A folder without versions of its own is an error", arguments: ["decompile", "convert"])
    func foldersWithoutVersions(_ command: String) throws {
        let list = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>NSManagedObjectModel_VersionHashes</key>
            <dict><key>../Shop</key><dict/></dict></dict></plist>
            """
        try folder.write(list, to: "Old/Shop.momd/VersionInfo.plist")
        let outcome = try tool.run(command, "Old/Shop.momd", in: folder.url)
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errorOutput.contains(
                "/Old/Shop.momd/VersionInfo.plist: error: the list contains no version in the folder "
                    + "[compiled-model-unreadable]\n"),
            "\(outcome.errorOutput)")
    }

    @Test("Compiled models are compared with each other and with sources")
    func comparing() throws {
        try expectTranscript(
            tool.run("diff", "Old/Shop.momd", "--all-versions", in: folder.url), in: folder,
            at: "Diff/Compiled-versions")
        // What compiled models lack is no difference.
        let same = try tool.run("diff", "Old/Shop.momd", "Shop.xcdatamodeld", in: folder.url)
        #expect(same.exitCode == 0 && !same.output.contains("Order"), "\(same.output)\(same.errorOutput)")
        try folder.write(
            .model(containing: Self.order.replacing("name=\"name\"", with: "name=\"title\"")),
            to: "Shop.xcdatamodeld/Shop 2.xcdatamodel/contents")
        try #require(tool.run("compile", "Shop.xcdatamodeld", "-o", "New", in: folder.url).exitCode == 0)
        // Two apps, which contain their models.
        try expectTranscript(tool.run("diff", "Old", "New", in: folder.url), in: folder, at: "Diff/Compiled-apps")
    }

    @Test("A compiled model converts to YAML")
    func aCompiledModelBecomesYAML() throws {
        try expectTranscript(tool.run("convert", "Old/Shop.momd", in: folder.url), in: folder, at: "Convert/Compiled")
        let written = try tool.run(
            "convert", "Old/Shop.momd/Shop.mom", "--output", "Back.xcdatamodeld", in: folder.url)
        #expect(written.exitCode == 0, "\(written.errorOutput)")
        #expect(try tool.run("convert", "Shop.xcdatamodeld", "-o", "Shop.momd", in: folder.url).exitCode == 64)
    }
}
