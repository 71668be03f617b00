import ModelDiagnostics
import Testing

@testable import StencilTemplates

@Suite struct TemplateCheckTests {
    @Test("Unknown names, filters, and tags are reported with their place")
    func everythingUnknownIsReportedWithItsPlace() {
        #expect(
            problems(in: "{{ conut }}\n  {{ hero.nmae|uppr }}{% whlie %}")
                == [
                    "1:4 template-unknown-name unknown variable 'conut'; did you mean 'count'?",
                    "2:11 template-unknown-name 'hero' has no field 'nmae'; did you mean 'name'?",
                    "2:16 template-unknown-filter unknown filter 'uppr'",
                    "2:23 template-unknown-tag unknown tag 'whlie'",
                ])
    }

    @Test("The variables of a tag are known inside it")
    func variablesInTags() {
        #expect(problems(in: "{% for a in names %}{{ a }}{{ forloop.last }}{% endfor %}").isEmpty)
        #expect(problems(in: "{% for a in names %}{% endfor %}{{ a }}").count == 1)
        #expect(problems(in: "{% for k, v in table where v > 1 %}{{ k }}{{ v }}{% endfor %}").isEmpty)
        #expect(problems(in: "{% if flag %}{% set a \"1\" %}{{ a }}{% endif %}{{ a }}").count == 1)
        #expect(
            problems(in: "{% map names into list using x %}{{ x }}{{ maploop.item }}{% endmap %}{{ list }}").isEmpty)
        #expect(problems(in: "{{ param.anything.at.all }}{{ table.z }}{{ table[key] }}").isEmpty)
        #expect(problems(in: "{{ names.frist }}{{ count.x }}").count == 2)
    }

    @Test("Looping over anything but a list or table is an error")
    func onlyListsAndTablesAreLoopedOver() {
        #expect(
            problems(in: "{% for a in key %}{{ a }}{% endfor %}{% for a in hero %}{% endfor %}")
                == [
                    "1:13 template-not-a-list 'key' is text, which cannot be looped over; loop over a list or a table",
                    "1:50 template-not-a-list 'hero' is Hero, which cannot be looped over; loop over a list or a table",
                ])
    }

    @Test("Unfinished tags and unexpected tokens are errors")
    func tagsMustEnd() {
        #expect(problems(in: "a\n {% if flag %}") == ["2:2 template-syntax 'if' has no matching 'endif'"])
        #expect(problems(in: "a\n{% endif %}") == ["2:1 template-syntax 'endif' has no matching start"])
        #expect(problems(in: "a {{ b") == ["1:3 template-syntax these braces have no closing braces"])
        #expect(problems(in: "{{ }}{% if %}{% endif %}").count == 2)
        #expect(problems(in: "{{ count count }}") == ["1:10 template-syntax 'count' is not expected here"])
        #expect(problems(in: "{{ hero..name }}{{ hero[key }}").count == 2)
    }

    @Test("A wrong number of arguments of a filter or macro is an error")
    func numberOfArguments() {
        #expect(
            problems(in: "{{ key|contains }}")
                == ["1:8 template-syntax filter 'contains' takes 1 argument, not 0"])
        #expect(problems(in: "{% macro m a %}{{ a }}{% endmacro %}{% call m %}").count == 1)
        #expect(problems(in: "{% call m %}").count == 1)
    }

    @Test("Included and extended templates are checked with the names at their place")
    func namedTemplates() {
        let others = [
            "row": "{{ name }}\n{{ nme }}", "macros": "{% macro m a %}{{ a }}{% endmacro %}",
            "base": "{% for name in names %}{% block row %}{{ name }}{% endblock %}{% endfor %}",
        ]
        #expect(
            problems(in: "{% for name in names %}{% include \"row\" %}{% endfor %}", others)
                == ["row.stencil:2:4 template-unknown-name unknown variable 'nme'; did you mean 'name'?"])
        #expect(
            problems(in: "{% include \"rwo\" %}", others)
                == ["1:12 template-missing unknown template 'rwo'; did you mean 'row'?"])
        #expect(problems(in: "{% import \"macros\" %}{% call m key %}", others).isEmpty)
        #expect(problems(in: "{% extends \"base\" %}{% block row %}{{ name }}{% endblock %}", others).isEmpty)
        #expect(problems(in: "{% extends \"base\" %}{% block row %}{{ nam }}{% endblock %}", others).count == 1)
        #expect(problems(in: "{% include \"t\" %}").isEmpty)
    }

    @Test("Tags inside each other have a limit", arguments: TagNesting.all)
    func nestedTags(_ tags: TagNesting) {
        #expect(problems(in: tags.text(depth: 300)).isEmpty)
        let found = problems(in: tags.text(depth: 20_000))
        #expect(found.count == 1)
        let place = "1:\(300 * tags.start.count + 1) template-syntax"
        #expect(found.first?.hasPrefix(place) == true, "\(found)")
        #expect(found.first?.hasSuffix("is inside 300 other tags; put fewer tags inside each other") == true)
    }
}
