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

    @Test("Conventions are read in their order")
    func conventionsAreReadInTheirOrder() throws {
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

    @Test(
        "Unknown keys and invalid values of a convention are errors",
        arguments: [
            ("7", "2:6 'a' cannot be '7'; use the keys of, require, and message"),
            ("{require: name != 'x', message: m}", "2:3 'a' has no 'of'; use one of "),
            ("{of: entities, message: m}", "2:3 'a' has no 'require'; use a string"),
            ("{of: entities, require: name != 'x'}", "2:3 'a' has no 'message'; use a string"),
            ("{of: entity, require: name != 'x', message: m}", "2:11 'of' cannot be 'entity'; "),
            (
                "{of: entities, requires: name != 'x', message: m}",
                "2:21 unknown key 'requires'; did you mean 'require'?"
            ),
            ("{of: entities, require: name != 'x', message: m, level: loud}", "2:62 'level' cannot be 'loud'; "),
            ("{of: entities, require: [a], message: m}", "2:30 'require' cannot be a list; use a predicate"),
        ])
    func wrongKeysAndValuesAreErrors(_ convention: String, _ problem: String) {
        let (conventions, problems) = read("conventions:\n  a: \(convention)")
        #expect(conventions.isEmpty)
        #expect(problems.contains { $0.hasPrefix(problem) }, "\(problems)")
    }

    @Test(
        "An invalid section and invalid codes are errors",
        arguments: [
            ("conventions: 7", "1:14 'conventions' cannot be '7'"),
            ("conventions: [a]", "1:14 'conventions' cannot be a list"),
            ("conventions:\n  Upper: {}", "2:3 'Upper' is not a valid rule code"),
            (
                "conventions:\n  relationship-inverse-missing: {}",
                "2:3 rule 'relationship-inverse-missing' already exists"
            ),
        ])
    func theSectionAndItsCodesAreChecked(_ text: String, _ problem: String) {
        let (_, problems) = read(text)
        #expect(problems.count == 1 && problems.first?.hasPrefix(problem) == true, "\(problems)")
    }

    @Test(
        "An invalid requirement is an error at its column",
        arguments: [
            ("name ==", 8, "the text ends unexpectedly"),
            ("name == 'x' AND nmae == 'y'", 17, "'Entity' has no property 'nmae'"),
            ("isAbstract == 'x'", 1, "== cannot compare 'isAbstract' of type Boolean with type String"),
            ("name == 'x' OR name LIKE '*'", 16, "a requirement cannot use LIKE"),
            ("name == 'x' OR name MATCHES '[a'", 16, "the pattern after MATCHES is not a valid regular expression"),
            ("name MATCHES className", 1, "a requirement cannot use a computed pattern"),
            ("name ==[l] 'x'", 1, "a requirement cannot use an option after =="),
            ("ANY attributes.isOptional == YES AND 1 + 1 == 2", 38, "a requirement cannot use arithmetic"),
            ("abs:(attributes.@count) == 1", 1, "a requirement cannot use abs:"),
            ("SUBQUERY(attributes, $a, $a.name LIKE '*').@count == 1", 26, "a requirement cannot use LIKE"),
            ("TERNARY(name == 'x', 1, 2) == 1", 1, "a requirement cannot use TERNARY"),
            ("name == 'x' OR attributes.name == 'x'", 16, "'attributes.name' has many values but is compared as one"),
            ("attributes.@max.name == 'x'", 1, "a requirement cannot use @max"),
        ])
    func invalidRequirements(_ requirement: String, _ column: Int, _ message: String) {
        let before = "    require: "
        for (quote, width) in [("", 0), ("\"", 1)] {
            let (conventions, problems) = read(
                "conventions:\n  a:\n    of: entities\n\(before)\(quote)\(requirement)\(quote)\n    message: m")
            #expect(conventions.isEmpty)
            let place = "4:\(before.count + width + column) \(message); "
            #expect(problems.count == 1 && problems.first?.hasPrefix(place) == true, "\(problems)")
        }
    }

    @Test("A variable outside a subquery is an error")
    func aVariableNeedsASubquery() {
        let (_, problems) = read("conventions:\n  a: {of: entities, require: $x == 1, message: m}")
        #expect(problems == ["2:30 variable '$x' has no value; use it only inside SUBQUERY"])
    }
}
