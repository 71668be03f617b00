import SwiftNames
import TestSupport
import Testing

/// Tokens are the source, whatever it is.
@Suite struct SwiftScannerTests {
    private func tokens(_ text: String) -> [SwiftToken] {
        var scanner = SwiftScanner(Array(text.utf8))
        scanner.scan()
        return scanner.tokens
    }

    /// The texts of the tokens with a meaning, with a mark for those of strings.
    private func shown(_ text: String) -> [String] {
        tokens(text).filter { !$0.isTrivia }.map { token in
            let part = String(decoding: Array(text.utf8)[token.range], as: UTF8.self)
            switch token.kind {
            case .text: return "‹\(part)›"
            case .regularExpression: return "/\(part)/"
            default: return part
            }
        }
    }

    private func expectWhole(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        var scanner = SwiftScanner(bytes)
        scanner.scan()
        var place = 0
        for token in scanner.tokens {
            #expect(token.range.lowerBound == place && !token.range.isEmpty, sourceLocation: sourceLocation)
            place = token.range.upperBound
        }
        #expect(place == bytes.count, sourceLocation: sourceLocation)
    }

    @Test("Comments nest, and have no tokens with a meaning")
    func comments() {
        #expect(shown("a /* b /* c */ d */ e // f\ng") == ["a", "e", "g"])
        #expect(shown("/* \"a */ b // \"\nc") == ["b", "c"])
        #expect(shown("#!/usr/bin/swift \"\na") == ["a"])
    }

    @Test("Strings have texts and interpolations, which contain code")
    func strings() {
        #expect(
            shown(#""a\(b("c\(d)"))e""#) == [
                "\"", "‹a›", #"\("#, "b", "(", "\"", "‹c›", #"\("#, "d", ")", "\"", ")", ")", "‹e›", "\"",
            ])
        #expect(
            shown("\"\"\"\n a \"b\" \\(c)\n\"\"\" d") == [
                "\"\"\"", "‹\n a \"b\" ›", #"\("#, "c", ")", "‹\n›", "\"\"\"", "d",
            ])
        #expect(shown(##"#"a\(b)\#(c)"# d"##) == ["#\"", #"‹a\(b)›"#, ##"\#("##, "c", ")", "\"#", "d"])
        #expect(shown(##"#"""# a"##) == ["#\"", "‹\"›", "\"#", "a"])
        #expect(shown(#""\"" a"#) == ["\"", #"‹\"›"#, "\"", "a"])
        #expect(shown("\"\" a") == ["\"", "\"", "a"])
    }

    @Test("A slash begins a regular expression only where an expression begins")
    func regularExpressions() {
        #expect(shown(#"x = /a"b/; c"#) == ["x", "=", #"//a"b//"#, ";", "c"])
        #expect(shown(#"f(/\/"/)"#) == ["f", "(", #"//\/"//"#, ")"])
        #expect(shown("a / b / c") == ["a", "/", "b", "/", "c"])
        #expect(shown("f(/, b) / 2") == ["f", "(", "/", ",", "b", ")", "/", "2"])
        #expect(shown(##"#/a"/# b"##) == [##"/#/a"/#/"##, "b"])
    }

    @Test("Words have their backticks, and attributes and directives their signs")
    func words() {
        #expect(
            shown("@objc(a) `default`.ключ $0 #keyPath 1.5e3 1.a") == [
                "@objc", "(", "a", ")", "`default`", ".", "ключ", "$0", "#keyPath", "1.5e3", "1", ".", "a",
            ])
    }

    @Test("Random bytes and pieces of sources are split without gaps", arguments: 0..<40)
    func randomTexts(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 0..<60 {
            expectWhole(SwiftPieces.randomSource(&random))
            expectWhole((0..<80).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        }
    }

    @Test("Deep, long, and unterminated sources are split without gaps", arguments: SwiftPieces.repeated)
    func hostileTexts(_ piece: String) {
        expectWhole(Array(String(repeating: piece, count: runsLongTests ? 2_000 : 600).utf8))
    }

    /// Each has many places from which a search reads everything that follows.
    private static let sourcesWithSearches: [(title: String, text: String)] = [
        ("number signs", String(repeating: "#", count: byteCount)),
        ("extended regular expressions", repeated("#/ ")),
        ("extended regular expressions with ever fewer signs", withFewerSigns { "\($0)/\\" }),
        ("classes of regular expressions", repeated("=/[")),
        ("strings in interpolations", repeated("##\"\"\"\\##(")),
        ("strings in interpolations before one end", repeated("##\"\"\"\\##(") + "\"##"),
        ("strings with ever fewer signs", withFewerSigns { "\($0)\"\"\"\\\($0)(" }),
        ("interpolations", repeated("\"\\(")),
    ]
    private static let byteCount = 300_000

    private static func repeated(_ piece: String) -> String {
        String(repeating: piece, count: byteCount / piece.utf8.count)
    }

    private static func withFewerSigns(_ piece: (String) -> String) -> String {
        (1...700).reversed().map { piece(String(repeating: "#", count: $0)) }.joined() + repeated(" ")
    }

    @Test(
        "Searches for ends that do not exist take linear time", .timeLimit(.minutes(1)),
        arguments: sourcesWithSearches.map(\.title))
    func searches(_ title: String) throws {
        let source = try #require(Self.sourcesWithSearches.first { $0.title == title })
        expectWhole(Array(source.text.utf8))
    }

    @Test("Number signs before a word, a string, or a slash are signs each, unless they begin something")
    func numberSigns() {
        #expect(shown("## #") == ["#", "#", "#"])
        #expect(shown("##if a") == ["#", "#if", "a"])
        #expect(shown("##/a b") == ["#", "#", "/", "a", "b"])
        #expect(shown("##/a/# ##/b/## c") == ["/##/a/# ##/b/##/", "c"])
        #expect(shown("##/ a #/b/# c") == ["#", "#", "/", "a", "/#/b/#/", "c"])
    }

    @Test("A line break ends a regular expression, even after a backslash")
    func lineBreaksInRegularExpressions() {
        #expect(shown("x = /a\\\n/ 2") == ["x", "=", "/", "a", "\\", "/", "2"])
    }
}
