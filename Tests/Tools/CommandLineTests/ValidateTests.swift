import Foundation
import TestSupport
import Testing

@Suite struct ValidateTests {
    private let tool = BuiltProduct("modelgen")
    private let folder: TemporaryFolder
    private let contents = "Models/Shop.xcdatamodeld/Shop.xcdatamodel/contents"

    /// A project with a model that has one warning.
    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        try write(inverseCount: 1)
    }

    private func write(inverseCount: Int) throws {
        let relationships = (0..<inverseCount).map {
            #"<relationship name="r\#($0)" optional="YES" maxCount="1" destinationEntity="Order"/>"#
        }
        try folder.write(
            .model(containing: "<entity name=\"Order\">\n\(relationships.joined(separator: "\n"))\n</entity>"),
            to: contents)
    }

    private func validate(_ arguments: String...) throws -> BuiltProduct.Outcome {
        try tool.run(["validate"] + arguments, in: folder.url)
    }

    /// Expects the whole output of a run.
    private func expectTranscript(
        _ outcome: BuiltProduct.Outcome, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expectGolden(
            outcome.transcript(in: folder), at: "Transcripts/Validate/\(name).txt", sourceLocation: sourceLocation)
    }

    /// The summary of the run is for terminals.
    @Test("Warnings are printed to the standard error, and the exit code is 0")
    func warnings() throws {
        try expectTranscript(validate("Models"), "Warning")
    }

    @Test("Conventions of the project are checked like rules")
    func conventionsOfTheProjectAreRules() throws {
        try write(inverseCount: 0)
        try folder.write(
            "conventions: {entity-prefix: {of: entities, require: name BEGINSWITH 'SH', message: lacks the prefix}}\n",
            to: "modelgen.yml")
        try expectTranscript(validate("Models"), "Convention")
        #expect(try validate("Models", "--strict").exitCode == 1)
        #expect(try validate("Models", "--format", "sarif").codesInSARIF == ["entity-prefix"])
        for format in ["github", "junit", "gitlab", "json"] {
            try expectTranscript(validate("Models", "--format", format), "Convention-\(format)")
        }
        _ = try validate("Models", "--write-baseline")
        #expect(try validate("Models", "--strict", "--baseline", "modelgen-baseline.json").exitCode == 0)
    }

    @Test("A valid model prints nothing")
    func aHealthyModelMakesNoOutput() throws {
        try write(inverseCount: 0)
        let outcome = try validate("Models/Shop.xcdatamodeld")
        #expect(outcome.exitCode == 0)
        #expect(outcome.output + outcome.errorOutput == "")
    }

    @Test("Without a path, the working folder is searched for models")
    func withoutAPathTheWorkingDirectoryIsSearched() throws {
        #expect(try validate("--strict").exitCode == 1)
        try folder.write("models:\n  - Other\n", to: "modelgen.yml")
        try folder.write(.model(containing: ""), to: "Other/Empty.xcdatamodel/contents")
        #expect(try validate("--strict").exitCode == 0)
    }

    @Test("Errors have a failing exit code")
    func errorsFail() throws {
        try folder.write(.model(containing: #"<entity name="A"/><entity name="A"/>"#), to: contents)
        try expectTranscript(validate("Models"), "Error")
    }

    @Test("With `--strict`, warnings have a failing exit code")
    func strictLetsWarningsFail() throws {
        #expect(try validate("Models", "--strict").exitCode == 1)
    }

    @Test("The level of a rule can be set")
    func aRulesLevelCanBeSet() throws {
        #expect(try validate("Models", "--rule", "relationship-inverse-missing=error").exitCode == 1)
        let off = try validate("Models", "--rule", "relationship-inverse-missing=off", "--strict")
        #expect(off.exitCode == 0)
        #expect(off.errorOutput == "")
    }

    @Test(
        "An invalid level of a rule is a usage error",
        arguments: [
            ("nothing", "specify code=level, such as name-is-keyword=off"),
            (
                "relationship-inverse-mising=off",
                "unknown rule 'relationship-inverse-mising'; did you mean 'relationship-inverse-missing'?"
            ),
            (
                "relationship-inverse-missing=loud",
                "'loud' is not a valid level for rule 'relationship-inverse-missing'; use one of off, note, warning, error"
            ),
            (
                "entity-name-duplicate=off",
                "rule 'entity-name-duplicate' cannot be lowered, because generated code relies on it; remove the level, "
                    + "and correct the model"
            ),
        ])
    func aRuleThatCannotBeSetIsWrongUsage(_ rule: String, _ message: String) throws {
        let outcome = try validate("Models", "--rule", rule)
        #expect(outcome.exitCode == 64)
        let line = outcome.errorOutput.prefix { $0 != "\n" }
        #expect(line == "modelgen: error: '\(rule)' is not a value of '--rule <code=level>': \(message)")
    }

    @Test("The nearest configuration applies")
    func theConfigurationOfTheProjectHolds() throws {
        try folder.write("rules:\n  relationship-inverse-missing: error\n", to: "modelgen.yml")
        #expect(try validate("Models").exitCode == 1)
        #expect(try validate("Models", "--rule", "relationship-inverse-missing=off").exitCode == 0)
        try folder.write("rules:\n  relationship-inverse-missing: off\n", to: "Models/modelgen.yml")
        #expect(try validate("Models", "--strict").exitCode == 0)
        #expect(try validate("Models", "--config", "modelgen.yml").exitCode == 1)
    }

    @Test("An error in the configuration is a usage error")
    func aConfigurationWithAnErrorIsWrongUsage() throws {
        try folder.write("ruls:\n", to: "modelgen.yml")
        try expectTranscript(validate("Models"), "UnknownKey")
    }

    @Test("Files that cannot be read or written are errors")
    func filesThatCannotBeReadOrWritten() throws {
        #expect(try validate("Models", "--config", "none.yml").exitCode == 74)
        #expect(try validate("Models", "--baseline", "none.json").exitCode == 74)
        #expect(try validate("Models", "--format", "json", "--output", "none/report.json").exitCode == 74)
    }

    @Test("Wrong options of `validate` are usage errors")
    func wrongUsage() throws {
        #expect(try validate("--form", "json").exitCode == 64)
        #expect(try validate("--format", "yaml").exitCode == 64)
    }

    @Test("A path to a missing file is an error")
    func missingPath() throws {
        let outcome = try validate("Models/None.xcdatamodeld")
        #expect(outcome.exitCode == 74)
        #expect(
            outcome.errorOutput
                == "modelgen: error: 'Models/None.xcdatamodeld' cannot be read: no such file or directory\n")
    }

    @Test("Documents are written to the standard output or a file", arguments: ["json", "sarif"])
    func documentsGoToStandardOutputOrAFile(_ format: String) throws {
        let outcome = try validate("Models", "--format", format)
        #expect(outcome.exitCode == 0)
        #expect(outcome.errorOutput == "")
        #expect(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) is [String: Any])
        #expect(outcome.output.contains(contents))
        #expect(!outcome.output.contains(folder.url.lastPathComponent), "paths are relative to the working folder")

        let written = try validate("Models", "--format", format, "--output", "report")
        #expect(written.output + written.errorOutput == "")
        #expect(try String(contentsOfFile: folder.path("report"), encoding: .utf8) == outcome.output)
    }

    @Test("Reports name files relative to the working folder", arguments: ["junit", "gitlab", "github"])
    func reportsNameFilesFromTheWorkingDirectory(_ format: String) throws {
        let outcome = try validate("Models", "--format", format)
        #expect(!outcome.output.contains(folder.url.lastPathComponent))
        try expectTranscript(outcome, "Warning-\(format)")
    }

    /// A terminal is there to look at, so that colours and lines of the model are of use.
    @Test(
        "A terminal shows lines of the model, with and without colors",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"),
            "there is no /usr/bin/script; install the package 'bsdutils'"))
    func aTerminalShowsLinesAndColors() throws {
        let tool = BuiltProduct("modelgen").url.path(percentEncoded: false)
        func shown(_ environment: String) throws -> String {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/script")
            process.arguments = ["-qec", "\(environment) '\(tool)' validate Models", "/dev/null"]
            process.currentDirectoryURL = folder.url
            let output = Pipe()
            process.standardOutput = output
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return text.replacing("\r\n", with: "\n")
        }
        let plain = try shown("NO_COLOR=1 TERM=xterm")
        try expectGolden(plain, at: "Transcripts/Validate/Terminal.txt")
        try expectGolden(shown("NO_COLOR= TERM=xterm"), at: "Transcripts/Validate/Terminal-colors.txt")
    }

    @Test("The rules of `validate` are listed")
    func rulesAreListed() throws {
        try expectTranscript(validate("--list-rules"), "Rules")
    }

    @Test("A baseline accepts existing findings, and reports outdated entries")
    func baselineOfExistingFindings() throws {
        let accepted = try validate("Models", "--write-baseline")
        #expect(accepted.exitCode == 0)
        #expect(accepted.output + accepted.errorOutput == "")
        let baseline = try String(contentsOfFile: folder.path("modelgen-baseline.json"), encoding: .utf8)
        try expectGolden(baseline, at: "Transcripts/Validate/Baseline.json")

        try folder.write("baseline: modelgen-baseline.json\n", to: "modelgen.yml")
        #expect(try validate("Models", "--strict").errorOutput == "")
        try write(inverseCount: 2)
        try expectTranscript(validate("Models", "--strict"), "Baseline-and-new-warning")

        try write(inverseCount: 0)
        try expectTranscript(validate("Models", "--strict"), "Baseline-outdated")
        #expect(try validate("Models", "--write-baseline").exitCode == 0)
        #expect(try validate("Models").errorOutput == "")
    }

    @Test("The file name of a baseline can be chosen")
    func chosenBaselineName() throws {
        #expect(try validate("Models", "--write-baseline", "accepted.json").exitCode == 0)
        #expect(try validate("Models", "--strict", "--baseline", "accepted.json").exitCode == 0)
        try folder.write("baseline: named.json\n", to: "modelgen.yml")
        #expect(try validate("Models", "--write-baseline").exitCode == 0)
        #expect(FileManager.default.fileExists(atPath: folder.path("named.json")))
        #expect(!FileManager.default.fileExists(atPath: folder.path("modelgen-baseline.json")))
    }

    @Test("Every version is validated if this is requested")
    func allVersions() throws {
        try folder.write(
            .model(containing: #"<entity name="A"/><entity name="A"/>"#),
            to: "Models/Shop.xcdatamodeld/Old.xcdatamodel/contents")
        try folder.writeCurrentVersion("Shop", of: "Models/Shop.xcdatamodeld")
        #expect(try validate("Models/Shop.xcdatamodeld").exitCode == 0)
        #expect(try validate("Models/Shop.xcdatamodeld", "--all-versions").exitCode == 1)
        #expect(try validate("Models").exitCode == 1)
        #expect(try validate("Models/Shop.xcdatamodeld/Old.xcdatamodel").exitCode == 1)
        #expect(try validate(contents).exitCode == 0)
    }
}
