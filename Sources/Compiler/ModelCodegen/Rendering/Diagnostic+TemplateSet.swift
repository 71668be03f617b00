public import ModelDiagnostics
import StencilTemplates

extension LocatedDiagnostic {
    /// Reports that no template can be rendered with the context `swiftgen`. The run would generate nothing, and remove
    /// files of earlier runs.
    ///
    /// - Parameter path: The path of the templates, or of the model if no templates are specified.
    public static func noTemplateToRender(at path: String) -> LocatedDiagnostic {
        let diagnostic = Diagnostic(
            .templateMissing, "there is no template to render with the context 'swiftgen'", at: .file,
            hint: "specify a template or a folder of templates with --templates, or with templates: in modelgen.yml")
        return LocatedDiagnostic(diagnostic, file: path) { _ in nil }
    }
}

extension TemplateError {
    /// Reports a template of the user that neither replaces a built-in one nor is included.
    static func unused(_ source: TemplateSource) -> Self {
        Self(
            .templateUnused, "the template '\(source.name)' is not used", in: source, at: nil,
            hint: NearestName.suggestion(for: source.name, among: TemplateContexts.all.map { $0.templateName })
                ?? "rename it; modelgen template list prints the names in use")
    }
}
