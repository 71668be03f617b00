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

    /// A key with a value other than its default, in lines of YAML, and what it sets.
    private struct Example: Sendable {
        var name: String
        var text: String
        var change: @Sendable (inout GenerationSettings) -> Void

        init(_ name: String, _ text: String, _ change: @escaping @Sendable (inout GenerationSettings) -> Void) {
            self.name = name
            self.text = text
            self.change = change
        }
    }

    private static let examples = [
        Example("output", "output: Sources/Generated") { $0.outputPath = "/shop/Sources/Generated" },
        Example("custom-code", "custom-code: Sources/Model/") { $0.customCodePath = "/shop/Sources/Model" },
        Example("tests", "tests: Tests/ShopTests") { $0.testsPath = "/shop/Tests/ShopTests" },
        Example("style", "style: coredata") { $0.style = .coreData },
        Example("layout", "layout: model") { $0.fileLayout = .model },
        Example("access", "access: internal") { $0.accessLevel = .internal },
        Example("subclassing", "subclassing: final") { $0.subclassing = .final },
        Example("optionals", "optionals: xcode") { $0.optionality = .xcode },
        Example("isolation", "isolation: module") { $0.isolation = .module },
        Example("platforms", "platforms: all") { $0.platforms = .all },
        Example("accessors-of", "accessors-of: Journal") { $0.accessorsModule = "Journal" },
        Example("naming", "naming: camel-case") { $0.propertyNaming = .camelCase },
        Example("classes", "classes: none") { $0.classes = GenerationOptions.Classes.extensionsOnly },
        // Only this style has it.
        Example("versions", "style: swiftdata\nversions: all") {
            $0.style = .swiftData
            $0.versions = .all
        },
        Example("tested-module", "tested-module: Shop") { $0.testedModule = "Shop" },
        Example("imports", "imports: [Foundation, Money]") { $0.imports = ["Foundation", "Money"] },
        Example("class-prefix", "class-prefix: Shop") { $0.classPrefix = "Shop" },
        Example("class-suffix", "class-suffix: \"\"") { $0.classSuffix = "" },
        Example("model-constant", "model-constant: shopModel") { $0.modelConstant = "shopModel" },
        Example("header", "header: |\n  All rights kept.\n  Ask us.") { $0.headerText = "All rights kept.\nAsk us.\n" },
        Example("snapshots", "snapshots: true") { $0.generatesSnapshots = true },
        Example("types", "types: {UIColor: Tint}") { $0.typeReplacements = ["UIColor": "Tint"] },
        Example("templates", "templates: Templates") { $0.templatesPath = "/shop/Templates" },
        Example("context", "context: swiftgen") { $0.templateContext = .swiftGen },
        Example("per", "per: entity") { $0.templateUnit = .entity },
        Example(
            "parameters",
            """
            parameters:
              company: Example
              empty: ""
              debug: true
              quiet: false
              modules: [Money, Colors]
              author: {name: Ada, tags: [a]}
            """
        ) {
            $0.parameters = [
                "company": "Example", "empty": "", "debug": .flag, "modules": .list(["Money", "Colors"]),
                "author": .group(["name": "Ada", "tags": .list(["a"])]),
            ]
        },
    ]

    private func read(_ examples: [Example]) -> (configuration: ProjectConfiguration, problems: [String]) {
        let lines = examples.flatMap { $0.text.split(separator: "\n") }.map { "  \($0)\n" }
        return read("generate:\n" + lines.joined())
    }

    @Test("There is an example of every key of `generate`")
    func everyKeyHasAnExample() {
        guard case .section(let keys)? = KeyDescription.all.first(where: { $0.name == "generate" })?.form else {
            Issue.record("'generate' is not a section")
            return
        }
        #expect(keys.map(\.name) == Self.examples.map(\.name))
    }

    @Test("Every key of `generate` is read", arguments: examples.map(\.name))
    func everyKeyIsRead(_ name: String) throws {
        let example = try #require(Self.examples.first { $0.name == name })
        let (configuration, problems) = read([example])
        #expect(problems == [])
        var expected = GenerationSettings()
        example.change(&expected)
        #expect(expected != GenerationSettings())
        #expect(configuration.generation == expected)
    }

    @Test("The keys of `generate` are read together")
    func keysAreReadTogether() {
        let examples = Self.examples.filter { $0.name != "versions" }
        let (configuration, problems) = read(examples)
        #expect(problems == [])
        var expected = GenerationSettings()
        for example in examples { example.change(&expected) }
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
