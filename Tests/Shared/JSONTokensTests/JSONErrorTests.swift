import JSONTokens
import Testing

@Suite struct JSONErrorTests {
    struct Case: CustomTestStringConvertible {
        var text: String
        var code: JSONError.Code
        var line = 1
        var column: Int
        var expected: String?
        var testDescription: String { text.debugDescription }
    }

    static let cases: [Case] = [
        Case(text: "", code: .unexpectedEnd, column: 1, expected: "a value"),
        Case(text: "  ", code: .unexpectedEnd, column: 3, expected: "a value"),
        Case(text: "[", code: .unexpectedEnd, column: 2, expected: "a value or ']'"),
        Case(text: "[1", code: .unexpectedEnd, column: 3, expected: "',' or ']'"),
        Case(text: "[1 2]", code: .unexpectedCharacter, column: 4, expected: "',' or ']'"),
        Case(text: "[1,]", code: .unexpectedCharacter, column: 4, expected: "a value"),
        Case(text: "[,1]", code: .unexpectedCharacter, column: 2, expected: "a value"),
        Case(text: "{,}", code: .unexpectedCharacter, column: 2, expected: "a key or '}'"),
        Case(text: "{\"a\":1,}", code: .unexpectedCharacter, column: 8, expected: "a key"),
        Case(text: "{a:1}", code: .unexpectedCharacter, column: 2, expected: "a key or '}'"),
        Case(text: "{\"a\" 1}", code: .unexpectedCharacter, column: 6, expected: "':'"),
        Case(text: "{\"a\":}", code: .unexpectedCharacter, column: 6, expected: "a value"),
        Case(text: "{\"a\":1 \"b\":2}", code: .unexpectedCharacter, column: 8, expected: "',' or '}'"),
        Case(text: "[1}", code: .unexpectedCharacter, column: 3, expected: "',' or ']'"),
        Case(text: "1 2", code: .trailingContent, column: 3, expected: "the end"),
        Case(text: "[]]", code: .trailingContent, column: 3, expected: "the end"),
        Case(text: "\u{FEFF}{}", code: .byteOrderMark, column: 1, expected: "UTF-8 without a byte order mark"),
        Case(text: "'a'", code: .unexpectedCharacter, column: 1, expected: "a value"),
        Case(text: "NaN", code: .unexpectedCharacter, column: 1, expected: "a value"),
        Case(text: "nul", code: .unexpectedEnd, column: 4, expected: "null"),
        Case(text: "nulL", code: .unexpectedCharacter, column: 1, expected: "null"),
        Case(text: "truth", code: .unexpectedCharacter, column: 1, expected: "true"),
        Case(text: "[1] // no", code: .trailingContent, column: 5, expected: "the end"),
        Case(text: "01", code: .invalidNumber, column: 1),
        Case(text: "-", code: .unexpectedEnd, column: 2, expected: "a digit"),
        Case(text: "-a", code: .invalidNumber, column: 2, expected: "a digit"),
        Case(text: "1.", code: .unexpectedEnd, column: 3, expected: "a digit"),
        Case(text: "1.e5", code: .invalidNumber, column: 3, expected: "a digit"),
        Case(text: "1e+", code: .unexpectedEnd, column: 4, expected: "a digit"),
        Case(text: "+1", code: .unexpectedCharacter, column: 1, expected: "a value"),
        Case(text: ".5", code: .unexpectedCharacter, column: 1, expected: "a value"),
        Case(text: "0x10", code: .trailingContent, column: 2, expected: "the end"),
        Case(text: "\"abc", code: .unexpectedEnd, column: 5, expected: "the '\"' that ends the string"),
        Case(text: "\"a\\", code: .unexpectedEnd, column: 4, expected: "the rest of an escape"),
        Case(
            text: "\"a\\x\"", code: .invalidEscape, column: 3, expected: "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u"),
        Case(text: "\"\\u12g4\"", code: .invalidEscape, column: 6, expected: "four hexadecimal digits"),
        Case(text: "\"\\u12", code: .unexpectedEnd, column: 6, expected: "four hexadecimal digits after \\u"),
        Case(text: "\"a\tb\"", code: .controlCharacter, column: 3, expected: "an escape such as \\n or \\u0000"),
        Case(text: "\"12345678\n\"", code: .controlCharacter, column: 10, expected: "an escape such as \\n or \\u0000"),
        Case(text: "[\n1,\r\n2,\r3 4]", code: .unexpectedCharacter, line: 4, column: 3, expected: "',' or ']'"),
        Case(text: "[\"👩‍👩‍👧é\" x]", code: .unexpectedCharacter, column: 7, expected: "',' or ']'"),
    ]

