import Foundation
import TestSupport
import Testing

/// What is remembered makes runs quicker, and never other.
@Suite struct GenerationCacheTests {
    private let tool = BuiltProduct("modelgen")
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        try write("A")
    }

    private func write(_ entity: String) throws {
        try folder.write(
            .model(
                containing:
                    #"<entity name="\#(entity)"><relationship name="r" optional="YES" destinationEntity="\#(entity)"/></entity>"#
            ), to: "S.xcdatamodel/contents")
    }

    private func generate(_ arguments: String..., cache: String = "Cache") throws -> BuiltProduct.Outcome {
        try tool.run(
            ["generate", "S.xcdatamodel", "--output", "Out", "--verbose"] + arguments, in: folder.url,
            cacheFolder: folder.path(cache))
    }

    private var entries: [String] {
        (try? folder.names(in: "Cache/modelgen")) ?? []
    }

    @Test("A cached run prints the same diagnostics")
    func anUnchangedRunSaysTheSame() throws {
        let first = try generate()
        #expect(first.output.hasSuffix("\n2 written\n"))
        #expect(entries.count == 1)
        let second = try generate()
        #expect(second.errorOutput == first.errorOutput)
        try expectTranscript(second, in: folder, at: "GenerationCache/Unchanged")
        #expect(try generate("--check").exitCode == 0)
    }

    @Test("A cached run applies other levels of rules")
    func aRunUnderOtherRulesSaysSo() throws {
        let first = try generate()
        let rule = "--rule=relationship-inverse-missing"
        #expect(try generate("\(rule)=off").errorOutput == "")
        #expect(try generate("\(rule)=error").exitCode == 1)
        #expect(try generate("--strict").exitCode == 1)
        #expect(try generate().errorOutput == first.errorOutput)
    }

    @Test("A cached run applies another baseline")
    func aRunUnderAnotherBaselineSaysSo() throws {
        let first = try generate()
        _ = try tool.run(["validate", "S.xcdatamodel", "--write-baseline", "--baseline", "B.json"], in: folder.url)
        #expect(try generate("--baseline", "B.json").errorOutput == "")
        #expect(try generate("--baseline", "B.json").errorOutput == "")
        let accepted = try String(contentsOfFile: folder.path("B.json"), encoding: .utf8)
        try folder.write(accepted.replacingOccurrences(of: "inverse-missing", with: "gone"), to: "B.json")
        #expect(try generate("--baseline", "B.json").errorOutput == first.errorOutput)
    }

    @Test("Diagnostics of a bundle are computed again in a cached run")
    func diagnosticsOfBundle() throws {
        let contents = try String(contentsOfFile: folder.path("S.xcdatamodel/contents"), encoding: .utf8)
        try folder.write(contents, to: "T.xcdatamodeld/1.xcdatamodel/contents")
        try folder.write(contents, to: "T.xcdatamodeld/2.xcdatamodel/contents")
        func generate() throws -> BuiltProduct.Outcome {
            try tool.run(
                ["generate", "T.xcdatamodeld", "--output", "Out"], in: folder.url, cacheFolder: folder.path("Cache"))
        }
        let first = try generate()
        try expectTranscript(first, in: folder, at: "GenerationCache/Two-versions")
        #expect(try generate().errorOutput == first.errorOutput)
        try FileManager.default.removeItem(atPath: folder.path("T.xcdatamodeld/2.xcdatamodel"))
        try expectTranscript(generate(), in: folder, at: "GenerationCache/One-version-left")
    }

    @Test("A cached run restores a deleted file and finds an edited one")
    func whatIsOnDiskCounts() throws {
        _ = try generate()
        try FileManager.default.removeItem(atPath: folder.path("Out/A+Generated.swift"))
        #expect(try generate().output.hasSuffix("\n1 written, 1 unchanged\n"))
        try folder.write("// mine", to: "Out/A+Generated.swift")
        #expect(try generate().exitCode == 1)
        try expectTranscript(generate("--check"), in: folder, at: "GenerationCache/Edited")
    }

    @Test("Changed options or models are generated again")
    func changedInputs() throws {
        _ = try generate()
        #expect(try generate("--access", "internal").output.hasSuffix("\n2 written\n"))
        try write("B")
        #expect(try generate().output.hasSuffix("\n2 written, 1 removed\n"))
        #expect(entries.count == 1, "one run is remembered for each place")
    }

    @Test("A changed template is rendered again")
    func changedTemplate() throws {
        try folder.write("{# Mine. #}\n// One of {{ source }}\n", to: "Templates/header.stencil")
        #expect(try generate("--templates", "Templates").output.hasSuffix("\n2 written\n"))
        #expect(try generate("--templates", "Templates").output.hasSuffix("\n2 unchanged\n"))
        try folder.write("{# Mine. #}\n// Two of {{ source }}\n", to: "Templates/header.stencil")
        #expect(try generate("--templates", "Templates").output.hasSuffix("\n2 written\n"))
    }

    @Test("Other environment variables do not change the cache")
    func theEnvironmentDoesNotCount() throws {
        _ = try generate()
        let name = "Cache/modelgen/" + (try #require(entries.first))
        let before = try String(contentsOfFile: folder.path(name), encoding: .utf8)
        _ = try tool.run(
            ["generate", "S.xcdatamodel", "--output", "Out"], in: folder.url, cacheFolder: folder.path("Cache"),
            environment: ["MODELGEN_TEST": "1"])
        #expect(try String(contentsOfFile: folder.path(name), encoding: .utf8) == before)
    }

    @Test("A damaged cache is ignored and replaced")
    func aDamagedCacheDoesNotMatter() throws {
        _ = try generate()
        let path = "Cache/modelgen/" + (try #require(entries.first))
        let text = try String(contentsOfFile: folder.path(path), encoding: .utf8)
        for damage in ["", "x", text.replacingOccurrences(of: "file", with: "human"), String(text.dropLast(2))] {
            try folder.write(damage, to: path)
            #expect(try generate().output.hasSuffix("\n2 unchanged\n"))
            #expect(try String(contentsOfFile: folder.path(path), encoding: .utf8) == text)
        }
    }

    @Test("A cache that cannot be written is ignored")
    func aCacheThatCannotBeWrittenDoesNotMatter() throws {
        try folder.write("", to: "File")
        #expect(try generate(cache: "File").exitCode == 0)
        #expect(try generate(cache: "File").output.hasSuffix("\n2 unchanged\n"))
    }

    @Test("The cache can be disabled")
    func itCanBeSwitchedOff() throws {
        _ = try generate("--no-cache")
        #expect(entries == [])
    }
}
