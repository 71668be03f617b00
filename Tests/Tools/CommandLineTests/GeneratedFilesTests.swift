import Foundation
import TestSupport
import Testing

/// What `generate` does to its output folder.
@Suite struct GeneratedFilesTests {
    private let tool = BuiltProduct("modelgen")
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        try write(entities: "Order", "Item")
    }

    private func write(entities: String..., to model: String = "Shop") throws {
        try folder.write(
            .model(containing: entities.map { #"<entity name="\#($0)"/>"# }.joined()),
            to: "\(model).xcdatamodeld/\(model).xcdatamodel/contents")
    }

    private func generate(_ arguments: String...) throws -> BuiltProduct.Outcome {
        try tool.run(["generate", "Shop.xcdatamodeld", "--output", "Out"] + arguments, in: folder.url)
    }

    /// Expects the whole output of a run.
    private func expectTranscript(
        _ outcome: BuiltProduct.Outcome, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expectGolden(
            outcome.transcript(in: folder), at: "Transcripts/GeneratedFiles/\(name).txt", sourceLocation: sourceLocation
        )
    }

    private var names: [String] {
        ((try? folder.names(in: "Out")) ?? []).filter { !$0.hasPrefix(".") }
    }

    private func text(of file: String) -> String? {
        try? String(contentsOfFile: folder.path("Out/" + file), encoding: .utf8)
    }

    @Test("A file that is no longer generated is removed")
    func aFileThatIsNoLongerGeneratedGoes() throws {
        #expect(try generate().exitCode == 0)
        try write(entities: "Order")
        let outcome = try generate("--verbose")
        #expect(
            outcome.output == """
                removed Out/Item+Generated.swift
                unchanged Out/Order+Generated.swift
                written Out/Shop+Model.swift
                1 written, 1 unchanged, 1 removed

                """)
        #expect(names == ["Order+Generated.swift", "Shop+Model.swift"])
    }

    @Test("A checkout with other line ends is not an edit of the generated files")
    func lineEnds() throws {
        #expect(try generate().exitCode == 0)
        for name in names + [".modelgen-manifest"] {
            let text = try #require(self.text(of: name))
            try folder.write(text.replacing("\n", with: "\r\n"), to: "Out/" + name)
        }
        let order = try #require(text(of: "Order+Generated.swift"))
        for arguments in [["--check"], []] {
            let outcome = try tool.run(
                ["generate", "Shop.xcdatamodeld", "--output", "Out"] + arguments, in: folder.url)
            #expect(outcome.exitCode == 0, "\(outcome.output + outcome.errorOutput)")
        }
        #expect(text(of: "Order+Generated.swift") == order, "nothing is written for line ends only")
        // A change of the model writes its file, and removes one that is no longer generated.
        try folder.write(
            .model(containing: #"<entity name="Order"><attribute name="n" attributeType="String"/></entity>"#),
            to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        let changed = try generate()
        #expect(changed.exitCode == 0, "\(changed.errorOutput)")
        #expect(names == ["Order+Generated.swift", "Shop+Model.swift"])
        #expect(try #require(text(of: "Order+Generated.swift")).contains("var n"))
        // An edit is still one.
        let edited = try #require(text(of: "Order+Generated.swift")) + "// Mine.\n"
        try folder.write(edited.replacing("\n", with: "\r\n"), to: "Out/Order+Generated.swift")
        #expect(try generate().exitCode == 1)
    }

    @Test("A generated file that was edited prevents generation without `--force`")
    func aFileEditedByHandKeepsEverythingAsItIs() throws {
        #expect(try generate().exitCode == 0)
        let generated = try #require(text(of: "Item+Generated.swift"))
        try folder.write("// mine", to: "Out/Item+Generated.swift")
        try write(entities: "Order", "Item", "Customer")
        try expectTranscript(generate(), "Edited")
        #expect(names == ["Item+Generated.swift", "Order+Generated.swift", "Shop+Model.swift"])
        #expect(try generate("--force").exitCode == 0)
        #expect(text(of: "Item+Generated.swift") == generated)
        #expect(names.count == 4)
    }

    @Test("If a generated file was edited, no output says that other files are written or removed")
    func outputOfARunThatWritesNothing() throws {
        #expect(try generate().exitCode == 0)
        try folder.write("// mine", to: "Out/Item+Generated.swift")
        try write(entities: "Item", "Customer")
        let before = names
        let verbose = try generate("--verbose")
        #expect(verbose.exitCode == 1)
        #expect(verbose.output == "edited Out/Item+Generated.swift\n")
        let report = try generate("--format", "json")
        #expect(report.exitCode == 1)
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any])
        #expect((document["files"] as? [[String: String]])?.map { $0["status"] } == ["edited"])
        let counts = try #require(document["fileCounts"] as? [String: Int])
        #expect(counts == ["written": 0, "unchanged": 0, "removed": 0, "edited": 1, "blocked": 0])
        #expect(names == before)
    }

    @Test("A check prints nothing if all files are up to date")
    func checkIsSilentWhenAllIsFresh() throws {
        #expect(try generate().exitCode == 0)
        let outcome = try generate("--check")
        #expect(outcome.exitCode == 0)
        #expect(outcome.output + outcome.errorOutput == "")
    }

    @Test("A check prints the differences and writes nothing")
    func checkPrintsWhatDiffersAndWritesNothing() throws {
        #expect(try generate().exitCode == 0)
        try write(entities: "Order", "Customer")
        try expectTranscript(generate("--check"), "Check")
        #expect(names == ["Item+Generated.swift", "Order+Generated.swift", "Shop+Model.swift"])
    }

    @Test("The differences that a check prints can be applied as a patch")
    func whatCheckPrintsCanBeApplied() throws {
        #expect(try generate().exitCode == 0)
        try write(entities: "Order", "Customer")
        try folder.write(try generate("--check").output, to: "difference")
        let patch = Process()
        patch.executableURL = URL(filePath: "/usr/bin/env")
        patch.arguments = ["git", "apply", "difference"]
        patch.currentDirectoryURL = folder.url
        try patch.run()
        patch.waitUntilExit()
        #expect(patch.terminationStatus == 0)
        #expect(try generate("--check").exitCode == 0)
    }

    @Test("A check can print annotations for GitHub")
    func checkAnnotates() throws {
        try expectTranscript(generate("--check", "--format", "github"), "Check-github")
    }

    @Test("A dry run lists the files that would be written")
    func aDryRunListsWhatWouldBeDone() throws {
        let outcome = try generate("--dry-run")
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.output == """
                written Out/Item+Generated.swift
                written Out/Order+Generated.swift
                written Out/Shop+Model.swift

                """)
        #expect(!FileManager.default.fileExists(atPath: folder.path("Out")))
    }

    @Test("Files can be printed to the standard output")
    func filesCanBePrinted() throws {
        let arguments = ["generate", "Shop.xcdatamodeld", "--stdout"]
        try expectTranscript(tool.run(arguments, in: folder.url), "Printed")
        try expectTranscript(tool.run(arguments + ["--layout", "model"], in: folder.url), "Printed-in-one-file")
    }

    @Test("The JSON report lists what was done with each file")
    func aDocumentSaysWhatBecameOfEachFile() throws {
        let outcome = try generate("--format", "json")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        let files = try #require(document["files"] as? [[String: String]])
        #expect(files.first == ["path": "Out/Item+Generated.swift", "status": "written", "model": "Shop.xcdatamodeld"])
        #expect(files.count == 3)
        #expect((document["fileCounts"] as? [String: Int])?["written"] == 3)
        #expect((document["counts"] as? [String: Int])?["error"] == 0)
    }

    @Test("The JSON report has no differences for files that are up to date")
    func upToDateFiles() throws {
        #expect(try generate().exitCode == 0)
        for arguments in [["--check"], ["--check", "--no-cache"]] {
            let outcome = try tool.run(
                ["generate", "Shop.xcdatamodeld", "--output", "Out", "--format", "json"] + arguments, in: folder.url)
            #expect(outcome.exitCode == 0)
            #expect(!outcome.output.contains("\"difference\""))
        }
    }

    @Test("The files of a renamed model are removed with `--prune`")
    func pruneRenamedModel() throws {
        #expect(try generate().exitCode == 0)
        try FileManager.default.removeItem(atPath: folder.path("Shop.xcdatamodeld"))
        try write(entities: "Order", "Item", to: "Store")
        try folder.write("models: [Store.xcdatamodeld]\ngenerate:\n  output: Out\n", to: "modelgen.yml")
        try expectTranscript(tool.run("generate", in: folder.url), "Renamed")
        #expect(
            names == ["Item+Generated.swift", "Order+Generated.swift", "Shop+Model.swift", "Store+Model.swift"])
        let pruned = try tool.run("generate", "--prune", in: folder.url)
        #expect(pruned.exitCode == 0)
        #expect(pruned.errorOutput == "")
        #expect(names == ["Item+Generated.swift", "Order+Generated.swift", "Store+Model.swift"])
    }

    @Test(
        "An output folder without write permission is an error",
        .enabled(if: geteuid() != 0, "root can write to every folder; run the tests as another user"))
    func aFolderThatCannotBeWrittenIsAnError() throws {
        try folder.createFolder("Out")
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path("Out"))
        let outcome = try generate()
        #expect(outcome.exitCode == 74)
        #expect(outcome.errorOutput.contains("cannot be written: permission denied"))
    }

    @Test("A folder in the place of a generated file is an error")
    func aFolderInThePlaceOfAFileIsAnError() throws {
        try folder.createFolder("Out/Item+Generated.swift")
        try expectTranscript(generate(), "Folder-in-the-place-of-a-file")
        #expect(names == ["Item+Generated.swift"])
    }

    @Test(
        "Options that exclude each other, and invalid values, are usage errors",
        arguments: [
            ["--check", "--dry-run"], ["--prune", "--no-manifest"], ["--type", "x"], ["--layout", "x"],
            ["--param", "x=y"],
            ["--stdout", "--format", "json"],
        ])
    func wrongUsage(_ arguments: [String]) throws {
        let outcome = try tool.run(
            ["generate", "Shop.xcdatamodeld", "--output", "Out"] + arguments, in: folder.url)
        #expect(outcome.exitCode == 64)
    }

    @Test(
        "Options that change nothing in the style, or without another one, are usage errors with the reason",
        arguments: [
            (["--tests", "T", "--tested-module", "Q"], "--tests changes nothing in the style objectgraph; "),
            (["--tested-module", "Q"], "--tested-module changes nothing in the style objectgraph; "),
            (["--accessors-of", "Q"], "--accessors-of changes nothing in the style objectgraph; "),
            (["--platforms", "all"], "--platforms changes nothing in the style objectgraph; "),
            (["--isolation", "module"], "--isolation changes nothing in the style objectgraph; "),
            (
                ["--style", "coredata", "--model-constant", "shop"],
                "--model-constant changes nothing in the style coredata; remove it, or set --style to objectgraph or "
                    + "swiftdata\n"
            ),
            (["--style", "swiftdata", "--tested-module", "Q"], "--tested-module is for a test; "),
            (["--per", "entity"], "--per is for templates of SwiftGen; "),
        ])
    func optionsWithoutEffect(_ arguments: [String], _ message: String) throws {
        let command = ["generate", "Shop.xcdatamodeld", "--output", "Out"]
        let outcome = try tool.run(command + arguments, in: folder.url)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errorOutput.hasPrefix("modelgen: error: " + message), "\(outcome.errorOutput)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("Out")))
        // The user's own templates can use them.
        try folder.write("class {{ className }}", to: "Templates/entity.stencil")
        guard !["--per", "--tested-module"].contains(arguments[0]), !arguments.contains("swiftdata") else { return }
        let own = try tool.run(command + ["--templates", "Templates"] + arguments, in: folder.url)
        #expect(own.exitCode == 0, "\(own.errorOutput)")
        #expect(own.errorOutput == "")
        // In the style coredata, entities without a class have no file.
        guard !arguments.contains("coredata") else { return }
        #expect(names.contains { text(of: $0)?.contains("class Order") == true }, "\(names)")
    }

    @Test("A type for a class that no attribute has is a warning")
    func typesOfNoAttribute() throws {
        try folder.write(
            .model(
                containing: """
                    <entity name="Paint" representedClassName="Paint"><attribute name="color" optional="YES" \
                    attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData" \
                    customClassName="UIColor"/></entity>
                    """), to: "Paints.xcdatamodel/contents")
        func warnings(_ types: String...) throws -> String {
            let options = types.flatMap { ["--type", $0] }
            let outcome = try tool.run(["generate", "Paints.xcdatamodel", "--output", "Out"] + options, in: folder.url)
            #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
            return outcome.errorOutput
        }
        #expect(try warnings("UIColor=Tint") == "")
        #expect(
            try warnings("UIColour=Tint", "Paint=Tint") == """
                modelgen: warning: no attribute has the class 'UIColour', which --type replaces; did you mean 'UIColor'?
                modelgen: warning: no attribute has the class 'Paint', which --type replaces; remove --type, or specify \
                the class of a transformable attribute

                """)
    }

    @Test("A type of modelgen.yml for a class that no attribute has is a warning at its place")
    func configuredTypesOfNoAttribute() throws {
        for (model, className) in [("Paints", "UIColor"), ("Papers", "UIImage")] {
            try folder.write(
                .model(
                    containing: """
                        <entity name="\(model)"><attribute name="value" optional="YES" attributeType="Transformable" \
                        valueTransformerName="NSSecureUnarchiveFromData" customClassName="\(className)"/></entity>
                        """), to: "\(model).xcdatamodel/contents")
        }
        func warnings(_ arguments: String..., own: String = "", all: String) throws -> String {
            try folder.write(
                """
                models:
                  - Papers.xcdatamodel
                  - path: Paints.xcdatamodel
                    generate:
                      types: {\(own)}
                generate:
                  output: Out
                  types:
                    \(all)
                """, to: "modelgen.yml")
            let outcome = try tool.run(["generate"] + arguments, in: folder.url)
            #expect(outcome.exitCode == (arguments.contains("--strict") ? 1 : 0), "\(outcome.errorOutput)")
            return outcome.errors(in: folder)
        }
        #expect(try warnings(own: "UIColor: Tint", all: "UIImage: Picture") == "")
        let expected = """
            /project/modelgen.yml:5:15: warning: no attribute has the class 'UIImage', which 'types' replaces \
            [settings-type-unused]
            /project/modelgen.yml:5:15: note: remove it, or use the class of a transformable attribute
            /project/modelgen.yml:9:5: warning: no attribute has the class 'UIColour', which 'types' replaces \
            [settings-type-unused]
            /project/modelgen.yml:9:5: note: did you mean 'UIColor'?

            """
        // The class of the other model is none of this one.
        #expect(try warnings(own: "UIImage: Picture", all: "UIColour: Tint") == expected)
        #expect(try warnings("--strict", own: "UIImage: Picture", all: "UIColour: Tint").hasPrefix(expected))
        // The types can be for the model that is not part of the run.
        #expect(try warnings("Papers.xcdatamodel", all: "UIColor: Tint") == "")
    }

    @Test("A generated file with a name that is too long is an error that names it")
    func longNames() throws {
        let name = String(repeating: "a", count: 238)
        try folder.write(
            .model(containing: #"<entity name="Item" representedClassName="Item"/>"#),
            to: "\(name).xcdatamodel/contents")
        let outcome = try tool.run(["generate", "\(name).xcdatamodel", "--output", "Out"], in: folder.url)
        #expect(outcome.exitCode == 74)
        #expect(
            outcome.errorOutput
                == "modelgen: error: 'Out/\(name)+Model.swift' cannot be written: its name is too long; "
                + "shorten the name of the model or the class by 9 bytes\n")
        #expect(!FileManager.default.fileExists(atPath: folder.path("Out")))
    }

    @Test("A file for which there is no space is an error with its own name, not that of the hidden file for its bytes")
    func noSpace() throws {
        let outcome = try tool.run(
            ["generate", "Shop.xcdatamodeld", "--output", "Out", "--layout", "model"], in: folder.url,
            launcher: ["/bin/sh", "-c", "ulimit -f 1; exec \"$@\"", "sh"])
        #expect(outcome.exitCode == 74)
        #expect(
            outcome.errorOutput
                == "modelgen: error: 'Out/Shop+Generated.swift' cannot be written: file too large\n")
        #expect(!FileManager.default.fileExists(atPath: folder.path("Out")))
    }

    /// Many processes at once, as a build system may start them, leave no file out of the manifest.
    @Test("Processes that generate into the same folder wait for each other")
    func processesWaitForEachOther() async throws {
        let models = (0..<6).map { "M\($0)" }
        for model in models { try write(entities: "E\(model)", to: model) }
        let (tool, url) = (tool, folder.url)
        await withTaskGroup(of: Int32?.self) { group in
            for model in models {
                group.addTask {
                    try? tool.run("generate", "\(model).xcdatamodeld", "--output", "Out", in: url).exitCode
                }
            }
            for await exitCode in group { #expect(exitCode == 0) }
        }
        let manifest = try #require(text(of: ".modelgen-manifest"))
        #expect(manifest.split(separator: "\n").count == 1 + 3 * models.count)
    }
}
