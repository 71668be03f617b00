import ArgumentParser
import Foundation
import ModelCodegen
import ModelCompiler
import ModelConfiguration

/// The options for templates of one's own.
struct TemplateOptions: ParsableArguments {
    @Option(
        help: .init(
            "A folder of templates; one with the name of a built-in template replaces it. For SwiftGen, a file too.",
            valueName: "folder"))
    var templates: String?

    @Option(
        help: """
            What the templates receive: their own contexts, or what templates for SwiftGen expect, each of which becomes \
            one file for all models.
            """)
    var context: GenerationOptions.TemplateContext?

    @Option(help: "What a template for SwiftGen is rendered for: once for all models, or for each entity.")
    var per: GenerationOptions.TemplateUnit?

    @Flag(help: "Fail where a folder holds no model; templates for SwiftGen are rendered for none otherwise.")
    var requireModels = false

    @Option(
        name: .customLong("param"),
        help: .init(
            "A value for templates, as param.name: name=value, name for true, or a name several times for a list.",
            valueName: "name=value"))
    var parameters: [String] = []

    /// What the options say, and what other options say.
    func complete(_ settings: GenerationSettings) -> GenerationSettings {
        var result = settings
        result.templatesPath = templates.map(AbsolutePath.of)
        result.templateContext = context
        result.templateUnit = per
        result.environment = ProcessInfo.processInfo.environment
        // They have been tried already.
        result.parameters = parameters.isEmpty ? nil : try? TemplateParameters(arguments: parameters)
        return result
    }

    func validate() throws {
        if templates == "" { throw ValidationError("--templates names no folder") }
        do {
            _ = try TemplateParameters(arguments: parameters)
        } catch {
            throw ValidationError(error.description)
        }
    }
}
