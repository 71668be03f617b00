import ModelSchema
import StencilTemplates

// The code of all versions of a model.
extension CodeGenerator {
    /// Chooses the names of a model's versions in SwiftData code; nil if there are none.
    package func history(of versions: [SchemaVersion], currentName: String) -> SchemaHistory? {
        let sound = versions.map { version in
            var version = version
            version.model = swiftDataModel(version.model)
            return version
        }
        return SchemaHistory(sound, currentName: currentName, options: options)
    }

    /// Returns the files of all versions: one for the current version and the plan, and one for each version.
    package func generate(_ history: SchemaHistory, source: String) throws -> [GeneratedFile] {
        try options.check()
        let renderer = TemplateRenderer(templates, parameters: options.parameters)
        return try OutputPlan.swiftDataFiles(for: history, source: source, options: options).map { file, mark in
            var rendered = try render(file, with: renderer)
            rendered.frozenMark = mark
            return rendered
        }
    }

    /// Returns the files in which people write: one for each class of the current version, and one for each custom
    /// stage.
    package func customCodeFiles(for history: SchemaHistory) throws -> [GeneratedFile] {
        let renderer = TemplateRenderer(templates, parameters: options.parameters)
        let stages = try history.steps.filter { !$0.obstacles.isEmpty }.map { step in
            GeneratedFile(
                name: step.migrationName + ".swift", role: .customCode,
                text: try renderer.render(SwiftDataStageContext(step: step, namer: history.current.named.namer)))
        }
        return try customCodeFiles(for: history.current.named.model) + stages
    }

    /// Returns the test of the version hashes of all versions, or of a single version; nil if the options name no
    /// module.
    package func testFiles(
        for history: SchemaHistory?, _ named: NamedModel, source: String
    ) throws -> [GeneratedFile] {
        guard let module = options.testedModule else { return [] }
        let versions = history?.versions.map { (name: $0.name, schema: $0.schemaName) } ?? []
        let context = SwiftDataHashTestsContext(named: named, allVersions: versions)
        let renderer = TemplateRenderer(templates, parameters: options.parameters)
        let modules = ["CoreData", "Foundation", "SwiftData", "Testing"].map { (access: "", name: $0) }
        var header = HeaderContext(source: source, modules: modules, options: options, showsImports: false)
        header.imports = ["#if canImport(SwiftData)"] + header.imports + ["@testable import \(module)"]
        let text = try renderer.render(header) + "\n" + renderer.render(context)
        return [GeneratedFile(name: "\(context.name).swift", role: .test, text: text)]
    }
}
