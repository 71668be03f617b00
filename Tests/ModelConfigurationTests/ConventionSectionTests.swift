import ModelConfiguration
import ModelDiagnostics
import ModelValidation
import TestSupport
import Testing

/// The section `conventions` of a `modelgen.yml`.
struct ConventionSectionTests {
    private func read(_ text: String) -> (conventions: [Convention], problems: [String]) {
        var diagnostics: [LocatedDiagnostic] = []
        let configuration = ConfigurationReader().read(Array(text.utf8), at: "/modelgen.yml", into: &diagnostics)
        let problems = diagnostics.map { diagnostic in
            "\(diagnostic.position.line ?? 0):\(diagnostic.position.column ?? 0) \(diagnostic.message); "
                + (diagnostic.hint ?? "")
        }
        return (configuration.conventions, problems)
    }

    @Test func conventionsAreReadInTheirOrder() throws {
        let (conventions, problems) = read(
            """
            conventions:
              zebra:
                of: properties
                require: name MATCHES '[a-z].*'
                message: begins with a capital
                level: error
              ant: {of: entities, require: "userInfo.owner != NIL", message: has no owner}
            """)
        #expect(problems == [])
        #expect(
            conventions == [
                try Convention(
                    code: "zebra", of: .properties, requirement: "name MATCHES '[a-z].*'",
                    message: "begins with a capital", level: .error),
                try Convention(
                    code: "ant", of: .entities, requirement: "userInfo.owner != NIL", message: "has no owner"),
            ])
    }

    @Test(arguments: [
        ("7", "2:6 'a' holds '7'; expected the keys of, require and message"),
        ("{require: name != 'x', message: m}", "2:3 'a' has no 'of'; expected one of "),
        ("{of: entities, message: m}", "2:3 'a' has no 'require'; expected a text"),
        ("{of: entities, require: name != 'x'}", "2:3 'a' has no 'message'; expected a text"),
        ("{of: entity, require: name != 'x', message: m}", "2:11 'of' holds 'entity'; "),
        (
            "{of: entities, requires: name != 'x', message: m}",
            "2:21 there is no key 'requires'; did you mean 'require'?"
        ),
        ("{of: entities, require: name != 'x', message: m, level: loud}", "2:62 'level' holds 'loud'; "),
        ("{of: entities, require: [a], message: m}", "2:30 'require' holds a list; expected a predicate"),
    ])
    func wrongKeysAndValuesAreErrors(_ convention: String, _ problem: String) {
        let (conventions, problems) = read("conventions:\n  a: \(convention)")
        #expect(conventions.isEmpty)
        #expect(problems.contains { $0.hasPrefix(problem) }, "\(problems)")
    }

    @Test(arguments: [
        ("conventions: 7", "1:14 'conventions' holds '7'"), ("conventions: [a]", "1:14 'conventions' holds a list"),
        ("conventions:\n  Upper: {}", "2:3 'Upper' is no code of a rule"),
        (
            "conventions:\n  relationship-inverse-missing: {}",
            "2:3 there is a rule 'relationship-inverse-missing' already"
        ),
    ])
    func theSectionAndItsCodesAreChecked(_ text: String, _ problem: String) {
        let (_, problems) = read(text)
        #expect(problems.count == 1 && problems.first?.hasPrefix(problem) == true, "\(problems)")
    }

    @Test(arguments: [
        ("name ==", 8, "the text ends too early"),
        ("name == 'x' AND nmae == 'y'", 17, "'Entity' has no property 'nmae'"),
        ("isAbstract == 'x'", 1, "== cannot compare 'isAbstract' of type Boolean with type String"),
        ("name == 'x' OR name LIKE '*'", 16, "LIKE cannot be used in a requirement"),
        ("name == 'x' OR name MATCHES '[a'", 16, "the pattern behind MATCHES is no regular expression"),
        ("name MATCHES className", 1, "a pattern that is computed cannot be used in a requirement"),
        ("name ==[l] 'x'", 1, "an option behind == cannot be used in a requirement"),
        ("ANY attributes.isOptional == YES AND 1 + 1 == 2", 38, "arithmetic cannot be used in a requirement"),
        ("abs:(attributes.@count) == 1", 1, "abs: cannot be used in a requirement"),
        ("SUBQUERY(attributes, $a, $a.name LIKE '*').@count == 1", 26, "LIKE cannot be used in a requirement"),
        ("TERNARY(name == 'x', 1, 2) == 1", 1, "TERNARY cannot be used in a requirement"),
        ("name == 'x' OR attributes.name == 'x'", 16, "'attributes.name' has many values and is compared as one"),
        ("attributes.@max.name == 'x'", 1, "@max cannot be used in a requirement"),
    ])
    func anExpressionThatCannotBeUsedIsAnErrorAtItsPlace(_ requirement: String, _ column: Int, _ message: String) {
        let before = "    require: "
        for (quote, width) in [("", 0), ("\"", 1)] {
            let (conventions, problems) = read(
                "conventions:\n  a:\n    of: entities\n\(before)\(quote)\(requirement)\(quote)\n    message: m")
            #expect(conventions.isEmpty)
            let place = "4:\(before.count + width + column) \(message); "
            #expect(problems.count == 1 && problems.first?.hasPrefix(place) == true, "\(problems)")
        }
    }

    @Test func aVariableNeedsASubquery() {
        let (_, problems) = read("conventions:\n  a: {of: entities, require: $x == 1, message: m}")
        #expect(problems == ["2:30 nothing gives '$x' a value; use it inside SUBQUERY only"])
    }
}
