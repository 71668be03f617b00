import Testing

@testable import ModelCodegen

@Suite struct SwiftLiteralTests {
    @Test(
        "Text cannot end a string literal",
        arguments: [
            (#"plain"#, #""plain""#),
            ("a\"b", #""a\"b""#),
            (#"\(exit(1))"#, #""\\(exit(1))""#),
            ("line\nfeed\r\ttab", #""line\nfeed\r\ttab""#),
            ("\u{0}\u{1B}\u{2028}\u{202E}", #""\u{0}\u{1b}\u{2028}\u{202e}""#),
            ("é 漢 🦸", #""é 漢 🦸""#),
        ])
    func stringsCannotBeEndedFromInside(text: String, literal: String) {
        #expect(SwiftLiteral.string(text) == literal)
    }

    @Test("A comment stays on one line")
    func commentsStayOnOneLine() {
        #expect(SwiftLiteral.comment("a\nimport B\u{2028}c") == "a\u{FFFD}import B\u{FFFD}c")
    }
}
