import SourcePorting
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
        let pieces = [
            "\"", "\"\"\"", "#\"", "\"#", "\\(", "\\#(", "(", ")", "{", "}", "/*", "*/", "//", "\n", "\r\n", "@objc",
            "#if ",
            "#endif", "#keyPath(A.b)", "#selector(getter: a)", "class A ", "extension A ", "override func a() {}", "`",
            "/",
            "#", "@NSManaged private var a: B", "import UIKit\n", "é", "👩‍👩‍👧", "\0", "\u{FEFF}", " ",
            "canImport(ObjectiveC)", "!", "private ",
        ]
        for _ in 0..<60 {
            let text = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            let bytes = Array(text.joined().utf8)
            expectWhole(bytes)
            let ported = SourcePort.port([("a", bytes)])
            let again = SourcePort.port([("a", ported[0].ported)])
            #expect(again[0].ported == ported[0].ported, "\(text.joined().debugDescription)")
            expectWhole((0..<80).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        }
    }

    @Test(
        "Deep, long, and unterminated sources end the scanner in linear time",
        arguments: [
            "\"\\(", "(", "{", "/*", "\"\"\"\n", "#if a\n", "@objc ", "class A ", "extension A {", "#\"", "\"", "`",
            "#keyPath(",
            "public ", "@objc class A {\n", "/a", "#/", "!", "private @NSManaged ", "import UIKit\n",
            "as! NSFetchRequest<", "<",
            "extension A { override func f() {} }\n", "#if (", "#elseif !(",
        ])
    func hostileTexts(_ piece: String) {
        let bytes = Array(String(repeating: piece, count: runsLongTests ? 2_000 : 600).utf8)
        expectWhole(bytes)
        let ported = SourcePort.port([("a", bytes)])
        #expect(ported.count == 1)
    }
}
