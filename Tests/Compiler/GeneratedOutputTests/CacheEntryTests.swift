import GeneratedOutput
import ModelDiagnostics
import TestSupport
import Testing

@Suite struct CacheEntryTests {
    private static let awkward = "a\tb\\n\nc\r\n\\"

    private let output = ModelOutput(
        model: "S.xcdatamodeld", path: "/models/S.xcdatamodeld",
        diagnostics: [
            LocatedDiagnostic(
                .warning, Diagnostic.Code("a-code"), awkward, at: SourcePosition(file: awkward, line: 1, column: 2),
                notes: [
                    .init(message: "first", position: SourcePosition(file: "f", line: 3, column: 4)),
                    .init(message: awkward, position: SourcePosition(file: "f")),
                ], hint: ""),
            LocatedDiagnostic(.note, Diagnostic.Code("b"), "", at: SourcePosition(file: "g")),
        ],
        files: [
            OutputFile(name: "A b.swift", hash: ContentHash(of: "a")),
            OutputFile(name: "H.swift", role: .human, hash: ContentHash(of: "h")),
        ])

    @Test("Remembered output is found for the same model, folder, and inputs")
    func whatIsRememberedIsFound() throws {
        let folder = try TemporaryFolder()
        let cache = GenerationCache(folder: folder.path("Deep/Cache"), toolIdentity: "1")
        let inputs = ContentHash(of: "inputs")
        func found(_ path: String, in outputPath: String?, _ inputs: ContentHash) -> ModelOutput? {
            cache.output(of: output.model, at: path, in: outputPath, for: inputs)
        }
        #expect(found(output.path, in: "/Out", inputs) == nil)
        cache.remember(output, in: "/Out", for: inputs)
        #expect(found(output.path, in: "/Out", inputs) == output)
        #expect(found(output.path, in: "/Out", ContentHash(of: "others")) == nil)
        #expect(found(output.path, in: nil, inputs) == nil)
        #expect(found("/elsewhere", in: "/Out", inputs) == nil)
    }
}
