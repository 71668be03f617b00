import Foundation
import TestSupport
import Testing

@Suite struct CompileTests {
    private let folder: TemporaryFolder
    private let tool = BuiltProduct("modelgen")

    init() throws {
        folder = try TemporaryFolder()
    }

    private func compile(_ arguments: String...) throws -> BuiltProduct.Outcome {
        try tool.run(["compile"] + arguments, in: folder.url)
    }

    private func write(_ entities: String, to version: String = "Shop.xcdatamodeld/Shop.xcdatamodel") throws {
        try folder.write(.model(containing: entities), to: version + "/contents")
    }

    private static let order = "<entity name=\"Order\" representedClassName=\"Order\"/>"

    @Test("A bundle is compiled to a folder, which is kept up to date")
    func aBundleBecomesAFolderAndStaysUpToDate() throws {
        try write(Self.order)
        try write(Self.order.replacing("/>", with: " isAbstract=\"YES\"/>"), to: "Shop.xcdatamodeld/Shop 2.xcdatamodel")
        #expect(try compile("Shop.xcdatamodeld", "--output", "Build", "--check").exitCode == 1)
        let first = try compile("Shop.xcdatamodeld", "--output", "Build")
        #expect(first.exitCode == 0)
        #expect(try folder.names(in: "Build/Shop.momd") == ["Shop 2.mom", "Shop.mom", "VersionInfo.plist"])
        let file = folder.url.appending(path: "Build/Shop.momd/Shop.mom")
        let past = Date(timeIntervalSince1970: 1_000_000)
        try FileManager.default.setAttributes(
            [.modificationDate: past], ofItemAtPath: folder.path("Build/Shop.momd/Shop.mom"))
        // Another version appears, and one changes; the third file keeps its date.
        try write(Self.order, to: "Shop.xcdatamodeld/Shop 2.xcdatamodel")
        let stale = try compile("Shop.xcdatamodeld", "--output", "Build", "--check")
        #expect(stale.output == "write Shop 2.mom\nwrite VersionInfo.plist\n")
        #expect(try compile("Shop.xcdatamodeld", "--output", "Build").exitCode == 0)
        #expect(try file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate == past)
        #expect(try compile("Shop.xcdatamodeld", "--output", "Build", "--check").exitCode == 0)
        // A version that is gone is gone from the folder, too.
        try FileManager.default.removeItem(atPath: folder.path("Shop.xcdatamodeld/Shop 2.xcdatamodel"))
        #expect(try compile("Shop.xcdatamodeld", "--output", "Build").exitCode == 0)
        #expect(try folder.names(in: "Build/Shop.momd") == ["Shop.mom", "VersionInfo.plist"])
    }

    @Test("What is left of a killed run is removed, also of files that the bundle does not have any more")
    func leftovers() throws {
        try write(Self.order)
        #expect(try compile("Shop.xcdatamodeld", "--output", "Build").exitCode == 0)
        let files = try folder.names(in: "Build/Shop.momd")
        for name in ["Shop.mom", "Old.mom", "VersionInfo.plist"] {
            for ending in ["new", "old"] { try folder.write("", to: "Build/Shop.momd/.\(name).modelgen-\(ending)") }
        }
        try folder.write("mine", to: "Build/Shop.momd/.mine.modelgen-old")
        #expect(try compile("Shop.xcdatamodeld", "--output", "Build").exitCode == 0)
        #expect(try folder.names(in: "Build/Shop.momd") == [".mine.modelgen-old"] + files)

        try write(Self.order, to: "Shop.xcdatamodel")
        #expect(try compile("Shop.xcdatamodel", "--output", "One").exitCode == 0)
        for ending in ["new", "old"] { try folder.write("", to: "One/.Shop.mom.modelgen-\(ending)") }
        #expect(try compile("Shop.xcdatamodel", "--output", "One").exitCode == 0)
        #expect(try folder.names(in: "One") == ["Shop.mom"])
    }

