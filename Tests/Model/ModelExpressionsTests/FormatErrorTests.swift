import ModelExpressions
import Testing

struct FormatErrorTests {
    @Test(
        "Errors have a code and the column of their cause",
        arguments: [
            ("name == 'é' AND ?", .invalidToken, 17),
            ("a == 1x", .invalidToken, 6),
            ("a == 0x", .invalidToken, 6),
            ("a == 99999999999999999999", .invalidToken, 6),
            ("a == 9223372036854775808", .invalidToken, 6),
            ("a == 1e999", .invalidToken, 6),
            ("a == 'x\\d'", .invalidToken, 8),
            ("a == '\\uD800'", .invalidToken, 7),
            ("a == '\\u12'", .invalidToken, 7),
            ("a == $", .invalidToken, 6),
            ("a == @", .invalidToken, 6),
            ("a == #", .invalidToken, 6),
            ("a %% 2 == 1", .invalidToken, 3),
            ("a == %q", .invalidToken, 6),
            ("size == 1", .unexpectedToken, 1),
            ("CAST == 1", .unexpectedToken, 1),
            ("a.1 == 1", .unexpectedToken, 3),
            ("a. == 1", .unexpectedToken, 4),
            ("a == b NOT LIKE c", .unexpectedToken, 12),
            ("a UTI-CONFORMS-TO 'x'", .unexpectedToken, 3),
            ("ANY (a == 1)", .unexpectedToken, 13),
            ("ANY NOT a == 1", .unexpectedToken, 5),
            ("a == NOT b", .unexpectedToken, 6),
            ("a == (b == c)", .wrongKind, 6),
            ("(a == b).c == 1", .wrongKind, 1),
            ("a AND b == 1", .wrongKind, 1),
            ("TRUE", .wrongKind, 1),
            ("{a == 1} == 1", .wrongKind, 2),
            ("TERNARY(a, 1, 2) == 1", .wrongKind, 9),
            ("items.@cuont == 1", .unknownFunction, 7),
            ("cannonical:(a) == 'x'", .unknownFunction, 1),
            ("max:(1, 2) == 2", .unknownFunction, 1),
            ("now(1) == 2", .unknownFunction, 1),
            ("CAST(a) == 1", .unexpectedToken, 1),
            ("FUNCTION(a, b) == 1", .unexpectedToken, 1),
            ("a == ()", .unexpectedToken, 7),
            ("a == {1,}", .unexpectedToken, 9),
            ("a[1 == 2", .unexpectedToken, 9),
            ("a ==[] 1", .unexpectedToken, 6),
            ("(a == 1]", .unexpectedToken, 8),
            ("a == 1, b", .unexpectedToken, 7),
            ("a == 1 AND b == %@", .invalidArgument, 17),
            ("%K == 1", .invalidArgument, 1),
            ("a.%@ == 1", .unexpectedToken, 3),
            ("a.%d == 1", .unexpectedToken, 3),
            ("a.%K == 1", .invalidArgument, 3),
            ("$x.é.%K == 1", .invalidArgument, 6),
        ] as [(String, FormatError.Code, Int)])
    func errorsSayWhereAndWhat(_ format: String, _ code: FormatError.Code, _ column: Int) {
        let error = #expect(throws: FormatError.self) { try ModelPredicate(format: format) }
        #expect(error?.code == code, "\(error.map(String.init(describing:)) ?? "")")
        #expect(error?.column == column)
    }

    @Test("A misspelled function or an unquoted keyword has a hint")
    func misspelledNamesGetASuggestion() {
        let function = #expect(throws: FormatError.self) { try ModelPredicate(format: "cannonical:(a) == 'x'") }
        #expect(function?.hint == "did you mean canonical:?")
        let keyword = #expect(throws: FormatError.self) { try ModelPredicate(format: "size == 1") }
        #expect(keyword?.hint == "put a value or a condition before it; write #size for a key of this name")
    }

    // MARK: Arguments

    @Test("Extra arguments are errors unless they are allowed")
    func surplusArgumentsAreErrorsUnlessAllowed() throws {
        let error = #expect(throws: FormatError.self) { try ModelPredicate(format: "a == %@", arguments: [1, 2]) }
        #expect(error?.code == .extraArguments)
        #expect(error?.column == 8)
        _ = try ModelPredicate(format: "a == %@", arguments: [1, 2], extraArguments: .ignored)
    }

    @Test(
        "An argument of the wrong type is an error",
        arguments: [
            ("a == %d", "x"), ("a == %d", 1.5), ("a == %f", "x"), ("a == %s", 1), ("%K == 1", "a..b"), ("%K == 1", ""),
            ("%K == 1", "a.@nosuch"), ("%K == 1", .predicate(.constant(true))), ("a == %d", nil),
        ] as [(String, FormatArgument)])
    func argumentsThatDoNotFitAreErrors(_ format: String, _ argument: FormatArgument) {
        let error = #expect(throws: FormatError.self) { try ModelPredicate(format: format, arguments: [argument]) }
        #expect(error?.code == .invalidArgument)
    }

