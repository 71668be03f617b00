import Foundation
import TestSupport
import Testing

/// `modelgen port` on packages as people have them.
@Suite struct PortTests {
    private let tool = BuiltProduct("modelgen")
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: String...) throws -> BuiltProduct.Outcome { try tool.run(arguments, in: folder.url) }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: folder.path(path), encoding: .utf8)
    }

    /// Copies the sources of an app before porting, and its model.
    private func makeApp(_ name: String) throws {
        let before = SourceTree.folder("Tests/Goldens/Porting/\(name)/Before")
        for (file, text) in try SourceTree.texts(below: before) {
            try folder.write(text, to: "Sources/\(name)/\(file)")
        }
        // Some have their own model.
        guard !FileManager.default.fileExists(atPath: folder.path("Sources/\(name)/\(name).xcdatamodeld")) else {
            return
        }
        try FileManager.default.copyItem(
            at: SourceTree.folder("Models/\(name).xcdatamodeld"),
            to: folder.url.appending(path: "Sources/\(name)/\(name).xcdatamodeld"))
    }

    /// The texts of the files that are not a part of the model.
    private func texts() throws -> [String: String] {
        try SourceTree.texts(below: folder.url).filter { !$0.key.contains(".xcdatamodeld/") }
    }

    @Test(
        "The model layers of the tutorials are ported with nothing left by hand",
        arguments: ["Superheroes", "BookCatalogue", "UberNotebook", "HardChoice", "SurfJournal"])
    func layers(_ name: String) throws {
        try makeApp(name)
        let dryRun = try run("port", "--dry-run")
        #expect(try run("port", "--check").exitCode == 1)
        let outcome = try run("port")
        #expect(outcome.exitCode == 0)
        #expect(outcome.errorOutput == "")
        #expect(outcome.output == dryRun.output && dryRun.output.contains("+++ b/Package.swift"))
        let files = try texts()
        let after = files.map { ($0.key.replacing("Sources/\(name)/", with: ""), $0.value) }
        try expectGoldens(
            Dictionary(uniqueKeysWithValues: after.map { ($0.0 == "Package.swift" ? "Package.txt" : $0.0, $0.1) }),
            in: "Porting/\(name)/After")
        // Nothing is left to do, and the result is a fixed point.
        let again = try run("port", "--check")
        #expect(again.exitCode == 0 && again.errorOutput == "", "\(again.errorOutput)")
        #expect(try run("port").output == "")
        #expect(try texts() == files)
    }

    #if !canImport(ObjectiveC)
        @Test(
            "Ported layers compile with the module CoreData",
            arguments: ["Superheroes", "BookCatalogue", "UberNotebook", "HardChoice", "SurfJournal"])
        func compiling(_ name: String) throws {
            try makeApp(name)
            #expect(try run("port").exitCode == 0)
            let generated = try run(
                "generate", "Sources/\(name)/\(name).xcdatamodeld", "--output", "Generated", "--platforms", "all")
            #expect(generated.exitCode == 0, "\(generated.errorOutput)")
            let paths = try texts().keys.filter {
                $0.hasPrefix("Sources/\(name)/") && $0.hasSuffix(".swift")
                    || $0.hasPrefix("Generated/") && $0.hasSuffix(".swift")
            }
            let modules = tool.url.deletingLastPathComponent().appending(path: "Modules").path(percentEncoded: false)
            let maps = ["CZLib", "CLibXML2", "CSQLite", "CPostgreSQL"].flatMap { module in
                let map = SourceTree.file("Sources/System/\(module)/module.modulemap").path(percentEncoded: false)
                return ["-Xcc", "-fmodule-map-file=\(map)"]
            }
            let compiler = BuiltProduct(at: URL(filePath: "/usr/bin/env"))
            let outcome = try compiler.run(
                ["swiftc", "-typecheck", "-swift-version", "5", "-module-name", name, "-I", modules] + maps
                    + paths.sorted(),
                in: folder.url)
            #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        }
    #endif

    @Test("A layer that uses frameworks of Apple's platforms keeps them in conditions, and a selector is left by hand")
    func frameworks() throws {
        try makeApp("FieldNotes")
        let outcome = try run("port")
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.errorOutput.split(separator: "\n").filter { $0.contains(": warning: ") }.map {
                $0.drop { $0 != ":" }
            } == [
                ":34:29: warning: '#selector(contextDidSave(_:))' requires the Objective-C runtime [objective-c-selector]"
            ])
        let after = try texts().map { ($0.key.replacing("Sources/FieldNotes/", with: ""), $0.value) }
        try expectGoldens(
            Dictionary(uniqueKeysWithValues: after.map { ($0.0 == "Package.swift" ? "Package.txt" : $0.0, $0.1) }),
            in: "Porting/FieldNotes/After")
        #expect(try run("port").output == "")
    }

    @Test("A check lists each place with its remedy, and writes nothing")
    func check() throws {
        try folder.write(
            """
            import CoreData

            @objc(Note)
            class Note: NSManagedObject {
                @NSManaged private var title: String
                let key = #keyPath(Note.title)
                let action = #selector(save)
            }

            """, to: "Sources/App/Note.swift")
        let before = try texts()
        try expectTranscript(run("port", "--check"), in: folder, at: "Port/Check")
        try expectTranscript(run("port", "--check", "--format", "json"), in: folder, at: "Port/Check-json")
        try expectTranscript(run("port", "--check", "--format", "github"), in: folder, at: "Port/Check-github")
        try expectTranscript(run("port", "--dry-run"), in: folder, at: "Port/Dry-run")
        #expect(try texts() == before)
        try expectTranscript(run("port"), in: folder, at: "Port/Written")
        try expectTranscript(run("port", "--check", "-q"), in: folder, at: "Port/Left")
    }

    @Test("An existing manifest stays as it is, and its missing lines are printed")
    func existingManifest() throws {
        try makeApp("HardChoice")
        try folder.write("// swift-tools-version: 6.1\n", to: "Package.swift")
        let outcome = try run("port")
        #expect(outcome.exitCode == 0)
        #expect(try text("Package.swift") == "// swift-tools-version: 6.1\n")
        #expect(
            outcome.errorOutput.contains(
                #"  .target(name: "HardChoice", dependencies: [coreData, "HardChoiceAccessors"], plugins: [plugin]),"#))
        #expect(try run("port", "--check").errorOutput.contains("no target uses the plugin ModelGenPlugin"))
        try folder.write("// swift-tools-version: 6.1\n// ModelGenPlugin\n", to: "Package.swift")
        #expect(try run("port", "--check").exitCode == 0)
    }

    @Test("A configuration stays as it is")
    func existingConfiguration() throws {
        try makeApp("UberNotebook")
        try folder.write("generate:\n  style: objectgraph\n", to: "modelgen.yml")
        #expect(try run("port").exitCode == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.path("Sources/UberNotebook/modelgen.yml")))
    }

    @Test("Line breaks, byte order marks, and modes stay")
    func bytes() throws {
        try folder.write("\u{FEFF}@objc class A {}\r\n", to: "A.swift")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("A.swift"))
        #expect(try run("port", "A.swift").exitCode == 0)
        let text = "\u{FEFF}#if canImport(ObjectiveC)\r\n@objc\r\n#endif\r\nclass A {}\r\n"
        #expect(try Data(contentsOf: folder.url.appending(path: "A.swift")) == Data(text.utf8))
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("A.swift"))
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test("Hidden folders, those of tools, and files of other kinds are skipped")
    func skipped() throws {
        let source = "@objc class A {}\n"
        for path in [".build/A.swift", "Pods/A.swift", ".A.swift", "A.txt", "A.xcdatamodeld/A.swift"] {
            try folder.write(source, to: path)
        }
        let before = try texts()
        #expect(try run("port", ".").output == "")
        let refused = try run("port", "A.txt")
        #expect(refused.exitCode == 74)
        #expect(
            refused.errorOutput.contains("A.txt' cannot be read: it is not a Swift source"), "\(refused.errorOutput)")
        #expect(try texts() == before)
    }

    @Test("Links are not followed, and other entries are refused")
    func links() throws {
        try folder.write("@objc class A {}\n", to: "Outside/A.swift")
        try folder.createFolder("Sources")
        let outside = folder.path("Outside/A.swift")
        try FileManager.default.createSymbolicLink(atPath: folder.path("Sources/A.swift"), withDestinationPath: outside)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Sources/B"), withDestinationPath: folder.path("Outside"))
        let outcome = try run("port")
        #expect(outcome.exitCode == 0 && outcome.output == "")
        #expect(
            outcome.errorOutput.contains("Sources/A.swift: warning: the source is skipped: it is a link, not a file"))
        for path in ["Sources/A.swift", "Sources/B", "/dev/null"] {
            let refused = try run("port", path)
            #expect(refused.exitCode == 74 && refused.output == "", "\(refused)")
        }
        #expect(try String(contentsOfFile: outside, encoding: .utf8) == "@objc class A {}\n")
    }

    @Test("A specified file that is not understood is an error, because nothing of it is ported")
    func specifiedFiles() throws {
        try folder.write("import CoreData\n}\n", to: "Sources/A.swift")
        let outcome = try run("port", "Sources/A.swift")
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errorOutput.contains("A.swift:2:1: warning: the file can't be understood"),
            "\(outcome.errorOutput)")
        #expect(try run("port", "Sources/A.swift", "--dry-run").exitCode == 1)
        #expect(try run("port", "Sources").exitCode == 0)
    }

    @Test("A file that is not UTF-8 or not understood is reported and skipped, and others are written")
    func unreadable() throws {
        try folder.write("@objc class A {}\n", to: "Sources/A.swift")
        try folder.write("@objc class B {\n", to: "Sources/B.swift")
        try Data([0x40, 0x6F, 0xFF]).write(to: folder.url.appending(path: "Sources/C.swift"))
        let outcome = try run("port")
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.errorOutput.contains(
                "B.swift:1:15: warning: the file can't be understood: a bracket has no counterpart"))
        #expect(outcome.errorOutput.contains("C.swift: warning: the file is not UTF-8"))
        #expect(try text("Sources/A.swift").hasPrefix("#if canImport(ObjectiveC)\n"))
        #expect(try text("Sources/B.swift") == "@objc class B {\n")
    }

    @Test(
        "If one file cannot be written, none is",
        .enabled(if: getuid() != 0, "root can write to every file; run the tests as another user"))
    func allOrNone() throws { try expectNothingWritten() }

    @Test("If the place of a new file is taken, nothing is written")
    func takenPlace() throws {
        try folder.write("@objc class A {}\n", to: "Sources/A.swift")
        // The name under which the new bytes are written first.
        try folder.createFolder("Sources/.A.swift.modelgen-new")
        try folder.write("@objc class B {}\n", to: "Sources/B/B.swift")
        let outcome = try run("port")
        #expect(outcome.exitCode == 74)
        #expect(outcome.output == "")
        #expect(try text("Sources/A.swift") == "@objc class A {}\n")
        #expect(try text("Sources/B/B.swift") == "@objc class B {}\n")
    }

    private func expectNothingWritten() throws {
        for name in ["A", "B"] { try folder.write("@objc class \(name) {}\n", to: "Sources/\(name)/\(name).swift") }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o444], ofItemAtPath: folder.path("Sources/B/B.swift"))
        let outcome = try run("port")
        #expect(outcome.exitCode == 74)
        #expect(outcome.errorOutput == "modelgen: error: 'Sources/B/B.swift' cannot be written: permission denied\n")
        #expect(try text("Sources/A/A.swift") == "@objc class A {}\n")
    }

    @Test("Without Sources and Tests, the command asks for paths")
    func withoutFolders() throws {
        let outcome = try run("port")
        #expect(outcome.exitCode == 64)
        #expect(
            outcome.errorMessage
                == "modelgen: error: the working folder has neither Sources nor Tests; specify files or folders\n")
    }

    @Test("Both modes at once are an error")
    func modes() throws {
        #expect(try run("port", "--check", "--dry-run").exitCode == 64)
    }
}
