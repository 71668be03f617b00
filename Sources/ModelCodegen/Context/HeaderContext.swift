/// What the template `header` receives.
struct HeaderContext: TemplateContext, Hashable {
    static let templateName = "header"

    /// The name of the bundle, without a path: output may not depend on where a model lies.
    var source: String
    /// Whole import lines, in order.
    var imports: [String]
}
