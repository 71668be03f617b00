/// What one template receives: a value made for it, with every decision taken.
protocol TemplateContext: TemplateRecord {
    /// The name of the template that renders it.
    static var templateName: String { get }
    /// What the template writes, as one sentence.
    static var summary: String { get }
    /// How many empty lines are before it in a file.
    static var emptyLinesBefore: Int { get }
    /// Whether the declarations that it stands for mention types of the runtime, rather than only their bodies.
    var exposesRuntime: Bool { get }
}

extension TemplateContext {
    static var emptyLinesBefore: Int { 1 }

    var exposesRuntime: Bool { true }
}

/// The contexts there are, one a template.
enum TemplateContexts {
    /// By template name.
    static let all: [any TemplateContext.Type] = [
        CollectionContext.self,
        CompositeContext.self,
        ConstantsContext.self,
        CoreDataAccessorsContext.self,
        CoreDataClassContext.self,
        CoreDataModelContext.self,
        CoreDataPropertiesContext.self,
        EntityContext.self,
        EnumerationContext.self,
        FetchRequestsContext.self,
        FetchedPropertiesContext.self,
        HeaderContext.self,
        HumanContext.self,
        InitializerContext.self,
        ModelContext.self,
        OrderedCollectionContext.self,
        SnapshotContext.self,
        UniquenessContext.self,
    ]
}