    @Test("Errors have their place and what is expected", arguments: cases)
    func errorsNameThePlaceAndWhatIsExpected(_ sample: Case) throws {
        let error = try #require(try problem(in: Array(sample.text.utf8)))
        #expect(error.code == sample.code)
        #expect(error.line == sample.line)
        #expect(error.column == sample.column)
        #expect(error.expected == sample.expected)
    }

    @Test(
        "Unpaired surrogates are refused",
        arguments: [
            #""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\ud800""#, #""\ud83d\u0041""#,
            #""\udc00\ud800""#, #""\ud800\"#,
        ])
    func loneSurrogatesAreRefused(_ text: String) throws {
        let error = try #require(try problem(in: Array(text.utf8)))
        #expect(error.code == .loneSurrogate)
        #expect(error.column == 2)
    }

    @Test(
        "Invalid UTF-8 is refused",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
            [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x98, 0x28],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xFC, 0x80, 0x80, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func illFormedUTF8IsRefused(_ sequence: [UInt8]) throws {
        let quote = UInt8(ascii: "\"")
        for prefixLength in [0, 1, 7, 8, 9] {
            let bytes = [quote] + [UInt8](repeating: 0x61, count: prefixLength) + sequence + [quote]
            let error = try #require(try problem(in: bytes))
            #expect(error.code == .invalidUTF8)
            #expect(error.offset == prefixLength + 1)
            #expect(error.column == prefixLength + 2)
        }
    }

    @Test("A byte order mark of UTF-16 is refused with its own message")
    func utf16IsRefusedWithItsOwnMessage() throws {
        #expect(try problem(in: [0xFF, 0xFE, 0x5B, 0, 0x5D, 0])?.code == .byteOrderMark)
        #expect(try problem(in: [0xFE, 0xFF, 0, 0x5B, 0, 0x5D])?.code == .byteOrderMark)
    }

    @Test("A value of another kind is an error that names both kinds")
    func unexpectedKinds() throws {
        func message(_ text: String, _ body: (inout JSONScanner) throws -> Void) throws -> String {
            try #require(throws: JSONError.self) { try scan(text, body) }.description
        }
        #expect(
            try message(" {}") { _ = try $0.readString() } == "line 1, column 2: found an object, expected a string")
        #expect(try message("\"\"") { try $0.beginObject() } == "line 1, column 1: found a string, expected an object")
        #expect(try message("1") { try $0.beginArray() } == "line 1, column 1: found a number, expected an array")
        for (text, problem) in [
            ("[null]", "line 1, column 2: found null"), ("[true, 1]", "line 1, column 2: found true or false"),
            ("[-1.5e3 ]", "line 1, column 2: found a number"), ("[name, x]", "line 1, column 2: unknown word"),
            ("[first]", "line 1, column 2: unknown word"), ("[truer]", "line 1, column 2: unknown word"),
            ("[nul", "line 1, column 2: unknown word"), ("[false", "line 1, column 2: found true or false"),
        ] {
            let found = try message(text) { scanner in try scanner.readArray { _ = try $0.readString() } }
            #expect(found == problem + ", expected a string", "text that only starts like a value is not one")
        }
        #expect(
            try message("2026-11-29") { _ = try $0.readString() }
                == "line 1, column 5: unexpected '-', expected a comma or the end after a number")
        #expect(try message("null") { _ = try $0.readInteger() } == "line 1, column 1: found null, expected a number")
        #expect(
            try message("[") { _ = try $0.readBoolean() } == "line 1, column 1: found an array, expected true or false")
        #expect(
            try message("}") { _ = try $0.readBoolean() } == "line 1, column 1: unexpected '}', expected true or false")
    }
}
