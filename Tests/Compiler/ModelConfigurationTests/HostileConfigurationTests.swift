import ModelConfiguration
import ModelDiagnostics
import TestSupport
import Testing

/// A configuration may come from a stranger. Each of these ends with an error, soon.
@Suite struct HostileConfigurationTests {
    private func codes(_ text: String) -> [Diagnostic.Code] {
        var diagnostics: [LocatedDiagnostic] = []
        _ = ConfigurationReader().read(Array(text.utf8), at: "/modelgen.yml", into: &diagnostics)
        return diagnostics.map(\.code)
    }

    @Test func aLargeFile() {
        #expect(codes(String(repeating: "#", count: 300_000)) == ["settings-limit"])
    }

    @Test func deepBrackets() {
        #expect(codes("models: " + String(repeating: "[", count: 100_000)) == ["settings-limit"])
        #expect(codes("models: " + String(repeating: "{a: ", count: 50_000)) == ["settings-limit"])
    }

    @Test func bracketsWithinTheLimitAreAnErrorOfTheParser() {
        #expect(codes("models: " + String(repeating: "[", count: 200)) == ["settings-syntax"])
    }

    @Test(arguments: ["- ", "? "])
    func deepBlocks(_ mark: String) {
        #expect(codes(String(repeating: mark, count: 100_000) + "a").count == 1)
    }

    @Test func deepIndentation() {
        let text = (0..<600).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        #expect(codes(text).count == 1)
    }

    @Test func anAliasBomb() {
        var text = "a0: &a0 [x]\n"
        for level in 1...10 {
            let references = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(references)]\n"
        }
        #expect(codes(text) == ["settings-limit"])
    }

    /// Comparing keys is what would cost: the limit on aliases bounds that, too.
    @Test func aBombAsAKey() {
        var text = "a0: &a0 [x]\n"
        for level in 1...5 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1), *a\(level - 1)]\n" }
        text += "? *a5\n: 1\n"
        #expect(codes(text) == ["settings-syntax"])
    }

    @Test func everyCut() {
        let text = "models:\n  - \"a b\"\nrules: {name-is-keyword: off}\nbaseline: 'x'\n"
        for length in 0..<text.count {
            #expect(codes(String(text.prefix(length))).count <= 1, "\(length) characters")
        }
    }
}
