import Foundation
import JSONTokens
import TestSupport
import Testing

@Suite struct Base64Tests {
    @Test(
        "The examples of RFC 4648 are encoded and decoded",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func theExamplesOfRFC4648Hold(_ bytes: String, _ text: String) throws {
        #expect(written { $0.writeBase64(Array(bytes.utf8)) } == "\"\(text)\"")
        #expect(try Base64.decode(text) == Array(bytes.utf8))
        #expect(try scan("\"\(text)\"") { try $0.readBase64() } == Array(bytes.utf8))
    }

    @Test("Random bytes are encoded as Foundation encodes them")
    func randomBytesAgreeWithFoundation() throws {
        var generator = SplitMix.seeded()
        for length in 0..<300 {
            let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            let text = Data(bytes).base64EncodedString()
            #expect(written { $0.writeBase64(bytes) } == "\"\(text)\"", "seed \(generator.seed)")
            #expect(try Base64.decode(text) == bytes, "seed \(generator.seed)")
        }
    }

    @Test(
        "Invalid Base64 is refused at its offset",
        arguments: [
            ("Z", 1), ("Zg", 2), ("Zg=", 3), ("Zg==Zg==", 2), ("Zh==", 1), ("Zm9=", 2), ("=", 1), ("====", 0),
            ("Z===", 1),
            ("Zm 9", 2), ("Zm-_", 2), ("Zm9v\n", 5), ("Zg=g", 2), ("Zmé", 2),
        ])
    func anythingElseIsRefused(_ text: String, _ offset: Int) throws {
        let error = try #require(throws: MalformedTextError.self) { try Base64.decode(text) }
        #expect(error.offset == offset)
    }

    @Test("An error in Base64 has its column in the JSON")
    func errorsPointIntoTheText() throws {
        let error = try #require(throws: JSONError.self) {
            try scan("[\"Zm9v*AAA\"]") { scanner in
                try scanner.readArray { scanner in _ = try scanner.readBase64() }
            }
        }
        #expect(error.code == .malformedText)
        #expect(error.column == 7)
    }
}

extension Base64 {
    fileprivate static func decode(_ text: String) throws(MalformedTextError) -> [UInt8] {
        let bytes = Array(text.utf8)
        return try bytes.withUnsafeBufferPointer { (bytes) throws(MalformedTextError) in
            try decode(UnsafeRawBufferPointer(bytes))
        }
    }
}
