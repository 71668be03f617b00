import StencilTemplates

/// What the template `header` receives.
struct HeaderContext: TemplateContext {
    static let templateName = "header"
    static let summary = "The first lines of every generated file."

    var source: String
    var textLines: [String]
    var imports: [String]

    static let fields: TemplateFields<Self> = [
        .init(
            "source", \.source,
            "The name of the bundle, safe inside a comment, without a path, because output must not depend on "
                + "the location of a model."),
        .init("textLines", \.textLines, "The lines of the header text from the options, safe inside comments."),
        .init("imports", \.imports, "Whole import lines, in order."),
    ]

    /// - Parameters:
    ///   - source: The name of the bundle.
    ///   - modules: The modules that the file needs, in order, each with its access level and a space after it.
    ///   - showsImports: Whether the declarations of the file can expose declarations of the modules in the options.
    init(
        source: String, modules: [(access: String, name: String)], options: GenerationOptions,
        showsImports: Bool
    ) {
        self.source = SwiftLiteral.comment(source)
        textLines = (options.headerText ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { line in line.isEmpty ? "//" : "// " + SwiftLiteral.comment(String(line)) }
        while textLines.last == "//" { textLines.removeLast() }
        let own = Self.lines(for: modules)
        var seen = Set(modules.map(\.name))
        let others = options.imports.compactMap(ImportedModule.init).sorted { $0.line < $1.line }
            .filter { seen.insert($0.name).inserted }
        imports = own + others.map(showsImports ? \.line : \.hiddenLine)
    }

    /// A `package import` of a module together with a plain import in another file is an error, unless plain imports
    /// are internal. If they are internal, a plain import is not enough for declarations that the package can use.
    private static func lines(for modules: [(access: String, name: String)]) -> [String] {
        let conditional = modules.filter { $0.access == "package " }
        let others = modules.filter { $0.access != "package " }.map { "\($0.access)import \($0.name)" }
        guard !conditional.isEmpty else { return others }
        return others + ["#if hasFeature(InternalImportsByDefault)"]
            + conditional.map { "package import \($0.name)" } + ["#else"] + conditional.map { "import \($0.name)" }
            + ["#endif"]
    }
}
