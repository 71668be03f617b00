import ModelCodegen
import ModelConfiguration
import ModelDiagnostics
import Testing

@Suite struct GenerationSectionTests {
    private func read(_ text: String) -> (configuration: ProjectConfiguration, problems: [String]) {
        var diagnostics: [LocatedDiagnostic] = []
        let configuration = ConfigurationReader().read(Array(text.utf8), at: "/shop/modelgen.yml", into: &diagnostics)
        return (configuration, diagnostics.map { "\($0.position) \($0.code) \($0.hint ?? "")" })
    }

    @Test("Every key of `generate` is read")
    func everyKeyIsRead() {
        let (configuration, problems) = read(
            """
            generate:
              output: Sources/Generated
              custom-code: Sources/Model/
              style: coredata
              layout: model
              access: internal
              subclassing: final
              optionals: xcode
              naming: camel-case
              classes: none
              imports: [Foundation, Money]
              class-prefix: Shop
              class-suffix: ""
              header: |
                All rights kept.
                Ask us.
              snapshots: true
              types: {UIColor: Tint}
              parameters:
                company: Example
                empty: ""
                debug: true
                quiet: false
                modules: [Money, Colors]
                author: {name: Ada, tags: [a]}
            """)
        #expect(problems == [])
        var expected = GenerationSettings()
        expected.outputPath = "/shop/Sources/Generated"
        expected.customCodePath = "/shop/Sources/Model"
        expected.style = .coreData
        expected.fileLayout = .model
        expected.accessLevel = .internal
        expected.subclassing = .final
        expected.optionality = .xcode
        expected.propertyNaming = .camelCase
        expected.classes = GenerationOptions.Classes.extensionsOnly
        expected.imports = ["Foundation", "Money"]
        expected.classPrefix = "Shop"
        expected.classSuffix = ""
        expected.headerText = "All rights kept.\nAsk us.\n"
        expected.generatesSnapshots = true
        expected.typeReplacements = ["UIColor": "Tint"]
        expected.parameters = [
            "company": "Example", "empty": "", "debug": .flag, "modules": .list(["Money", "Colors"]),
            "author": .group(["name": "Ada", "tags": .list(["a"])]),
        ]
        #expect(configuration.generation == expected)
    }

    @Test("A model can have its own settings")
    func aModelMayHaveSettingsOfItsOwn() {
        let (configuration, problems) = read(
            """
            models:
              - Models/Shop.xcdatamodeld
              - path: Models/Bank.xcdatamodeld
                generate:
                  access: package
                  parameters: {a: "1"}
              - path: Legacy
                generate: {output: Old}
            generate:
              access: internal
              parameters: {a: "0", b: "0"}
            """)
        #expect(problems == [])
        #expect(
            configuration.models == [
                "/shop/Models/Shop.xcdatamodeld", "/shop/Models/Bank.xcdatamodeld", "/shop/Legacy",
            ])
        #expect(configuration.generation(forModelAt: "/shop/Models/Shop.xcdatamodeld") == configuration.generation)
        let bank = configuration.generation(forModelAt: "/shop/Models/Bank.xcdatamodeld")
        #expect(bank.accessLevel == .package)
        #expect(bank.parameters == ["a": "1", "b": "0"])
        let legacy = configuration.generation(forModelAt: "/shop/Legacy/Deep/Old.xcdatamodeld")
        #expect(legacy.outputPath == "/shop/Old")
        #expect(legacy.accessLevel == .internal)
        #expect(configuration.generation(forModelAt: "/shop/Legacy2/A.xcdatamodeld").outputPath == nil)
    }

    @Test(
        "Problems in `generate` are reported with their place",
        arguments: [
            ("generate: a", ":1:11 settings-value-invalid use a mapping"),
            ("generate:\n  acces: public", ":2:3 settings-key-unknown did you mean 'access'?"),
            (
                "generate:\n  access: publik",
                ":2:11 settings-value-invalid did you mean 'public'? use one of public, package, internal"
            ),
            ("generate:\n  layout: [model]", ":2:11 settings-value-invalid use one of entity, model"),
            ("generate:\n  snapshots: yes", ":2:14 settings-value-invalid use true or false"),
            ("generate:\n  imports: Money", ":2:12 settings-value-invalid use a list whose items are each a string"),
            ("generate:\n  types: [a]", ":2:10 settings-value-invalid use a mapping whose values are each a string"),
            ("generate:\n  types: {a: [b]}", ":2:14 settings-value-invalid use a string"),
            ("generate:\n  output: [a]", ":2:11 settings-value-invalid use a path relative to this file"),
            ("generate:\n  output: ~/a", ":2:11 settings-value-invalid use a path relative to this file"),
            (
                "generate:\n  class-prefix: 1",
                ":2:17 settings-value-invalid use letters, digits, and underscores, starting with a letter"
            ),
            ("models:\n  - generate:\n      access: public", ":2:5 settings-value-invalid use a key 'path'"),
            ("models:\n  - path: a\n    generat: {}", ":3:5 settings-key-unknown did you mean 'generate'?"),
            (
                "models:\n  - path: a\n    generate: {output: b}\n  - path: ./a/\n    generate: {output: c}",
                ":4:11 settings-value-invalid list it once; for more code with other options, write a second file, and "
                    + "specify it with --config"
            ),
            (
                "models: [a, b, a]",
                ":1:16 settings-value-invalid list it once; for more code with other options, write a second file, and "
                    + "specify it with --config"
            ),
            ("models:\n  - path: [a]", ":2:11 settings-value-invalid use a path relative to this file"),
            ("models:\n  - path: a\n    generate: {acces: b}", ":3:16 settings-key-unknown did you mean 'access'?"),
        ])
    func problemsHaveTheirPlace(_ text: String, _ problem: String) {
        #expect(read(text).problems == ["/shop/modelgen.yml" + problem])
    }

    @Test("Omitted keys have the defaults of the generator")
    func whatIsLeftOutIsTheGeneratorsOwnChoice() {
        #expect(read("generate:\n  style:\n").configuration.generation == GenerationSettings())
        #expect(GenerationSettings().options == GenerationOptions())
    }

    @Test("Text that would be invalid or malicious Swift is an error")
    func maliciousText() {
        #expect(read("generate:\n  imports: [Money, 'A; import B']").problems.count == 1)
        #expect(read("generate:\n  types: {UIColor: 'Int {}'}").problems.count == 1)
    }
}
