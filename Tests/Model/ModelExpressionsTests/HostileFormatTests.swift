import Foundation
import ModelExpressions
import TestSupport
import Testing

/// Texts that somebody wrote to bring the parser down.
struct HostileFormatTests {
    /// The length of rows, lists, and paths.
    private static let length = runsLongTests ? 100_000 : 20_000

    /// A text that nests one construct: before, in the middle, after.
    struct Nesting: Sendable, CustomTestStringConvertible {
        var before: String
        var middle: String
        var after: String
        var end = ""
        var testDescription: String { before }

        func text(depth: Int) -> String {
            String(repeating: before, count: depth) + middle + String(repeating: after, count: depth) + end
        }
    }

    static let nestings = [
        Nesting(before: "NOT (", middle: "a == 1", after: ")"),
        Nesting(before: "NOT ", middle: "a == 1", after: ""),
        Nesting(before: "a == 1 AND (", middle: "a == 1", after: ")"),
        Nesting(before: "{", middle: "a", after: "}", end: " == 1"),
        Nesting(before: "{", middle: "1", after: "}", end: " == 1"),
        Nesting(before: "-", middle: "a", after: "", end: " == 1"),
        Nesting(before: "a - (", middle: "1", after: ")", end: " == 1"),
        Nesting(before: "a ** ", middle: "1", after: "", end: " == 1"),
        Nesting(before: "", middle: "a", after: " + 1", end: " == 1"),
        Nesting(before: "", middle: "a", after: "[0]", end: " == 1"),
        Nesting(before: "a[", middle: "0", after: "]", end: " == 1"),
        Nesting(before: "abs:(", middle: "a", after: ")", end: " == 1"),
        Nesting(before: "CAST(", middle: "a", after: ", 'x')", end: " == 1"),
        Nesting(before: "FUNCTION(", middle: "a", after: ", 'x')", end: " == 1"),
        Nesting(before: "TERNARY(a == ", middle: "a", after: ", a, b)", end: " == 1"),
        Nesting(before: "SUBQUERY(", middle: "a", after: ", $x, a == 1)", end: " == 1"),
    ]

    /// Deeper than any stack.
    private static let hostileDepth = 100_000

    @Test("Deep nesting is an error", arguments: nestings)
    func deepNestingIsAnError(_ nesting: Nesting) {
        let text = nesting.text(depth: Self.hostileDepth)
        let error = #expect(throws: FormatError.self) { try ModelPredicate(format: text) }
        #expect(error?.code == .tooDeep)
    }

    @Test("Parentheses do not count as nesting")
    func parenthesesAddNoLevel() throws {
        let text = String(repeating: "(", count: 100_000) + "a == 1" + String(repeating: ")", count: 100_000)
        #expect(try ModelPredicate(format: text).description == "a == 1")
    }

    @Test(
        "Unclosed brackets are errors",
        arguments: ["(", "{", "a == (", "NOT", "abs:(", "SUBQUERY(", "a[", "a AND ("])
    func bracketsThatNeverCloseAreErrors(_ opening: String) {
        let text = String(repeating: opening, count: Self.hostileDepth)
        #expect(throws: FormatError.self) { try ModelPredicate(format: text) }
    }

    @Test("Long compound predicates are parsed", arguments: ["AND", "OR"])
    func longRowsWork(_ word: String) throws {
        let text = Array(repeating: "a == 1", count: Self.length).joined(separator: " \(word) ")
        let predicate = try ModelPredicate(format: text)
        #expect(predicate.description == text)
        #expect(predicate == (try ModelPredicate(format: text)))
    }

    @Test("Long lists and key paths are parsed")
    func longListsAndPathsWork() throws {
        let list = (0..<Self.length).map(String.init).joined(separator: ", ")
        #expect(try ModelPredicate(format: "a IN {\(list)}").description == "a IN {\(list)}")
        let path = Array(repeating: "a", count: Self.length).joined(separator: ".")
        #expect(try ModelPredicate(format: "\(path) == 1").description == "\(path) == 1")
    }

    /// Threads of Apple's platforms have half a megabyte of stack. The deepest tree must be parsed, printed, compared,
    /// hashed, checked and destroyed in it.
    @Test("The deepest predicates fit into a small stack", arguments: nestings)
    func deepestTreesFitIntoASmallStack(_ nesting: Nesting) async {
        let worked = await withCheckedContinuation { continuation in
            let thread = Thread {
                // The deepest of those that are not too deep.
                let predicate = (1...100).reversed().lazy.compactMap {
                    try? ModelPredicate(format: nesting.text(depth: $0))
                }.first
                guard let predicate, let again = try? ModelPredicate(format: predicate.description) else {
                    return continuation.resume(returning: false)
                }
                _ = ExpressionChecker(SampleModel.zoo).check(predicate, of: SampleModel.person)
                let substituted = predicate.substituting(["x": .integer(1)])
                let isEqual = again == predicate && again.hashValue == predicate.hashValue
                continuation.resume(returning: isEqual && substituted == predicate)
            }
            thread.stackSize = 512 * 1024
            thread.start()
        }
        #expect(worked)
    }

