import Foundation
import TestSupport
import Testing

/// `generate` does what `modelgen.yml` says, and flags win.
@Suite struct GenerateConfigurationTests {
    private let tool = BuiltProduct("modelgen")
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        for model in ["Shop", "Bank"] {
            try folder.write(
                .model(containing: #"<entity name="\#(model)Entity"/>"#),
                to: "Models/\(model).xcdatamodeld/\(model).xcdatamodel/contents")
        }
    }

    private func generate(_ arguments: String...) throws -> BuiltProduct.Outcome {
        try tool.run(["generate"] + arguments, in: folder.url)
    }

    private func names(in path: String) -> [String] {
        ((try? folder.names(in: path)) ?? []).filter { !$0.hasPrefix(".") }
    }

    @Test("Without arguments, the configuration applies")
    func withoutArgumentsTheFileSaysEverything() throws {
        try folder.write(
            """
            models:
              - Models/Shop.xcdatamodeld
              - path: Models/Bank.xcdatamodeld
                generate:
                  output: Bank
                  layout: entity
            generate:
              output: Out
              layout: model
            """, to: "modelgen.yml")
        let outcome = try generate()
        #expect(outcome.exitCode == 0)
        #expect(outcome.output + outcome.errorOutput == "")
        #expect(names(in: "Out") == ["Shop+Generated.swift"])
        #expect(names(in: "Bank") == ["Bank+Model.swift", "BankEntity+Generated.swift"])
        #expect(try generate("--check").exitCode == 0)
    }

    @Test("Options have precedence over the configuration")
    func flagsWin() throws {
        try folder.write("generate:\n  output: Out\n  layout: model\n  access: internal\n", to: "modelgen.yml")
        #expect(try generate("Models/Shop.xcdatamodeld", "--output", "Other", "--access", "package").exitCode == 0)
        #expect(names(in: "Out") == [])
        #expect(names(in: "Other") == ["Shop+Generated.swift"])
        try expectGolden(
            String(contentsOfFile: folder.path("Other/Shop+Generated.swift"), encoding: .utf8),
            at: "Transcripts/GenerateConfiguration/Package.swift.txt")
    }

    @Test("A mistake in the configuration is reported with its place")
    func aMistakeIsReportedWithItsPlace() throws {
        try folder.write("generate:\n  acess: public\n", to: "modelgen.yml")
        let outcome = try generate("Models", "--output", "Out")
        try expectTranscript(outcome, in: folder, at: "GenerateConfiguration/Unknown-key")
        #expect(names(in: "Out") == [])
    }

    @Test("A missing output folder is a usage error")
    func withoutAPlaceItIsWrongUsage() throws {
        let outcome = try generate("Models")
        try expectTranscript(outcome, in: folder, at: "GenerateConfiguration/No-output")
    }

    @Test("Findings in many models are reported in a fixed order")
    func manyModelsAreReportedInOneOrder() throws {
        for number in 0..<20 {
            try folder.write(
                .model(
                    containing:
                        #"<entity name="E\#(number)"><relationship name="r" destinationEntity="E\#(number)"/></entity>"#
                ), to: "Many/M\(number).xcdatamodel/contents")
        }
        let first = try generate("Many", "--output", "Out", "--verbose")
        #expect(first.exitCode == 0)
        let second = try generate("Many", "--output", "Out2", "--verbose")
        #expect(second.output.replacingOccurrences(of: "Out2", with: "Out") == first.output)
        #expect(second.errorOutput == first.errorOutput)
        #expect(first.output.hasSuffix("40 written\n"))
    }
}
