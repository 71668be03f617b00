import ArgumentParser
import CommandArguments
import Foundation
import ModelCodegen
import ModelCompiler
import ModelConfiguration

/// The options for custom templates.
struct TemplateOptions: ParsableArguments {
    @Option(
        help: .init(
            "A folder of templates, which replace built-in ones with the same names; or a file for SwiftGen.",
            valueName: "folder"))
    var templates: PathArgument?

    @Option(help: .about("context")) var context: Choice<GenerationOptions.TemplateContext>?

    @Option(help: .about("per")) var per: Choice<GenerationOptions.TemplateUnit>?

    @Flag(help: "Fail if a folder contains no model, instead of rendering templates for SwiftGen without models.")
    var requireModels = false

    @Option(
        name: .customLong("param"),
        help: .init(
            "A value for templates, as param.name. Specify name=value, name for true, or a name several times "
                + "for a list.",
            valueName: "name=value"))
    var parameters: [String] = []

    /// Adds the options to settings.
    func complete(_ settings: GenerationSettings) -> GenerationSettings {
        var result = settings
        result.templatesPath = templates?.absolutePath
        result.templateContext = context?.value
        result.templateUnit = per?.value
        result.environment = ProcessInfo.processInfo.environment
        // `validate()` has already checked them.
        result.parameters = parameters.isEmpty ? nil : try? TemplateParameters(arguments: parameters)
        return result
    }

    func validate() throws {
        do {
            _ = try TemplateParameters(arguments: parameters)
        } catch {
            throw ValidationError(error.description)
        }
    }
}