    @Test("The depth of predicate arguments is limited")
    func argumentsAreLimitedToo() throws {
        var deep = ModelPredicate.constant(true)
        for _ in 0..<5_000 { deep = .not(deep) }
        let error = #expect(throws: FormatError.self) {
            try ModelPredicate(format: "NOT %@", arguments: [.predicate(deep)])
        }
        #expect(error?.code == .tooDeep)
    }

    /// Expects a format to give a predicate that prints and parses again, or an error that points into the format.
    private func expectAnswer(
        _ format: String, _ arguments: [FormatArgument], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let predicate: ModelPredicate
        do {
            predicate = try ModelPredicate(format: format, arguments: arguments, extraArguments: .ignored)
        } catch {
            #expect((1...format.count + 1).contains(error.column), "\(format)", sourceLocation: sourceLocation)
            return
        }
        try expectRoundTrip(predicate, sourceLocation: sourceLocation)
    }

    @Test("A truncated or changed format is parsed or refused")
    func anyPrefixAndAnyByteGivesAnAnswer() throws {
        let text =
            #"ANY pets.name ==[cd] 'é\u00e9' AND SUBQUERY(a, $x, $x.b IN {1, 2.5e3}).@count + tags[0] > %@"#
            + " OR !(#in <> 0x1F)"
        for end in text.indices {
            try expectAnswer(String(text[..<end]), [1])
            for noise in ["\u{0}", "(", ")", "'", "\"", "\\", "%", "$", "@", "#", ":", "\u{FFFD}", "🦔", "]", "}"] {
                try expectAnswer(text[..<end] + noise + text[end...], [1, 2])
            }
        }
    }

    /// The parts of formats with every kind of placeholder, and the arguments of every kind.
    private static let parts = [
        "%@", "%K", ".%K", "a.%K", "$x.%K", "%d", "%lld", "%f", "%s", "%%", "%q", "%", "a", "SELF", "nil", "'s'", "1",
        "==", "<", "IN", "BETWEEN", "LIKE", "CONTAINS[cd]", "AND", "OR", "NOT", "ANY", "(", ")", "{", "}", "[", "]",
        ",",
        ".", "+", "SUBQUERY(", "$x", "CAST(", "'NSDate'", "count:(", "TERNARY(", "FUNCTION(", "@count", "#",
    ]
    private static let arguments: [FormatArgument] = [
        "", "a", "a.b", "a..b", ".", "@count", "a.@sum.b", "@nosuch", "SELF", "SELF.a", "a b", "é", "size", "%K", "$x",
        nil, true, 0, 7, -1, .constant(.integer(.min)), 2.5, .constant(.real(-.infinity)),
        .constant(.decimal("1.50")), .constant(.date(0)), .constant(.date(.infinity)), .constant(.data([0, 255])),
        .constant(.uuid("x")), .constant(.url("")), [], [1, "a"], .constant(.collection([.collection([]), .null])),
        .opaque(1, entityName: "Person"), .expression(.evaluatedObject), .expression(.variable("x")),
        .expression(.keyPath(ModelKeyPath([.key("a"), .key("b")]))), .expression(.constant("a")),
        .expression(.keyPath(ModelKeyPath([]))), .expression(.binary(.add, .constant(1), .variable("y"))),
        .predicate(.constant(false)), .predicate(.and([])),
    ]

    @Test(
        "Random formats with random arguments are parsed or refused with a place in the format",
        arguments: RoundTripTests.seeds)
    func randomArguments(seed: UInt64) throws {
        print("HostileFormatTests: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let good = [
            "%K.%K == %@", "ANY %K.%K IN %@", "$x.%K BETWEEN {%d, %f}", "SUBQUERY(%K, $p, $p.%K == %@).%K > %d",
            "NOT (%@ OR %K CONTAINS[c] %@) AND %@", "%K[%d] == TERNARY(%@, %s, %@)",
        ]
        for _ in 0..<1_000 {
            var format = ""
            if Bool.random(using: &generator) {
                for _ in 0..<Int.random(in: 1...9, using: &generator) {
                    format += Self.parts.randomElement(using: &generator) ?? ""
                    if Bool.random(using: &generator) { format += " " }
                }
            } else {
                // A good one, with a part in a place where it does not belong.
                format = good.randomElement(using: &generator) ?? ""
                let place = Int.random(in: 0...format.count, using: &generator)
                let index = format.index(format.startIndex, offsetBy: place)
                let rest = format[index...].dropFirst(Int.random(in: 0...2, using: &generator))
                format = format[..<index] + (Self.parts.randomElement(using: &generator) ?? "") + rest
            }
            let arguments = (0..<Int.random(in: 0...6, using: &generator)).compactMap { _ in
                Self.arguments.randomElement(using: &generator)
            }
            try expectAnswer(format, arguments)
        }
    }

    /// What parses must print and parse again; what does not must say why.
    @Test("Random tokens are parsed or refused", arguments: RoundTripTests.seeds)
    func rowsOfRandomTokensGiveAnAnswer(seed: UInt64) throws {
        print("HostileFormatTests: seed \(seed)")
        let tokens = [
            "a", ".", "b", "@count", "$x", "#in", "1", "-", "2.5", "'s'", "nil", "TRUE", "SELF", "==", "<", "IN", "NOT",
            "AND", "OR", "ANY", "(", ")", "{", "}", "[", "]", ",", "+", "**", "~", "abs:", "now", "CAST", "'NSDate'",
            "SUBQUERY", "TERNARY", "FUNCTION", "TRUEPREDICATE", "%@", "%K", "FIRST", "[c]", "BETWEEN", "LIKE", "!",
        ]
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<3_000 {
            let row = (0..<Int.random(in: 1...8, using: &generator)).compactMap { _ in
                tokens.randomElement(using: &generator)
            }
            try expectAnswer(row.joined(separator: " "), ["k", "k"])
        }
    }
}
