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
