import JSONTokens
import TestSupport
import Testing

@Suite struct JSONStringTests {
    @Test(
        "Only characters that must be escaped are escaped",
        arguments: [
            ("", "\"\""), ("Bruce Wayne", "\"Bruce Wayne\""), ("\"\\/", #""\"\\/""#),
            ("\u{8}\u{9}\n\u{C}\r", #""\b\t\n\f\r""#),
            ("\u{0}\u{1}\u{F}\u{10}\u{1F}", #""\u0000\u0001\u000f\u0010\u001f""#),
            ("\u{7F}é€😀", "\"\u{7F}é€😀\""), ("\u{2027}\u{2028}\u{2029}\u{202A}", "\"\u{2027}\\u2028\\u2029\u{202A}\""),
            ("12345678\u{2028}", #""12345678\u2028""#), ("1234567\"", #""1234567\"""#), ("â€", "\"â€\""),
        ])
    func onlyWhatMustBeIsEscaped(_ string: String, _ text: String) throws {
        #expect(written { $0.writeString(string) } == text)
        #expect(try scan(text) { try $0.readString() } == string)
    }

    @Test(
        "Escaped characters are read",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u0041\u00e9\u20AC\uFFFF\u0000""#, "Aé€\u{FFFF}\u{0}"),
            (#""\ud83d\ude00\uD83D\uDE00""#, "😀😀"), (#""a\u0062cdefghijk\nlmnop""#, "abcdefghijk\nlmnop"),
        ])
    func escapesAreRead(_ text: String, _ string: String) throws {
        #expect(try scan(text) { try $0.readString() } == string)
        var buffer: [UInt8] = [1]
        try scan(text) { try $0.readString(appendingTo: &buffer) }
        #expect(buffer == [1] + Array(string.utf8))
    }

    @Test("Random strings are the same after writing and reading")
    func randomStringsComeBack() throws {
        var generator = SplitMix.seeded()
        let pieces = [
            "a", "Z", " ", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "\u{80}", "é", "\u{7FF}", "\u{800}",
            "\u{2028}",
            "\u{2029}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "😀", "👩‍👩‍👧", "\u{10FFFF}", "plain text", "e\u{301}",
        ]
        for _ in 0..<5_000 {
            let string = (0..<Int.random(in: 0...40, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let text = written { $0.writeString(string) }
            let read = try scan(text) { try $0.readString() }
            #expect(Array(read.utf8) == Array(string.utf8), "seed \(generator.seed)")
            #expect(try problem(in: Array(text.utf8)) == nil, "seed \(generator.seed)")
        }
    }

    @Test("Special characters are found at every position")
    func everyStopIsFoundAtEveryPlace() throws {
        for length in 0..<40 {
            for place in 0...length {
                for piece in ["\"", "\\", "\u{1}", "é", "\u{2028}", "\u{A0}", "á", "â", "ã", "\u{10FFFF}"] {
                    let string =
                        String(repeating: "x", count: place) + piece + String(repeating: "~", count: length - place)
                    let text = written { $0.writeString(string) }
                    #expect(try scan(text) { try $0.readString() } == string)
                }
            }
        }
    }

    @Test("A string of ten megabytes is written and read")
    func tenMegabytesAreOneString() throws {
        let string = String(repeating: "0123456789\n😀", count: 700_000)
        let text = written { $0.writeString(string) }
        #expect(text.utf8.count > 10_000_000)
        #expect(try scan(text) { try $0.readString() } == string)
    }
}