    @Test("Error messages contain no values")
    func messagesHoldNoValues() {
        let error = #expect(throws: FormatError.self) { try ModelPredicate(format: "a == %d", arguments: ["secret"]) }
        #expect(error?.description.contains("secret") == false)
    }

    @Test("Key path arguments need no number sign for keywords")
    func keyPathArgumentsNeedNoMarks() throws {
        let predicate = try ModelPredicate(format: "%K > 1 AND %K.@count > %lld", arguments: ["size", "items", 2])
        #expect(predicate.description == "#size > 1 AND items.@count > 2")
        #expect(try ModelPredicate(format: "%K == 1", arguments: ["SELF"]).description == "SELF == 1")
    }

    @Test(
        "Key path arguments join to one path, wherever a name can be",
        arguments: [
            ("%K.%K == 1", ["a", "name"], "a.name == 1"),
            ("%K.%K.%K > 1", ["a", "b.c", "@count"], "a.b.c.@count > 1"),
            ("a.%K.d == 1", ["size.c"], "a.#size.c.d == 1"),
            ("SELF.%K == 1", ["a.b"], "a.b == 1"),
            ("%K.%K == 1", ["SELF", "a"], "a == 1"),
            ("$x.%K == $y.a.%K", ["name", "b"], "$x.name == $y.a.b"),
            ("ANY %K.%K IN {1}", ["a", "b"], "ANY a.b IN {1}"),
            (
                "SUBQUERY(%K, $p, $p.%K == %@).%K > 0", ["pets", "kind", "cat", "@count"],
                "SUBQUERY(pets, $p, $p.kind == \"cat\").@count > 0"
            ),
            ("(a + b).%K == 1", ["c"], "(a + b).c == 1"),
            ("a[0].%K == 1", ["c"], "a[0].c == 1"),
        ] as [(String, [FormatArgument], String)])
    func keyPathArgumentsJoin(_ format: String, _ arguments: [FormatArgument], _ text: String) throws {
        let predicate = try ModelPredicate(format: format, arguments: arguments)
        #expect(predicate.description == text)
        #expect(predicate == (try ModelPredicate(format: text)))
    }

    @Test(
        "A key path argument after a dot is refused at its place",
        arguments: [1, "", "a..b", ".a", "a.@nosuch", nil, 2.5, ["a"], .predicate(.constant(true))] as [FormatArgument])
    func unfitKeyPathArguments(_ argument: FormatArgument) {
        let error = #expect(throws: FormatError.self) {
            try ModelPredicate(format: "'é' == a.%K", arguments: [argument])
        }
        #expect(error?.code == .invalidArgument && error?.column == 10)
        #expect(error?.message == "argument 1 does not fit %K")
        #expect(error?.hint == "pass a key path as a string")
    }

    @Test("Objects in predicates are printed as arguments")
    func opaqueValuesComeBackAsArguments() throws {
        let argument = FormatArgument.opaque(42, entityName: "Person")
        let printed = try ModelPredicate(format: "SELF == %@", arguments: [argument]).printed
        #expect(printed.format == "SELF == %@")
        #expect(printed.arguments == [argument])
    }

    // MARK: Variables

    @Test("Variables are replaced by values")
    func variablesAreReplacedByValues() throws {
        let predicate = try ModelPredicate(format: "a == $X AND SUBQUERY(b, $p, $p.c == $X AND $p.d == $Y).@count > $Z")
        #expect(predicate.freeVariables == ["X", "Y", "Z"])
        let partly = predicate.substituting(["X": "it's", "Z": 1, "p": 5])
        #expect(
            partly.description
                == "a == \"it's\" AND SUBQUERY(b, $p, $p.c == \"it's\" AND $p.d == $Y).@count > 1")
        #expect(partly.freeVariables == ["Y"])
    }

    // MARK: Derivations

    @Test(
        "Derivation expressions are parsed",
        arguments: [
            "items.@count", "canonical:(name)", "now()", "owner.name", "items.price.@sum", "uppercase:(name)",
        ])
    func derivationsParse(_ text: String) throws {
        #expect(try ModelExpression(derivation: text).description == text)
    }

    @Test(
        "Invalid derivation expressions are errors with their column",
        arguments: [("$X", 1), ("a + %@", 5), ("a == 1", 1), ("", 1), ("items.@count 5", 14)])
    func brokenDerivationsAreErrors(_ text: String, _ column: Int) {
        let error = #expect(throws: FormatError.self) { try ModelExpression(derivation: text) }
        #expect(error?.column == column)
    }
}
