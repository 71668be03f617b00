import ModelExpressions
import TestSupport
import Testing

struct RoundTripTests {
    /// New seeds on each run, and those that once failed.
    static let seeds: [UInt64] = [0, 1] + SplitMix.seeds(6, for: "expressions")

    @Test("Random predicates are the same after printing and parsing", arguments: seeds)
    func randomTreesParseToThemselves(seed: UInt64) throws {
        print("RoundTripTests: seed \(seed)")
        var trees = RandomTree(seed: seed)
        for _ in 0..<250 {
            try expectRoundTrip(trees.predicate(depth: 5))
            try expectRoundTrip(trees.expression(depth: 5))
        }
    }

    /// Law 9: whatever text a value has, the tree has the same shape.
    @Test(
        "The text of an argument never changes the structure of a predicate",
        arguments: ["Anna", "", "' OR TRUEPREDICATE OR name == '", "%@", "$X", "name", "00ff", "12"])
    func argumentsNeverChangeTheShape(_ text: String) throws {
        let formats = ["name == %@", "ANY %@ IN {%@, 1}", "CAST(%@, 'NSData') == %@", "FUNCTION(%@, 'x') == -a"]
        for format in formats {
            let arguments = Array(repeating: FormatArgument.constant(.string(text)), count: 2)
            let marker = Array(repeating: FormatArgument.constant(.string("marker")), count: 2)
            let bound = try ModelPredicate(format: format, arguments: arguments, extraArguments: .ignored)
            let marked = try ModelPredicate(format: format, arguments: marker, extraArguments: .ignored)
            #expect(
                bound.description.replacing("\"\(text.escaped)\"", with: "·")
                    == marked.description.replacing("\"marker\"", with: "·"))
        }
    }

    /// Spellings that mean the same.
    @Test(
        "Different spellings are printed in one form",
        arguments: [
            ("self.name == 'x'", "name == \"x\""),
            ("SELF.team.name == 'x'", "team.name == \"x\""),
            ("a = 1 && b <> 2 || !(c => 3)", "(a == 1 AND b != 2) OR NOT c >= 3"),
            ("SOME a.b =< 3", "ANY a.b <= 3"),
            ("length(name) == 1", "length:(name) == 1"),
            ("modulus:by(a, 2) == 1", "modulus:by:(a, 2) == 1"),
            ("a NOT IN {1}", "NOT a IN {1}"),
            ("ANY a.b NOT IN {1}", "NOT ANY a.b IN {1}"),
            ("a BEGINSWITH [DC] 'x'", "a BEGINSWITH[cd] \"x\""),
            ("#size == 1 AND team.size == 2", "#size == 1 AND team.#size == 2"),
            ("items . @sum . price > 0o17", "items.@sum.price > 15"),
            ("a == 'x\\u00e9\\uD83E\\uDD94'", "a == \"xé🦔\""),
            ("a == 1e3 AND b == 0B11 AND c == 0XfF", "a == 1000.0 AND b == 3 AND c == 255"),
            ("a == -9223372036854775808", "a == -9223372036854775808"),
            ("- 5 == --5", "-5 == -(-5)"),
            ("(a - b) - c == a - (b - c)", "a - b - c == a - (b - c)"),
            ("(2 ** 3) ** 2 == -2 ** 2", "(2 ** 3) ** 2 == -2 ** 2"),
            ("a | b & c == 1", "a | b & c == 1"),
            ("(a | b) & c == 1", "(a | b) & c == 1"),
            ("{1, 'x', {TRUE, nil}} CONTAINS a", "{1, \"x\", {TRUE, nil}} CONTAINS a"),
            ("random() < random:(6)", "random() < random:(6)"),
            ("größe == 1", "größe == 1"),
            ("\u{FB01}rst == 1", "\u{FB01}rst == 1"),
        ])
    func spellingsArePrintedInOneForm(_ format: String, _ printed: String) throws {
        let predicate = try ModelPredicate(format: format)
        #expect(predicate.description == printed)
        try expectRoundTrip(predicate)
    }

    @Test("Nested conjunctions keep their structure")
    func rowsKeepTheirShape() throws {
        let flat = try ModelPredicate(format: "a == 1 AND b == 2 AND c == 3")
        let nested = try ModelPredicate(format: "(a == 1 AND b == 2) AND c == 3")
        guard case .and(let flatMembers) = flat, case .and(let nestedMembers) = nested else {
            Issue.record("no AND")
            return
        }
        #expect(flatMembers.count == 3)
        #expect(nestedMembers.count == 2)
    }
}

extension String {
    /// As it stands between double quotes in a format.
    fileprivate var escaped: String {
        replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
