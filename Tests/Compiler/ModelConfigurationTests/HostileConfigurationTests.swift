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

    @Test("A very large file is an error")
    func aLargeFile() {
        #expect(codes(String(repeating: "#", count: 300_000)) == ["settings-limit"])
    }

    @Test("Deeply nested brackets are an error")
    func deepBrackets() {
        #expect(codes("models: " + String(repeating: "[", count: 100_000)) == ["settings-limit"])
        #expect(codes("models: " + String(repeating: "{a: ", count: 50_000)) == ["settings-limit"])
    }

    @Test("Nested brackets within the limit are a syntax error")
    func bracketsWithinTheLimit() {
        #expect(codes("models: " + String(repeating: "[", count: 200)) == ["settings-syntax"])
    }

    @Test("Deeply nested blocks are an error", arguments: ["- ", "? "])
    func deepBlocks(_ mark: String) {
        #expect(codes(String(repeating: mark, count: 100_000) + "a").count == 1)
    }

    @Test("Deep indentation is an error")
    func deepIndentation() {
        let text = (0..<600).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        #expect(codes(text).count == 1)
    }

    @Test("Nested aliases that expand exponentially are an error")
    func anAliasBomb() {
        var text = "a0: &a0 [x]\n"
        for level in 1...10 {
            let references = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(references)]\n"
        }
        #expect(codes(text) == ["settings-limit"])
    }

    /// Comparing keys is what would cost: the limit on aliases bounds that, too.
    @Test("Nested aliases in a key are an error")
    func aBombAsAKey() {
        var text = "a0: &a0 [x]\n"
        for level in 1...5 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1), *a\(level - 1)]\n" }
        text += "? *a5\n: 1\n"
        #expect(codes(text) == ["settings-syntax"])
    }

    @Test("A truncated file has at most one error")
    func everyCut() {
        let text = "models:\n  - \"a b\"\nrules: {name-is-keyword: off}\nbaseline: 'x'\n"
        for length in 0..<text.count {
            #expect(codes(String(text.prefix(length))).count <= 1, "\(length) characters")
        }
    }
}
