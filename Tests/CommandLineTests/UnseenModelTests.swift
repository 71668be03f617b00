import Foundation
import TestSupport
import Testing

/// What public models asked for that nobody had seen when the tool was written.
@Suite struct UnseenModelTests {
    private let tool = BuiltProduct("modelgen")
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func model(_ elements: String, at path: String) throws -> String {
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
            \(elements)
            </model>

            """, to: path + "/contents")
        return folder.path(path)
    }

    // MARK: - Inverses that lead elsewhere

    private static let oneSided = """
        <entity name="A" representedClassName="A" codeGenerationType="class"><relationship name="b" optional="YES" \
        maxCount="1" deletionRule="Nullify" destinationEntity="B" inverseName="as" inverseEntity="B"/><relationship \
        name="other" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="B" inverseName="as" \
        inverseEntity="B"/></entity>
        <entity name="B" representedClassName="B" codeGenerationType="class"><relationship name="as" optional="YES" \
        toMany="YES" deletionRule="Nullify" destinationEntity="A" inverseName="b" inverseEntity="A"/></entity>
        """

    @Test(arguments: ["objectgraph", "coredata"])
    func anInverseThatDoesNotPointBackCanBeAccepted(style: String) throws {
        let path = try model(Self.oneSided, at: "Shop.xcdatamodel")
        let options = ["generate", path, "--style", style, "--stdout", "--layout", "model"]
        #expect(try tool.run(options).exitCode == 1)
        let accepted = try tool.run(options + ["--rule", "relationship-inverse-mismatch=warning"])
        #expect(accepted.exitCode == 0)
        #expect(accepted.errorOutput.contains("warning: inverse 'B/as' of relationship 'A/other' does not point back"))
        guard style == "objectgraph" else { return #expect(!accepted.errorOutput.contains("[inverse-left-out]")) }
        // Lowering the rule does not hide what becomes of it.
        let silent = try tool.run(options + ["--rule", "relationship-inverse-mismatch=off"])
        #expect(silent.exitCode == 0)
        #expect(silent.errorOutput.contains("relationship 'A/other' has no inverse in the code"))
        #expect(silent.errorOutput.contains("[inverse-left-out]"))
        #expect(!silent.errorOutput.contains("'A/b'"))
    }

    @Test(arguments: ["warning", "note", "off"])
    func templatesForSwiftGenTakeAnInverseThatDoesNotPointBack(level: String) throws {
        let path = try model(Self.oneSided, at: "Shop.xcdatamodel")
        let template = try folder.write(
            "{% for model in models %}{% for name, entity in model.entities %}"
                + "{% for relationship in entity.relationships %}"
                + "{{ entity.name }}/{{ relationship.name }} = {{ relationship.inverseRelationship.entityName }}/"
                + "{{ relationship.inverseRelationship.name }}\n{% endfor %}{% endfor %}{% endfor %}",
            to: "inverses.stencil")
        let options = ["generate", path, "--context", "swiftgen", "--templates", template, "--stdout"]
        let refused = try tool.run(options)
        #expect(refused.exitCode == 1)
        #expect(refused.errorOutput.contains("[relationship-inverse-mismatch]"))
        let accepted = try tool.run(options + ["--rule", "relationship-inverse-mismatch=\(level)"])
        #expect(accepted.exitCode == 0, "\(accepted.errorOutput)")
        // Such templates are shown what the model says.
        for line in ["A/b = B/as", "A/other = B/as", "B/as = A/b"] {
            #expect(accepted.output.contains(line + "\n"), "\(accepted.output)")
        }
        #expect(accepted.errorOutput.contains("does not point back") == (level != "off"))
        #expect(!accepted.errorOutput.contains("[inverse-left-out]"))
    }

    // MARK: - Models of one name

    @Test func theConstantOfAModelCanBeNamed() throws {
        let path = try model("<entity name=\"A\" representedClassName=\"A\"/>", at: "Model.xcdatamodel")
        let usual = try tool.run("generate", path, "--stdout")
        #expect(usual.errorOutput.contains("note: the constant for the model is 'model'"))
        #expect(usual.errorOutput.contains("[model-name-common]"))
        let named = try tool.run("generate", path, "--stdout", "--constant", "shopModel")
        #expect(named.errorOutput == "")
        #expect(named.output.contains(" shopModel"))
        #expect(try !tool.run("generate", path, "--stdout", "--access", "internal").errorOutput.contains("model-name"))
        let wrong = try tool.run("generate", path, "--stdout", "--constant", "a model")
        #expect(wrong.exitCode == 64)
        #expect(wrong.errorOutput.contains("'a model' is not a valid name for a constant"))
    }

    // MARK: - Templates for SwiftGen

    @Test func aFolderWithoutModelsIsRenderedForSwiftGen() throws {
        try folder.makeFolder("Models")
        let template = try folder.write(
            "// {{ models.count }} models\n{% for model in models %}x{% endfor %}\n", to: "list.stencil")
        let arguments = [
            "generate", folder.path("Models"), "--context", "swiftgen", "--templates", template, "--output",
            folder.path("Out"),
        ]
        let strict = try tool.run(arguments + ["--require-models"])
        #expect(strict.exitCode == 1)
        #expect(strict.errorOutput.contains("[model-missing]"))
        let outcome = try tool.run(arguments)
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        let text = try String(contentsOfFile: folder.path("Out/list.swift"), encoding: .utf8)
        #expect(text.hasPrefix("// 0 models\n"))
        #expect(try tool.run(arguments + ["--check"]).exitCode == 0)
        // Other templates have nothing to say about no model.
        #expect(try tool.run("generate", folder.path("Models"), "--output", folder.path("Own")).exitCode == 1)
    }

    @Test func aTemplateCanBeRenderedForEachEntity() throws {
        let path = try model(
            """
            <entity name="Hero" representedClassName=".SuperHero"><attribute name="name" attributeType="String"/></entity>
            <entity name="Team"/>
            """, at: "Heroes.xcdatamodel")
        let name = "{% if entity.className %}{{ entity.className }}{% else %}{{ entity.name }}{% endif %}"
        let text = "class _\(name) { // {{ entity.attributes.count }}\n}\n"
        try folder.write(text, to: "Templates/entity.stencil")
        try folder.write(
            "// {{ model.entities.count }} {{ entity.name }} {{ nothing }}\n", to: "Templates/machine.stencil")
        let outcome = try tool.run(
            "generate", path, "--context", "swiftgen", "--per", "entity", "--templates", folder.path("Templates"),
            "--output", folder.path("Out"))
        #expect(outcome.exitCode == 0)
        #expect(outcome.errorOutput.contains("there is no variable 'nothing'"))
        #expect(!outcome.errorOutput.contains("'entity'"))
        func generated(_ name: String) throws -> String {
            try String(contentsOfFile: folder.path("Out/\(name)"), encoding: .utf8)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("Out")).sorted()
        #expect(
            names == [
                ".modelgen-manifest", "SuperHero+machine.swift", "SuperHero.swift", "Team+machine.swift", "Team.swift",
            ])
        #expect(try generated("SuperHero.swift").hasPrefix("class _SuperHero { // 1\n"))
        #expect(try generated("Team.swift").hasPrefix("class _Team { // 0\n"))
        #expect(try generated("Team+machine.swift").hasPrefix("// 2 Team"))
    }

    // MARK: - Bundles with many versions

    @Test func whatAllVersionsHaveInCommonIsToldOnce() throws {
        for version in 1...5 {
            let name = version == 1 ? "Shop" : "Shop \(version)"
            _ = try model(
                "<entity name=\"Order\"><attribute name=\"class\" attributeType=\"String\" optional=\"YES\"/>"
                    + (version == 2 ? "<attribute name=\"struct\" attributeType=\"String\" optional=\"YES\"/>" : "")
                    + "</entity>",
                at: "Shop.xcdatamodeld/\(name).xcdatamodel")
        }
        try folder.write(
            "<plist><dict><key>_XCCurrentVersionName</key><string>Shop 5.xcdatamodel</string></dict></plist>",
            to: "Shop.xcdatamodeld/.xccurrentversion")
        let lines = try tool.run("validate", folder.path("")).errorOutput.split(separator: "\n")
        let findings = lines.filter { $0.hasSuffix("[name-is-keyword]") }
        #expect(findings.count { $0.contains("'Order/class'") } == 1)
        #expect(findings.contains { $0.contains("Shop 5.xcdatamodel/contents:") && $0.contains("'Order/class'") })
        #expect(findings.count { $0.contains("'Order/struct'") } == 1)
        #expect(lines.contains { $0.hasSuffix("note: 4 other versions also have it; --all shows each") })
        let all = try tool.run("validate", folder.path(""), "--all").errorOutput.split(separator: "\n")
        #expect(all.count { $0.contains("'Order/class'") && $0.hasSuffix("[name-is-keyword]") } == 5)
    }
}
