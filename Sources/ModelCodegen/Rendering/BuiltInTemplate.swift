import ModelTemplates

/// A built-in template, for people who want their own in its place.
public struct BuiltInTemplate: Sendable, Hashable {
    /// The path among the templates, without `.stencil`: what a template of a user is called to replace it.
    public let name: String
    /// What it renders, as one sentence.
    public let summary: String
    /// The name of the context that it receives.
    public let contextName: String
    /// The template itself, in Stencil's language.
    public let text: String

    /// All of them, by name.
    public static let all: [BuiltInTemplate] = {
        let texts = BuiltInTemplates.all
        return TemplateContexts.all.map { context in
            BuiltInTemplate(
                name: context.templateName, summary: context.summary, contextName: "\(context)",
                text: texts[context.templateName] ?? "")
        }
    }()
}
