import JSONTokens
import TestSupport
import Testing

/// Whatever happens to a file's bytes, reading gives a value or a `JSONError`.
@Suite struct JSONDamageTests {
    static let sample = Array(
        """
        {"format": "modelgen-store", "version": 1, "metadata": {}, "entities": {
          "Superhero": [
           {"id": 1, "name": "Bruce \\"Bat\\" Wayne \\ud83d\\ude00", "universe": -1, "teams": [1, 2], "x": null},
           {"id": 2, "name": "Größe 😀 \\u2028", "rate": 1.25e-7, "alive": true, "dead": false}
          ]}}
        """.utf8)

    @Test("Every truncation is an error")
    func everyTruncationIsAnError() throws {
        for count in Self.sample.indices {
            #expect(try problem(in: Array(Self.sample[..<count])) != nil)
        }
        #expect(try problem(in: Self.sample) == nil)
    }

    @Test("Every flipped bit gives another value or an error")
    func flippedBits() throws {
        let value = try JSONValue(Self.sample)
        for index in Self.sample.indices {
            for bit in 0..<8 {
                var bytes = Self.sample
                bytes[index] ^= 1 << UInt8(bit)
                if try problem(in: bytes) == nil, try JSONValue(bytes) == value {
                    // The hexadecimal digits of an escape mean the same in either case.
                    let isDigit = "abcdef".utf8.contains(Self.sample[index])
                    #expect(bit == 5 && isDigit, "bit \(bit) of byte \(index) goes unnoticed")
                }
                expectEveryFunctionToReturn(bytes, "bit \(bit) of byte \(index)")
            }
        }
    }

    @Test("Random bytes give a value or an error")
    func randomBytesGiveAValueOrAnError() throws {
        var generator = SplitMix.seeded()
        let alphabet = Array(#"[]{}:,"\u0159eE+-.nulltruefalse"#.utf8) + [0x20, 0x0A, 0, 0x80, 0xE2, 0xF0, 0xFF]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &generator))
                .map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            #expect(throws: Never.self, "seed \(generator.seed), \(bytes)") { _ = try problem(in: bytes) }
            expectEveryFunctionToReturn(bytes, "seed \(generator.seed), \(bytes)")
        }
    }

    /// Asks for every kind of value at the start of `bytes`, and expects each call to return a value or to throw a
    /// `JSONError` for a place in them.
    private func expectEveryFunctionToReturn(
        _ bytes: [UInt8], _ comment: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let table = JSONKeyTable(["format", "version", "entities"])
        let readers: [(inout JSONScanner) throws -> Void] = [
            { _ = try $0.readString() }, { _ = try $0.readInteger() }, { _ = try $0.readDouble() },
            { _ = try $0.readFloat() }, { _ = try $0.readBoolean() }, { _ = try $0.readNull() },
            { _ = try $0.readBase64() }, { _ = try $0.readDate() }, { _ = try $0.captureValue() },
            { try $0.readObject(keys: table) { scanner, _ in try scanner.skipValue() } },
            { try $0.readArray { scanner in _ = try scanner.readDouble() } },
        ]
        for (index, reader) in readers.enumerated() {
            do {
                try JSONScanner.scan(bytes, reader)
            } catch {
                if let error = error as? JSONError, (0...bytes.count).contains(error.offset), error.line > 0,
                    error.column > 0
                {
                    continue
                }
                Issue.record("function \(index) throws \(error): \(comment())", sourceLocation: sourceLocation)
            }
        }
    }
}
