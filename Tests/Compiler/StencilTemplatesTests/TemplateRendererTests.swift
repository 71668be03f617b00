import ModelDiagnostics
import Testing

@testable import StencilTemplates

@Suite struct TemplateRendererTests {
    @Test("A field that is `nil` prints nothing")
    func aFieldThatIsNothingPrintsNothing() throws {
        #expect(try render("{{ hero.name }}{{ hero.alias }}") == "Ada")
    }

    @Test("A line with only a tag leaves no empty line")
    func aLineWithNothingButATagLeavesNoLine() throws {
        #expect(try render("a\n  {% if flag %}\n  b\n  {% endif %}\nc\n") == "a\n  b\nc\n")
    }

    @Test("Signs beside the braces remove or keep white space")
    func signsBesideTheBracesTakeOrKeepWhiteSpace() throws {
        #expect(try render("a \n{%- if flag -%}\n b {%+ endif +%}\nc") == "ab \nc")
    }

    @Test("Loops provide counters, filters, and ranges")
    func loopsKnowTheirRounds() throws {
        #expect(
            try render(
                "{% for name in names %}{{ forloop.counter }}{{ name }}{{ \",\" if not forloop.last }}{% endfor %}")
                == "1a,2b,3c")
        #expect(try render("{% for name in names where name != \"b\" %}{{ name }}{% endfor %}") == "ac")
        #expect(try render("{% for name in none %}x{% empty %}nobody{% endfor %}") == "nobody")
        #expect(try render("{% for key, value in table %}{{ key }}={{ value }};{% endfor %}") == "x=1;y=2;")
        #expect(try render("{% for number in 1...3 %}{{ number }}{% endfor %}") == "123")
    }

    @Test(
        "A range that is too long is an error",
        arguments: [
            "-1...9223372036854775807", "-9223372036854775808...9223372036854775807", "0...9223372036854775807",
            "9223372036854775807...-9223372036854775808", "0...1000000",
        ])
    func aRangeThatIsTooLongIsAnError(_ range: String) throws {
        let failure = #expect(throws: TemplateError.self) {
            try render("{% for number in \(range) %}{% endfor %}")
        }
        #expect(failure?.description == "this range is too long (t.stencil:1:1)")
    }

    @Test("Loops can be continued and ended early")
    func loopsCanEndEarly() throws {
        #expect(
            try render(
                "{% for name in names %}{% if name == \"b\" %}{% continue %}{% endif %}{{ name }}{% endfor %}") == "ac")
        #expect(
            try render("{% for name in names %}{{ name }}{% if name == \"b\" %}{% break %}{% endif %}{% endfor %}")
                == "ab")
        #expect(
            try render(
                """
                {% outer: for name in names %}{% for other in names %}{{ name }}{{ other }} \
                {% if other == "b" %}{% continue outer %}{% endif %}{% endfor %}{% endfor %}
                """) == "aaabbabbcacb")
    }

    @Test("Conditions are evaluated like in Stencil")
    func conditionsFollowStencil() throws {
        #expect(try render("{% if not flag or names and table %}yes{% else %}no{% endif %}") == "yes")
        #expect(try render("{% if none %}a{% elif count > 2 %}b{% else %}c{% endif %}") == "b")
        #expect(try render("{% if ( \"b\" in names ) and count == 3 %}in{% endif %}") == "in")
        #expect(try render("{% ifnot flag %}a{% else %}b{% endif %}") == "b")
        #expect(try render("{{ \"yes\" if flag else \"no\" }}") == "yes")
    }

    @Test("Lists and dictionaries have members")
    func listsAndTextsHaveMembers() throws {
        #expect(
            try render("{{ names.count }}{{ names.first }}{{ names.last }}{{ names.1 }}{{ table.count }}") == "3acb2")
        #expect(try render("{{ table[key] }}{{ table.y }}{{ table.z }}") == "12")
    }

    @Test("A variable is valid in the tag that sets it")
    func variablesAreSetInTheTagTheyStandIn() throws {
        #expect(try render("{% set a %}<{{ count }}>{% endset %}{% set b hero.name %}{{ a }}{{ b }}") == "<3>Ada")
        #expect(try render("{% set a \"1\" %}{% if flag %}{% set a \"2\" %}{{ a }}{% endif %}{{ a }}") == "21")
    }

    @Test("Macros can be called with arguments")
    func macrosAreCalled() throws {
        #expect(
            try render("{% macro twice x y %}{{ x }}{{ y }}{{ x }}{% endmacro %}{% call twice \"a\" count %}") == "a3a")
    }

    @Test("The map tag makes lists of strings")
    func mapsMakeListsOfTexts() throws {
        #expect(
            try render(
                "{% map names into big using name %}{{ maploop.counter }}{{ name|uppercase }}{% endmap %}{{ big|join:\"-\" }}"
            ) == "0A-1B-2C")
    }

    @Test("Templates can include, import, and extend others")
    func templatesIncludeImportAndExtendOthers() throws {
        let others = [
            "line": "<{{ name }}>", "macros": "{% macro m x %}[{{ x }}]{% endmacro %}ignored",
            "base": "a{% block middle %}b{% endblock %}c",
            "middle": "{% extends \"base\" %}{% block middle %}({{ block.super }}){% endblock %}",
        ]
        #expect(try render("{% include \"line\" hero %}", others) == "<Ada>")
        #expect(try render("{% for name in names %}{% include \"line.stencil\" %}{% endfor %}", others) == "<a><b><c>")
        #expect(try render("{% import \"macros.stencil\" %}{% call m \"x\" %}", others) == "[x]")
        #expect(
            try render("{% extends \"base\" %}{% block middle %}x{{ block.super }}{% endblock %}", others) == "axbc")
        #expect(
            try render("{% extends \"middle\" %}{% block middle %}x{{ block.super }}{% endblock %}", others) == "ax(b)c"
        )
    }

    @Test("Endless recursion and nesting are errors")
    func whatNamesItselfWithoutEndIsAnError() {
        func failure(_ text: String) -> String? {
            #expect(throws: TemplateError.self) { try render(text) }?.description
        }
        #expect(failure("{% include \"t\" %}") == "templates are nested too deeply here (t.stencil:1:1)")
        #expect(
            failure("{% macro m %}{% call m %}{% endmacro %}{% call m %}")
                == "templates are nested too deeply here (t.stencil:1:14)")
        #expect(
            failure("{% if \(String(repeating: "(", count: 5_000)) %}{% endif %}")
                == "this expression is nested too deeply (t.stencil:1:106)")
    }

    @Test("Tags inside each other have a limit", arguments: TagNesting.all)
    func nestedTags(_ tags: TagNesting) throws {
        let limit = 300
        #expect(try render(tags.text(depth: limit)) == "x")
        for depth in [limit + 1, 20_000] {
            let failure = #expect(throws: TemplateError.self) { try render(tags.text(depth: depth)) }
            #expect(
                failure?.description
                    == "'\(tags.name)' is inside 300 other tags; put fewer tags inside each other "
                    + "(t.stencil:1:\(limit * tags.start.count + 1))")
            #expect(failure?.diagnostic.code.rawValue == "template-syntax")
        }
    }

    @Test("Tags inside each other have a limit also in templates that include each other")
    func nestedTagsOfTemplates() throws {
        let others = Dictionary(
            uniqueKeysWithValues: (0..<50).map { number in
                ("t\(number)", TagNesting.all[0].text(depth: 10, around: "{% include \"t\(number + 1)\" %}"))
            })
        let failure = #expect(throws: TemplateError.self) { try render("{% include \"t0\" %}", others) }
        #expect(
            failure?.description
                == "more than 300 tags and templates are inside each other here; put fewer tags inside each other "
                + "(t27.stencil:1:27)")
    }

    @Test("A template that extends itself without end is an error")
    func endlessExtension() {
        let text = String(repeating: "{% extends \"t\" %}", count: 20_000)
        let failure = #expect(throws: TemplateError.self) { try render(text) }
        #expect(
            failure?.description
                == "'extends' is inside 300 other tags; put fewer tags inside each other (t.stencil:1:5101)")
    }

    /// With the column of the tag at which rendering fails.
    @Test(
        "Rendering that would take forever is an error",
        arguments: [
            ("{% for a in 1...100000 %}{% for b in 1...100000 %}{% endfor %}{% endfor %}", 1),
            ("{% for a in 1...100000 %}{% for b in 1...100000 where none %}{% endfor %}{% endfor %}", 1),
            ("{% for a in 1...900 %}{% set b 1...100000 %}{% endfor %}", 23),
            ("{% set list 1...900 %}{% for a in list %}{% if a in list %}x{% endif %}{% endfor %}", 42),
            // A loop that ends at its first element lists all of them.
            ("{% set list 1...700 %}{% for a in list %}{% for b in list %}{% break %}{% endfor %}{% endfor %}", 42),
            (
                (0..<12).map { "{% macro m\($0) %}{% call m\($0 + 1) %}{% call m\($0 + 1) %}{% endmacro %}" }.joined()
                    + "{% macro m12 %}{% endmacro %}{% call m0 %}", 629
            ),
            (
                "{% set a \"aaaaaaaaaaaa\" %}{% for i in 1...100 %}{% filter trimmed %}{{ a }}{% endfilter %}{% endfor %}",
                49
            ),
            ("{% set a %}\(longText){% endset %}{% for i in 1...100 %}{{ a.count }}{% endfor %}", 1246),
            ("{% set a %}\(longText){% endset %}{% for i in 1...100 %}{{ i|hasPrefix:a }}{% endfor %}", 1246),
            // Each name of a variable is looked for among all variables.
            (sets + "{{ key }}", sets.count + 1),
        ])
    func endlessRendering(_ text: String, _ column: Int) {
        let failure = #expect(throws: TemplateError.self) { try render(text, maximumStepCount: 1_000) }
        #expect(
            failure?.description
                == "rendering takes more than 1000 steps; use smaller ranges, or fewer loops inside each other "
                + "(t.stencil:1:\(column))")
        #expect(failure?.diagnostic.code.rawValue == "template-failed")
    }

    /// A text of 300 steps.
    private static let longText = String(repeating: "a", count: 1_200)
    private static let sets = (0..<200).map { "{% set a\($0) 1 %}" }.joined()

    @Test(
        "A filter does not make strings that fill the memory",
        arguments: ["a|join:b", "b|replace:\"c\",b", "b|indent:10000,b", "names|join:b|wrapped:1,b"])
    func longStrings(_ expression: String) {
        let lists = "{% set a 1...900000 %}{% set b %}\(String(repeating: "c ", count: 20_000)){% endset %}"
        let failure = #expect(throws: TemplateError.self) { try render(lists + "{{ \(expression) }}") }
        let filter = expression.split(separator: "|").last?.split(separator: ":").first ?? ""
        #expect(
            failure?.description
                == "filter '\(filter)' makes a string of more than 64 MB (t.stencil:1:\(lists.count + 1))")
    }

    @Test("A regular expression does not make strings that fill the memory")
    func longReplacements() {
        let text = String(repeating: "a", count: 1_500)
        let template = String(repeating: "$1", count: 4_000)
        let failure = #expect(throws: TemplateError.self) {
            try render("{{ \"\(text)\"|replace:\"(?=(a*))\",\"\(template)\",\"regex\" }}")
        }
        #expect(failure?.description == "filter 'replace' makes a string of more than 64 MB (t.stencil:1:1)")
    }

    @Test("A long chain of operators is an error", arguments: ["or", "and", "==", "in"])
    func operators(_ sign: String) {
        let text = { (count: Int) in
            let operands = Array(repeating: "flag", count: count + 1)
            return "{% if \(operands.joined(separator: " \(sign) ")) %}{% endif %}"
        }
        #expect(throws: Never.self) { try render(text(300)) }
        for count in [301, 100_000] {
            let failure = #expect(throws: TemplateError.self) { try render(text(count)) }
            let column = "{% if flag".count + 300 * " \(sign) flag".count + " \(sign)".count + 2
            #expect(failure?.description == "a tag can have at most 300 operators (t.stencil:1:\(column))")
        }
    }

    @Test("An error has the place of its tag")
    func failuresHaveThePlaceOfTheirTag() throws {
        let failure = #expect(throws: TemplateError.self) { try render("a\n  {{ names|upperFirstLetter }}") }
        #expect(failure?.description == "filter 'upperFirstLetter' needs a string, not a list (t.stencil:2:3)")
    }

    @Test("Templates can use parameters")
    func parametersAreThere() throws {
        #expect(try render("{{ param.a }}{{ param.no }}", parameters: ["a": "1"]) == "1")
    }
}
