/// What the template `header` receives.
struct HeaderContext: TemplateContext, Hashable {
    static let templateName = "header"
    static let summary = "The first lines of every generated file."

    var source: String
    var imports: [String]

    static let fields: TemplateFields<Self> = [
        .init(
            "source", \.source,
            "The name of the bundle, safe inside a comment; without a path, since output may not depend on "
                + "where a model lies."),
        .init("imports", \.imports, "Whole import lines, in order."),
    ]
}
