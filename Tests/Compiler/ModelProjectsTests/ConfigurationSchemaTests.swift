import Foundation
import ModelConfiguration
import ModelDiagnostics
import ModelProjects
import TestSupport
import Testing

@Suite struct ConfigurationSchemaTests {
    private func problems(in text: String) -> [String] {
        var diagnostics: [LocatedDiagnostic] = []
        _ = ConfigurationReader().read(Array(text.utf8), at: "/modelgen.yml", into: &diagnostics)
        return diagnostics.map(\.message)
    }

    @Test("The JSON schema describes every key")
    func theSchemaHasEveryKey() throws {
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(ConfigurationSchema.text.utf8)) as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        #expect(properties.keys.sorted() == ["baseline", "conventions", "evolution", "generate", "models", "rules"])
        #expect(schema["additionalProperties"] as? Bool == false)
        let generate = try #require(properties["generate"]?["properties"] as? [String: [String: Any]])
        #expect(generate["access"]?["enum"] as? [String] == ["public", "package", "internal"])
        #expect(generate["access"]?["default"] as? String == "public")
        #expect(generate["snapshots"]?["default"] as? Bool == false)
        let items = try #require(properties["models"]?["items"] as? [String: [[String: Any]]])
        #expect(items["anyOf"]?.last?["required"] as? [String] == ["path"])
        let convention = try #require(properties["conventions"]?["additionalProperties"] as? [String: Any])
        #expect(convention["required"] as? [String] == ["of", "require", "message"])
    }

    /// Of every choice but the style itself.
    @Test("The defaults that depend on the style are documented for each style")
    func defaultsByStyle() throws {
        let section = try #require(KeyDescription.all.first { $0.name == "generate" })
        guard case .section(let keys) = section.form else {
            Issue.record("no section")
            return
        }
        let defaults = keys.compactMap { key -> [String]? in
            let sentences = key.summary.matches(of: /In the style (\w+), (\w+) is the default\./)
            return sentences.isEmpty
                ? nil : [key.name, key.defaultText ?? ""] + sentences.map { "\($0.1) \($0.2)" }
        }
        #expect(
            defaults == [
                ["subclassing", "open", "coredata module", "swiftdata final"],
                ["optionals", "model", "coredata xcode"],
                ["isolation", "nonisolated", "coredata module", "swiftdata module"],
            ])
    }

    @Test("The initial configuration and the JSON schema describe every key")
    func descriptionsOfKeys() throws {
        try expectGolden(InitialConfiguration(models: []).text, at: "Configuration/modelgen.yml")
        try expectGolden(ConfigurationSchema.text, at: "Configuration/modelgen.schema.json")
    }

    /// The reader takes what the table of keys shows.
    @Test("Every documented example and default value can be read")
    func everyExampleAndDefaultIsRead() {
        for key in KeyDescription.all {
            #expect(problems(in: "\(key.name): \(key.example)") == [])
            guard case .section(let keys) = key.form else { continue }
            for inner in keys {
                for text in [inner.example, inner.defaultText].compactMap({ $0 }) {
                    #expect(problems(in: "\(key.name):\n  \(inner.name): \(text)") == [], "\(inner.name)")
                }
            }
        }
    }

    @Test(
        "An initial configuration sets only the models and their output",
        arguments: [[], ["Models/Shop.xcdatamodeld"], ["- a: #b", "../x y.xcdatamodeld", "\"q\"\n"]])
    func initialConfiguration(_ models: [String]) {
        let text = InitialConfiguration(models: models).text
        var diagnostics: [LocatedDiagnostic] = []
        let configuration = ConfigurationReader().read(Array(text.utf8), at: "/a/modelgen.yml", into: &diagnostics)
        #expect(diagnostics.map(\.message) == [])
        #expect(
            configuration.models
                == models.map { URL(filePath: "/a/" + $0).standardizedFileURL.path(percentEncoded: false) })
        var generation = GenerationSettings()
        generation.outputPath = "/a/Generated"
        #expect(configuration.generation == generation)
        #expect(configuration.ruleLevels.isEmpty && configuration.baselinePath == nil)
    }

    @Test(
        "Code is generated into the target of the models",
        arguments: [
            (["Sources/App/Shop.xcdatamodeld", "Sources/App/Models/A.xcdatamodeld"], "Sources/App/Generated"),
            (["Sources/App/Shop.xcdatamodeld", "Sources/Other/A.xcdatamodeld"], "Generated"),
            (["Sources/Shop.xcdatamodeld"], "Generated"), (["../Sources/App/Shop.xcdatamodeld"], "Generated"),
        ])
    func codeGoesToTheTargetOfTheModels(_ models: [String], _ folder: String) {
        #expect(InitialConfiguration(models: models).outputFolder == folder)
    }

    @Test("Every key in the comments can be activated")
    func everyCommentedKeyCanBeTakenIn() {
        let lines = InitialConfiguration(models: []).text.split(separator: "\n").map { line in
            line.replacing(/^( *)#(?=[a-z-]+: )/) { String($0.1) }
        }
        #expect(problems(in: lines.joined(separator: "\n")) == [])
        #expect(lines.contains("  access: public"))
        #expect(lines.contains("baseline: modelgen-baseline.json"))
    }

    @Test("The documentation lists every key")
    func thePageListsEveryKey() throws {
        let path = "Sources/Tools/modelgen/Documentation.docc/Configuration.md"
        let page = try String(contentsOf: SourceTree.file(path), encoding: .utf8)
        var tables = [KeyDescription.all]
        for key in KeyDescription.all {
            if case .section(let keys) = key.form { tables.append(keys) }
        }
        let heading = "| Key | Value | Default | Meaning |\n|---|---|---|---|\n"
        let parts = page.components(separatedBy: heading)
        try #require(parts.count == tables.count + 1)
        let texts = zip(tables, parts.dropFirst()).map { keys, part in
            let rest = part.components(separatedBy: "\n").drop { $0.hasPrefix("| `") }
            return keys.map { row($0) + "\n" }.joined() + rest.joined(separator: "\n")
        }
        try expectGolden(([parts[0]] + texts).joined(separator: heading), at: "../../\(path)")
    }

    private func row(_ key: KeyDescription) -> String {
        let standard = key.defaultText.map { "`\($0)`" } ?? ""
        return "| `\(key.name)` | \(words(on: key.form)) | \(standard) | \(key.summary) |"
    }

    private func words(on form: ValueForm) -> String {
        switch form {
        case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .text: "text"
        case .boolean: "`true`, `false`"
        case .path: "path"
        case .list(let form): "list of \(words(on: form))"
        case .map(let form): "names with \(words(on: form))"
        case .value: "values"
        case .section: "section"
        case .either(let forms): forms.map(words).joined(separator: " or ")
        }
    }
}
