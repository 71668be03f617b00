import ModelTemplates

/// A built-in template, for users who want to replace it.
public struct BuiltInTemplate: Sendable, Hashable {
    /// The path in the folder of templates, without `.stencil`. A user's template with this name replaces it.
    public let name: String
    /// One sentence that says what it renders.
    public let summary: String
    /// The name of the context that it receives.
    public let contextName: String
    /// The text of the template, in the language of Stencil.
    public let text: String

    /// All built-in templates, by name.
    public static let all: [BuiltInTemplate] = {
        let texts = BuiltInTemplates.all
        return TemplateContexts.all.map { context in
            BuiltInTemplate(
                name: context.templateName, summary: context.summary, contextName: "\(context)",
                text: texts[context.templateName] ?? "")
        }
    }()
}
