import Foundation
import TestSupport
import Testing

/// Whatever a stranger's model asks for, it costs the time and the text of its size.
@Suite(.serialized) struct HostileModelTests {
    private let tool = BuiltProduct("modelgen")
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// What ends a run after a minute, which is far more than a build without optimization takes, and far less than
    /// what grows with the square. Only Linux has the command.
    #if os(Linux)
        private static let launcher = ["/usr/bin/timeout", "60"]
    #else
        private static let launcher: [String] = []
    #endif

    private func run(_ arguments: String...) throws -> BuiltProduct.Outcome {
        try tool.run(arguments, launcher: Self.launcher)
    }

    @Test("Diagnostics of a malicious model are limited in size", arguments: HostileModel.all)
    func validatingSaysWhatPeopleCanRead(_ model: HostileModel) throws {
        let path = try folder.write(model.text, to: "A.xcdatamodel/contents")
        let outcome = try run("validate", path)
        #expect(outcome.exitCode == model.exitCode)
        #expect(outcome.errorOutput.utf8.count < 400_000)
        #expect(try run("dump", path, "--output", folder.path("dump.json")).exitCode <= 1)
        #expect(try run("graph", path, "--format", "dot", "--output", folder.path("graph.dot")).exitCode <= 1)
    }

    @Test("Code generated from a malicious model is limited in size", arguments: HostileModel.all)
    func generatingCostsWhatTheModelIsWorth(_ model: HostileModel) throws {
        let path = try folder.write(model.text, to: "A.xcdatamodel/contents")
        for style in [["--style", "objectgraph", "--snapshots"], ["--style", "coredata", "--snapshots"]] {
            let output = folder.path("Out-\(style[1])")
            let outcome = try tool.run(
                ["generate", path, "--output", output, "--layout", "model"] + style,
                launcher: Self.launcher)
            #expect(outcome.exitCode == model.exitCode, "\(outcome.errorOutput.prefix(1_000))")
            let names = (try? FileManager.default.contentsOfDirectory(atPath: output)) ?? []
            let size = names.reduce(0) { sum, name in
                let attributes = try? FileManager.default.attributesOfItem(atPath: output + "/" + name)
                return sum + (attributes?[.size] as? Int ?? 0)
            }
            #expect(size < 40 * model.text.utf8.count)
        }
    }

    @Test("With `--all`, every diagnostic is shown")
    func allShowsWhatIsCountedOtherwise() throws {
        let model = try #require(HostileModel.all.first { $0.name == "names that are none" })
        let path = try folder.write(model.text, to: "A.xcdatamodel/contents")
        let usual = try run("validate", path).errorOutput.split(separator: "\n")
        #expect(usual.count { $0.hasSuffix("[attribute-name-not-identifier]") } == 200)
        let all = try run("validate", path, "--all").errorOutput.split(separator: "\n")
        let count = all.count { $0.hasSuffix("[attribute-name-not-identifier]") }
        #expect(count >= model.text.split(separator: "<attribute ").count - 1)
        #expect(
            usual.last == "note: \(count - 200) more of attribute-name-not-identifier are not shown; --all shows them")
    }
}
