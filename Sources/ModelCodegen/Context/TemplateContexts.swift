/// The contexts there are, one a template.
enum TemplateContexts {
    /// By template name.
    static let all: [any TemplateContext.Type] = [
        CollectionContext.self,
        EntityContext.self,
        EnumerationContext.self,
        FetchRequestsContext.self,
        FetchedPropertiesContext.self,
        HeaderContext.self,
        HumanContext.self,
        ModelContext.self,
        OrderedCollectionContext.self,
        UniquenessContext.self,
    ]
}
