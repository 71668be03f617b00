import StencilTemplates

/// The context of one template: a value with everything that the template needs, so the template makes no decisions.
protocol TemplateContext: TemplateRecord {
    /// The name of the template.
    static var templateName: String { get }
    /// One sentence that says what the template writes.
    static var summary: String { get }
    /// The number of empty lines before it in a file.
    static var emptyLinesBefore: Int { get }
    /// Whether the declarations expose types of the runtime, rather than use them in bodies only.
    var exposesRuntime: Bool { get }
}

extension TemplateContext {
    static var emptyLinesBefore: Int { 1 }

    var exposesRuntime: Bool { true }
}

/// The contexts, one for each template.
enum TemplateContexts {
    /// The contexts, by template name.
    static let all: [any TemplateContext.Type] = [
        CollectionContext.self, CompositeContext.self, ConstantsContext.self, CoreDataAccessorsContext.self,
        CoreDataClassContext.self, CoreDataModelContext.self, CoreDataPropertiesContext.self,
        CustomCodeContext.self, EntityContext.self, EnumerationContext.self, FetchRequestsContext.self,
        FetchedPropertiesContext.self, HeaderContext.self, InitializerContext.self, ModelContext.self,
        OrderedCollectionContext.self,
        SnapshotContext.self, SwiftDataClassContext.self, SwiftDataCompositeContext.self,
        SwiftDataHashTestsContext.self, SwiftDataPlanContext.self, SwiftDataStageContext.self,
        SwiftDataSchemaContext.self, SwiftDataVersionContext.self, UniquenessContext.self,
    ]
}

extension TemplateRenderer {
    /// Creates a renderer with all filters: those of the language, and those that know Swift.
    init(
        _ templates: TemplateSet = .builtIn, parameters: TemplateParameters = TemplateParameters(),
        lines: TemplateLineHandling = .trimming
    ) {
        self.init(templates.sources, filters: .all, parameters: parameters, lines: lines)
    }

    /// Returns the text of a context's template.
    func render<Context: TemplateContext>(_ context: Context) throws(TemplateError) -> String {
        // Each template starts with a comment, and the line feed after it stays.
        String(try render(Context.templateName, context).drop { $0 == "\n" })
    }
}
