import Foundation
import TestSupport
import Testing

@Suite struct GenerateTests {
    private let tool = BuiltProduct("modelgen")
    private let superheroes = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)

    @Test("Generating writes the files and prints nothing")
    func writesTheFilesAndSaysNothing() throws {
        let folder = try TemporaryFolder()
        let output = folder.url.appending(path: "New/Generated").path(percentEncoded: false)
        let outcome = try tool.run("generate", superheroes, "--output", output)
        #expect(outcome.exitCode == 0)
        #expect(outcome.output == "")
        #expect(outcome.errorOutput == "")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: output).sorted()
                == [
                    ".modelgen-manifest", "Superhero+Generated.swift", "Superheroes+Model.swift",
                    "Team+Generated.swift",
                ])
    }

    /// Paths, the output folder, and a few flags need no parser. Any other option brings it in.
    @Test(
        "Arguments that are read without the parser do what the parser makes of them",
        arguments: [
            ["S.xcdatamodeld", "--output", "Out"], ["S.xcdatamodeld", "-o", "Out", "--no-cache"],
            ["--output", "Out", "."],
            ["S.xcdatamodeld", "S.xcdatamodeld", "--output", "Out/Deep"],
            ["--output", "Out", "--check", "S.xcdatamodeld"],
            ["S.xcdatamodeld", "--output", ""], ["", "--output", "Out"], ["S.xcdatamodeld", "--output", "-"], ["-"],
            ["S.xcdatamodeld", "--output"], ["S.xcdatamodeld", "--output", "Out", "-o", "Other"],
            ["S.xcdatamodeld", "--output", "--check"], ["--check", "--check", "S.xcdatamodeld", "-o", "Out"],
            ["S.xcdatamodeld"], ["Missing.xcdatamodeld", "--output", "Out"], ["help"],
            ["S.xcdatamodeld", "-o", "S.xcdatamodeld"],
            [],
        ])
    func argumentsWithoutParser(_ arguments: [String]) throws {
        func run(_ more: String...) throws -> [String] {
            let folder = try TemporaryFolder()
            try FileManager.default.copyItem(
                at: URL(filePath: superheroes), to: folder.url.appending(path: "S.xcdatamodeld"))
            let outcome = try tool.run(["generate"] + arguments + more, in: folder.url)
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path(percentEncoded: false))
            let messages = outcome.output + outcome.errorOutput
            return ["\(outcome.exitCode)", messages.replacing(folder.url.path(percentEncoded: false), with: "/")]
                + paths.sorted()
        }
        #expect(try run() == run("--color=auto"))
    }

    @Test("Unchanged files keep their modification time")
    func unchangedFilesKeepTheirModificationTime() throws {
        let folder = try TemporaryFolder()
        let output = folder.url.path(percentEncoded: false)
        _ = try tool.run("generate", superheroes, "--output", output)
        let team = folder.url.appending(path: "Team+Generated.swift").path(percentEncoded: false)
        let longAgo = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: longAgo], ofItemAtPath: team)
        let hero = folder.url.appending(path: "Superhero+Generated.swift")
        let text = try String(contentsOf: hero, encoding: .utf8)
        try FileManager.default.removeItem(at: hero)

        let outcome = try tool.run("generate", superheroes, "--output", output, "--verbose")
        #expect(outcome.exitCode == 0)
        #expect(
            try FileManager.default.attributesOfItem(atPath: team)[.modificationDate] as? Date == longAgo)
        #expect(try String(contentsOf: hero, encoding: .utf8) == text)
        try expectTranscript(outcome, in: folder, at: "Generate/Verbose")
    }

    @Test("Models are found in folders")
    func aFolderIsSearchedForModels() throws {
        let folder = try TemporaryFolder()
        let models = folder.url.appending(path: "Deep/Down/Superheroes.xcdatamodeld")
        try FileManager.default.createDirectory(
            at: models.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: URL(filePath: superheroes), to: models)
        let output = folder.url.appending(path: "Out").path(percentEncoded: false)
        let outcome = try tool.run("generate", folder.url.path(percentEncoded: false), "--output", output)
        #expect(outcome.exitCode == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: output).count == 4)
    }

    @Test("Two models with the same output file are an error")
    func twoModelsForTheSameFileAreAnError() throws {
        let folder = try TemporaryFolder()
        for name in ["A", "B"] {
            let parent = folder.url.appending(path: name)
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: URL(filePath: superheroes), to: parent.appending(path: "Superheroes.xcdatamodeld"))
        }
        let output = folder.url.appending(path: "Out").path(percentEncoded: false)
        let outcome = try tool.run("generate", folder.url.path(percentEncoded: false), "--output", output)
        try expectTranscript(outcome, in: folder, at: "Generate/Collision")
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test("An output folder that cannot be created is an error")
    func aFolderThatCannotBeMadeIsAnError() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "file")
        try Data().write(to: file)
        let output = file.appending(path: "Out").path(percentEncoded: false)
        let outcome = try tool.run("generate", superheroes, "--output", output)
        try expectTranscript(outcome, in: folder, at: "Generate/File-in-the-way")
    }

    @Test("A usage error has its own exit code")
    func wrongUsageHasItsOwnExitCode() throws {
        #expect(try tool.run("generate", "--outpt", "x").exitCode == 64)
        #expect(try tool.run("generate", superheroes).exitCode == 64)
    }

    @Test("A handwritten file is not replaced")
    func aFileWrittenByHandIsNotReplaced() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("// mine", to: "Team+Generated.swift")
        let outcome = try tool.run("generate", superheroes, "--output", folder.path(""))
        try expectTranscript(outcome, in: folder, at: "Generate/File-written-by-hand")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "// mine")
    }

    @Test("A model named twice is generated once")
    func theSameModelNamedTwiceIsGeneratedOnce() throws {
        let folder = try TemporaryFolder()
        let outcome = try tool.run("generate", superheroes, superheroes, "--output", folder.path("Out"))
        #expect(outcome.exitCode == 0)
        #expect(outcome.errorOutput == "")
    }

    @Test("An empty path is a usage error")
    func anEmptyPathIsWrongUsage() throws {
        #expect(try tool.run("generate", superheroes, "--output", "").exitCode == 64)
        #expect(try tool.run("generate", "", "--output", "x").exitCode == 64)
    }
}