    @Test("A file in the place of a compiled bundle stays, with a message that says so")
    func fileInPlaceOfBundle() throws {
        try write(Self.order)
        try folder.write("mine", to: "Build/Shop.momd")
        let outcome = try compile("Shop.xcdatamodeld", "--output", "Build")
        #expect(outcome.exitCode == 74)
        #expect(
            outcome.errors(in: folder).hasSuffix(
                "Build/Shop.momd' cannot be written: it is not a folder; move it away, or write to another folder\n"),
            "\(outcome.errorOutput)")
    }

    @Test(
        "A file that no compiler wrote stays in the place of a compiled bundle, whatever its extension is",
        arguments: ["Old.mom", "Shop.mom", "VersionInfo.plist", "Old.omo"])
    func foreignFiles(_ name: String) throws {
        try write(Self.order)
        try folder.write("my text", to: "Build/Shop.momd/\(name)")
        let outcome = try compile("Shop.xcdatamodeld", "--output", "Build")
        #expect(outcome.exitCode == 74)
        #expect(
            outcome.errors(in: folder).hasSuffix(
                "it contains '\(name)', which is not a part of a compiled model\n"), "\(outcome.errorOutput)")
        #expect(try folder.names(in: "Build/Shop.momd") == [name])
        #expect(try String(contentsOfFile: folder.path("Build/Shop.momd/\(name)"), encoding: .utf8) == "my text")
    }

    @Test("The files of another compiler are replaced")
    func filesOfOthers() throws {
        try write(Self.order)
        try folder.write("bplist00", to: "Build/Shop.momd/Old.mom")
        try folder.write("\u{0}\u{1}", to: "Build/Shop.momd/Old.omo")
        try folder.write("<?xml version=\"1.0\"?>\n<plist/>", to: "Build/Shop.momd/VersionInfo.plist")
        #expect(try compile("Shop.xcdatamodeld", "--output", "Build").exitCode == 0)
        #expect(try folder.names(in: "Build/Shop.momd") == ["Shop.mom", "VersionInfo.plist"])
    }

    @Test("Composites in composites that would fill the disk are an error")
    func nestedComposites() throws {
        let levels = (0..<8).map { level in
            let type = "optional=\"YES\" attributeType=\"Composite\" composite=\"C\(level + 1)\""
            let members = (0..<10).map { "<attribute name=\"a\($0)\" \(type)/>" }
            return "<composite name=\"C\(level)\">\(members.joined())</composite>"
        }
        try write(
            """
            <entity name="A"><attribute name="c" optional="YES" attributeType="Composite" composite="C0"/></entity>
            \(levels.joined(separator: "\n"))
            <composite name="C8"><attribute name="s" optional="YES" attributeType="String"/></composite>
            """)
        try expectTranscript(
            compile("Shop.xcdatamodeld", "--output", "Build"), in: folder, at: "Compile/Nested-composites")
    }

    @Test("A list that names no current version is like no list")
    func unnamedCurrentVersion() throws {
        try write(Self.order)
        #expect(try compile("Shop.xcdatamodeld", "--output", "Build").exitCode == 0)
        try folder.write(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict/></plist>\n",
            to: "Shop.xcdatamodeld/.xccurrentversion")
        #expect(try compile("Shop.xcdatamodeld", "--output", "Build", "--check").output.isEmpty)
        let text = try tool.run(["convert", "Shop.xcdatamodeld"], in: folder.url)
        #expect(text.exitCode == 0 && !text.output.contains("current:"), "\(text.output)")
    }

    @Test("Of several versions without a current one, the version that commands use is compiled as the current one")
    func assumedCurrentVersion() throws {
        for version in ["A", "B", "C"] { try write(Self.order, to: "Shop.xcdatamodeld/\(version).xcdatamodel") }
        #expect(try compile("Shop.xcdatamodeld", "--output", "Build").exitCode == 0)
        let back = try tool.run(
            ["decompile", "Build/Shop.momd", "--output", "Back.xcdatamodeld"], in: folder.url)
        #expect(back.exitCode == 0, "\(back.errorOutput)")
        for bundle in ["Shop.xcdatamodeld", "Back.xcdatamodeld"] {
            #expect(try tool.run(["version", "current", bundle], in: folder.url).output == "A\n")
        }
    }

    @Test("A bundle whose current version is unknown is not compiled")
    func unknownCurrentVersion() throws {
        try write(Self.order)
        try write(Self.order, to: "Shop.xcdatamodeld/Shop 2.xcdatamodel")
        for isReadable in [false, true] {
            if isReadable {
                try folder.writeCurrentVersion("Shop 3", of: "Shop.xcdatamodeld")
            } else {
                try folder.write("<<<<<<< HEAD\n", to: "Shop.xcdatamodeld/.xccurrentversion")
            }
            let outcome = try compile("Shop.xcdatamodeld", "--output", "Build")
            #expect(outcome.exitCode == 1)
            #expect(outcome.errorOutput.contains(": error: "), "\(outcome.errorOutput)")
            #expect(outcome.errorOutput.contains("[current-version-unknown]"), "\(outcome.errorOutput)")
            #expect(!FileManager.default.fileExists(atPath: folder.path("Build")))
        }
    }

    @Test(
        "What validation refuses in the current version is not compiled",
        arguments: [
            (
                "xml-element-misplaced",
                """
                <entity name="A" representedClassName="A"><attribute name="x" optional="YES" attributeType="String">
                <attribute name="y" optional="YES" attributeType="String"/></attribute></entity>
                """
            ),
            (
                "relationship-inverse-mismatch",
                """
                <entity name="A" representedClassName="A">\
                <relationship name="b" optional="YES" maxCount="1" destinationEntity="B" inverseName="a" inverseEntity="B"/>
                </entity>
                <entity name="B" representedClassName="B">\
                <relationship name="a" optional="YES" maxCount="1" destinationEntity="A" inverseName="c" inverseEntity="A"/>
                </entity>
                """
            ),
            (
                "configuration-name-duplicate",
                """
                <entity name="A" representedClassName="A"/>
                <configuration name="C"><memberEntity name="A"/></configuration><configuration name="C"/>
                """
            ),
        ])
    func invalid(_ code: String, _ entities: String) throws {
        try write(entities)
        let outcome = try compile("Shop.xcdatamodeld", "--output", "Build")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorOutput.contains(": error: "))
        #expect(outcome.errorOutput.contains("[\(code)]"), "\(outcome.errorOutput)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("Build")))
    }

    @Test("What validation warns about is shown when a model is compiled, and an error with `--strict`")
    func validationWarnings() throws {
        try write(
            """
            <entity name="A" representedClassName="A"><attribute name="n" optional="YES" attributeType="Integer 32" \
            defaultValueString="abc" usesScalarValueType="NO"/></entity>
            """)
        let outcome = try compile("Shop.xcdatamodeld", "--output", "Build")
        #expect(outcome.exitCode == 0)
        #expect(outcome.errorOutput.contains("[attribute-default-invalid]"), "\(outcome.errorOutput)")
        #expect(try compile("Shop.xcdatamodeld", "--output", "Other", "--strict").exitCode == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.path("Other")))
    }

    @Test("Errors that are only about generated code, and those of older versions, do not keep a model from compiling")
    func errorsOfCode() throws {
        try write(
            """
            <entity name="A" representedClassName="A-B"><attribute name="n" optional="YES" attributeType="Integer 32" \
            usesScalarValueType="NO"><userInfo><entry key="modelgen.enum" value="1"/></userInfo></attribute></entity>
            """, to: "Shop.xcdatamodeld/Shop 2.xcdatamodel")
        try write(
            Self.order + #"<configuration name="C"/><configuration name="C"/>"#)
        try folder.writeCurrentVersion("Shop 2", of: "Shop.xcdatamodeld")
        let outcome = try compile("Shop.xcdatamodeld", "--output", "Build")
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        #expect(outcome.errorOutput.contains("[enum-name-not-identifier]"), "\(outcome.errorOutput)")
        #expect(!outcome.errorOutput.contains("[configuration-name-duplicate]"), "\(outcome.errorOutput)")
    }

    @Test("A finding that the project's baseline accepts does not keep a model from compiling")
    func acceptedFindings() throws {
        try write(Self.order + #"<configuration name="C"/><configuration name="C"/>"#)
        try folder.write("", to: "Package.swift")
        try folder.write("baseline: accepted.json\n", to: "modelgen.yml")
        let validated = try tool.run(
            ["validate", "Shop.xcdatamodeld", "--write-baseline", "accepted.json"], in: folder.url)
        #expect(validated.exitCode == 0, "\(validated.errorOutput)")
        let outcome = try compile("Shop.xcdatamodeld", "--output", "Build")
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
    }

    @Test("A single version is compiled to one file")
    func aVersionAloneBecomesOneFile() throws {
        try write(Self.order, to: "Shop.xcdatamodel")
        #expect(try compile("Shop.xcdatamodel", "--output", "Build").exitCode == 0)
        #expect(try folder.names(in: "Build") == ["Shop.mom"])
    }

    @Test("The module name replaces the leading period of a class name")
    func theNameOfTheModuleReplacesAPeriod() throws {
        try write(Self.order.replacing("\"Order\"/", with: "\".Order\"/"))
        #expect(try compile("Shop.xcdatamodeld", "--output", "Build", "--module", "Shop").exitCode == 0)
        let bytes = try Data(contentsOf: folder.url.appending(path: "Build/Shop.momd/Shop.mom"))
        #expect(bytes.range(of: Data("Shop.Order".utf8)) != nil)
    }

    @Test(
        "A model that cannot be compiled is an error with a place, and changes nothing",
        arguments: [
            (
                "Cyclic-parents",
                "<entity name=\"A\" parentEntity=\"B\"/>\n<entity name=\"B\" parentEntity=\"A\"/>"
            ),
            ("Missing-parent", "<entity name=\"A\" parentEntity=\"B\"/>"),
            (
                "Missing-destination",
                "<entity name=\"A\"><relationship name=\"b\" destinationEntity=\"B\" maxCount=\"1\"/></entity>"
            ),
            (
                "Default-UUID",
                "<entity name=\"A\"><attribute name=\"id\" attributeType=\"UUID\" defaultValueString=\"0-1\"/></entity>"
            ),
            (
                "Unknown-predicate",
                """
                <entity name="A" representedClassName="A"><attribute name="n" attributeType="String"/></entity>
                <fetchRequest name="F" entity="A" predicateString="n BEGINSWITH &quot;x&quot;"/>
                """
            ),
            ("Malformed", "<entity name=\"A\">"),
            (
                "Unusual-names",
                """
                <entity name="A B"><attribute name="1st" attributeType="String"/><attribute name="größe" attributeType="String"/>
                <attribute name="a&#10;b" attributeType="String"/></entity>
                """
            ),
        ])
    func impossible(_ name: String, _ entities: String) throws {
        try write(Self.order)
        #expect(try compile("Shop.xcdatamodeld", "--output", "Build").exitCode == 0)
        let before = try Data(contentsOf: folder.url.appending(path: "Build/Shop.momd/Shop.mom"))
        try write(entities)
        try expectTranscript(
            compile("Shop.xcdatamodeld", "--output", "Build"), in: folder, at: "Compile/\(name)")
        #expect(try compile("Shop.xcdatamodeld", "--output", "Other").exitCode == 1)
        #expect(try folder.names(in: "Build/Shop.momd") == ["Shop.mom", "VersionInfo.plist"])
        #expect(try Data(contentsOf: folder.url.appending(path: "Build/Shop.momd/Shop.mom")) == before)
        #expect(!FileManager.default.fileExists(atPath: folder.path("Other")))
    }

    @Test("An uncertain model is a warning, and with `--strict` an error")
    func whatIsUncertainIsAWarningOrAnError() throws {
        try write("<entity name=\"Order\"/>")
        try expectTranscript(
            compile("Shop.xcdatamodeld", "--output", "Build", "--strict"), in: folder, at: "Compile/Strict")
        #expect(!FileManager.default.fileExists(atPath: folder.path("Build")))
        try expectTranscript(compile("Shop.xcdatamodeld", "--output", "Build"), in: folder, at: "Compile/Uncertain")
    }

    @Test("A relationship whose inverse does not exist keeps the name of the inverse, with a warning")
    func missingInverse() throws {
        try write(
            """
            <entity name="A" representedClassName="A"><relationship name="b" destinationEntity="A" inverseName="c" \
            inverseEntity="A" maxCount="1" deletionRule="Nullify"/></entity>
            """)
        try expectTranscript(
            compile("Shop.xcdatamodeld", "--output", "Build"), in: folder, at: "Compile/Missing-inverse")
        let back = try BuiltProduct("modelgen").run(
            "decompile", "Build/Shop.momd", "--output", "Back.xcdatamodeld", in: folder.url)
        #expect(back.exitCode == 0, "\(back.errorOutput)")
        let text = try String(
            contentsOfFile: folder.path("Back.xcdatamodeld/Shop.xcdatamodel/contents"), encoding: .utf8)
        #expect(text.contains(#"destinationEntity="A" inverseName="c""#))
        let strict = try compile("Shop.xcdatamodeld", "--output", "Other", "--strict")
        #expect(strict.exitCode == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.path("Other")))
    }

    @Test("Names in any script are kept in compiled models")
    func namesOfAnyScriptAreKept() throws {
        let name = "Größe 🧺 \u{202E}x"
        try write(
            "<entity name=\"Größe\" representedClassName=\"X\"><attribute name=\"数é\" attributeType=\"String\"/></entity>",
            to: "\(name).xcdatamodeld/\(name) 2.xcdatamodel")
        #expect(try compile("\(name).xcdatamodeld", "--output", "Build").exitCode == 0)
        #expect(try Set(folder.names(in: "Build/\(name).momd")) == ["VersionInfo.plist", "\(name) 2.mom"])
    }
}
