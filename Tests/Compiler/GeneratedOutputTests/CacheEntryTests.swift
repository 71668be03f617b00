import GeneratedOutput
import ModelDiagnostics
import TestSupport
import Testing

@Suite struct CacheEntryTests {
    private static let awkward = "a\tb\\n\nc\r\n\\"

    private let entry = GenerationCache.Entry(
        diagnostics: [
            LocatedDiagnostic(
                .warning, Diagnostic.Code("a-code"), awkward, at: SourcePosition(file: awkward, line: 1, column: 2),
                notes: [
                    .init(message: "first", position: SourcePosition(file: "f", line: 3, column: 4)),
                    .init(message: awkward, position: SourcePosition(file: "f")),
                ], hint: ""),
            LocatedDiagnostic(.note, Diagnostic.Code("b"), "", at: SourcePosition(file: "g")),
        ],
        files: [OutputFile(name: "A b.swift", hash: ContentHash(of: "a"))],
        humanFiles: [OutputFile(name: "H.swift", hash: ContentHash(of: "h"))])

    @Test("A remembered entry is found for the same place and inputs")
    func whatIsRememberedIsFound() throws {
        let folder = try TemporaryFolder()
        let cache = GenerationCache(folder: folder.path("Deep/Cache"), toolIdentity: "1")
        let inputs = ContentHash(of: "inputs")
        #expect(cache.entry(at: "place", for: inputs) == nil)
        cache.remember(entry, at: "place", for: inputs)
        #expect(cache.entry(at: "place", for: inputs) == entry)
        #expect(cache.entry(at: "place", for: ContentHash(of: "others")) == nil)
        #expect(cache.entry(at: "elsewhere", for: inputs) == nil)
    }
}
