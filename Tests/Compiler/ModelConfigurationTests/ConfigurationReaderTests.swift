import ModelConfiguration
import ModelDiagnostics
import ModelValidation
import TestSupport
import Testing

@Suite struct ConfigurationReaderTests {
    private func read(
        _ text: String, limits: ConfigurationLimits = ConfigurationLimits()
    ) -> (configuration: ProjectConfiguration, problems: [String]) {
        var diagnostics: [LocatedDiagnostic] = []
        let configuration = ConfigurationReader(limits: limits)
            .read(Array(text.utf8), at: "/shop/modelgen.yml", into: &diagnostics)
        return (configuration, diagnostics.map { "\($0.position) \($0.severity) \($0.code) \($0.hint ?? "")" })
    }

    @Test("The models, rules, and baseline of a configuration are read")
    func modelsRulesAndBaseline() {
        let (configuration, problems) = read(
            """
            # What holds for this project.
            models:
              - Models/Shop.xcdatamodeld
              - "../Other Models/"   # a folder
            rules:
              relationship-inverse-missing: off
              attribute-optional-scalar: warning
            baseline: modelgen-baseline.json
            """)
        #expect(problems == [])
        #expect(configuration.path == "/shop/modelgen.yml")
        #expect(configuration.models == ["/shop/Models/Shop.xcdatamodeld", "/Other Models"])
        #expect(
            configuration.ruleLevels == ["relationship-inverse-missing": .off, "attribute-optional-scalar": .warning])
        #expect(configuration.baselinePath == "/shop/modelgen-baseline.json")
    }

    @Test("A file of Windows, with a byte order mark and other line ends, is read like any other")
    func byteOrderMark() {
        let text = "models:\n  - Shop.xcdatamodeld\ngenerate:\n  output: Out\nrule: {}\n"
        let (plain, problems) = read(text)
        let other = read("\u{FEFF}" + text.replacing("\n", with: "\r\n"))
        #expect(other.configuration == plain)
        #expect(plain.models == ["/shop/Shop.xcdatamodeld"])
        #expect(other.problems == problems && problems.count == 1)
    }

    @Test("Omitted keys are empty", arguments: ["", "# nothing\n", "models:\nrules:\nbaseline: ~\n", "---\n"])
    func whatIsLeftOutIsEmpty(_ text: String) {
        let (configuration, problems) = read(text)
        #expect(problems == [])
        #expect(configuration.models == [])
        #expect(configuration.ruleLevels == [:])
        #expect(configuration.baselinePath == nil)
    }

    @Test(
        "Problems are reported with their place and a hint",
        arguments: [
            ("models:\n  - a\nruls:\n", ":3:1 error settings-key-unknown did you mean 'rules'?"),
            (
                "colour: red",
                ":1:1 error settings-key-unknown use models, generate, rules, conventions, evolution, baseline"
            ),
            ("- a", ":1:1 error settings-value-invalid use a mapping"),
            ("models: a", ":1:9 error settings-value-invalid use a list of paths"),
            ("models: [a, [b]]", ":1:13 error settings-value-invalid use a path relative to this file"),
            ("baseline:\n  - a", ":2:3 error settings-value-invalid use a path relative to this file"),
            ("rules: [a]", ":1:8 error settings-value-invalid use a mapping from codes to levels"),
            (
                "rules:\n  name-is-keywrd: off",
                ":2:3 error settings-rule-unknown did you mean 'name-is-keyword'?"
            ),
            (
                "rules:\n  name-is-keyword: loud",
                ":2:20 error settings-value-invalid use one of off, note, warning, error"
            ),
            ("rules:\n  name-is-keyword:", ":2:19 error settings-value-invalid use one of off, note, warning, error"),
            (
                "rules:\n  entity-name-duplicate: off",
                ":2:3 error settings-rule-mandatory remove the level, and correct the model"
            ),
            ("models:\n\t- a", ":2:1 error settings-syntax "),
            ("models: [a", ":2:1 error settings-syntax "),
            (
                "a: 1\n---\nb: 2",
                ":2:1 error settings-syntax remove the line '---', or move what follows it to another file"
            ),
            ("models: [a]\nmodels: [b]", ":1:1 error settings-syntax "),
            ("models: &m [a]\nrules: *m", ":1:9 error settings-syntax write out the value"),
            ("models: *m", ":1:9 error settings-syntax "),
            ("a\u{0}b", ":1:2 error settings-syntax "),
        ])
    func problemsHaveTheirPlace(_ text: String, _ problem: String) {
        #expect(read(text).problems == ["/shop/modelgen.yml" + problem])
    }

    @Test("Bytes that are not UTF-8 are an error")
    func bytesThatAreNoTextAreAnError() {
        var diagnostics: [LocatedDiagnostic] = []
        _ = ConfigurationReader().read([0x61, 0xFF], at: "/modelgen.yml", into: &diagnostics)
        #expect(diagnostics.map(\.code) == ["settings-syntax"])
    }

    @Test("A mandatory rule can be given the level that it has")
    func aLevelThatAMandatoryRuleHasAnywayIsFine() {
        #expect(read("rules: {entity-name-duplicate: error}").problems == [])
    }

    @Test("A problem does not hide other keys")
    func oneProblemDoesNotHideTheRest() {
        let (configuration, problems) = read("colour: red\nbaseline: b.json\nrules:\n  x-y: off\n")
        #expect(problems.count == 2)
        #expect(configuration.baselinePath == "/shop/b.json")
    }
}
