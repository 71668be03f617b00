import FileAccess
import Foundation
import ModelCodegen
import ModelDiagnostics
import TestSupport
import Testing

@testable import GeneratedOutput

@Suite struct RememberedOutputTests {
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
            GeneratedFile(name: "A b.swift", hash: ContentHash(of: "a")),
            GeneratedFile(name: "H.swift", role: .customCode, hash: ContentHash(of: "h")),
        ])

    @Test("Remembered output is found for the same model, folder, and inputs")
    func whatIsRememberedIsFound() throws {
        let folder = try TemporaryFolder()
        let cache = GenerationCache(folder: folder.path("Deep/Cache"), toolIdentity: "1")
        let inputs = Checksum(of: Array("inputs".utf8))
        func found(_ path: String, in outputPath: String?, _ inputs: Checksum) -> ModelOutput? {
            cache.output(of: output.model, at: path, in: outputPath, for: inputs)
        }
        #expect(found(output.path, in: "/Out", inputs) == nil)
        cache.store(output, in: "/Out", for: inputs)
        #expect(found(output.path, in: "/Out", inputs) == output)
        #expect(found(output.path, in: "/Out", Checksum(of: Array("others".utf8))) == nil)
        #expect(found(output.path, in: nil, inputs) == nil)
        #expect(found("/elsewhere", in: "/Out", inputs) == nil)
    }

    /// A cache file starts with a checksum of the rest.
    @Test("Remembered output whose file was damaged is not found, wherever it was")
    func damagedEntries() throws {
        let folder = try TemporaryFolder()
        let cache = GenerationCache(folder: folder.path("Cache"), toolIdentity: "1")
        let inputs = Checksum(of: Array("inputs".utf8))
        cache.store(output, in: "/Out", for: inputs)
        let name = try #require(try folder.names(in: "Cache").first)
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: folder.path("Cache/\(name)"))))
        func found(_ bytes: [UInt8]) throws -> ModelOutput? {
            try Data(bytes).write(to: URL(filePath: folder.path("Cache/\(name)")))
            return cache.output(of: output.model, at: output.path, in: "/Out", for: inputs)
        }
        #expect(try found(bytes) == output)
        for place in bytes.indices {
            var changed = bytes
            // Another digit, letter, or sign, so that the entry is still one of lines and fields.
            changed[place] ^= 1
            #expect(try found(changed) == nil, "byte \(place)")
        }
        for count in 0..<bytes.count { #expect(try found(Array(bytes.prefix(count))) == nil, "\(count) bytes") }
        #expect(try found(bytes + bytes) == nil)
    }

    @Test("A file on disk is up to date if it has the remembered checksum and hash, and stale if it has neither")
    func checksums() throws {
        let fixture = try OutputFixture()
        let text = OutputFixture.text("a")
        try fixture.write(fixture.output(["A.swift": "a"]))
        let cache = GenerationCache(folder: fixture.folder.path("Cache"), toolIdentity: "1")
        let inputs = Checksum(of: Array("inputs".utf8))
        cache.store(fixture.output(["A.swift": "a"]), in: fixture.path, for: inputs)
        let remembered = try #require(
            cache.output(of: "S.xcdatamodeld", at: "/models/S.xcdatamodeld", in: fixture.path, for: inputs))
        let file = try #require(remembered.files.first)
        // Without the checksum, an unchanged file would be hashed again.
        #expect(file.checksum == Checksum(of: Array(text.utf8)))
        #expect(file.hash == ContentHash(of: text) && file.isRemembered)
        #expect(file.hash(of: Array(text.utf8)) == file.hash)
        #expect(file.hash(of: Array("other".utf8)) == ContentHash(of: "other"))
        #expect(try fixture.plan(remembered).changesNothing)
        try fixture.folder.write(text + " ", to: "Out/A.swift")
        #expect(try fixture.plan(remembered).lines == ["A.swift edited"])
    }
}
