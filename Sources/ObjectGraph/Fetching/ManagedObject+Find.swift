import ModelExpressions

extension ManagedObject {
    /// Returns the first object of this class whose properties have the given values, including unsaved changes.
    /// Generated find functions call this method.
    ///
    /// - Parameters:
    ///   - values: The values by property, or by key path.
    ///   - entityName: The entity to search, with its descendants.
    ///   - context: The context to search.
    /// - Throws: The errors of ``ManagedObjectContext/fetch(_:)``.
    public static func find(
        _ values: [String: any PredicateValue], ofEntityNamed entityName: String, in context: ManagedObjectContext
    ) throws -> Self? {
        let comparisons = values.sorted { $0.key < $1.key }.map { key, value in
            let path = ModelKeyPath(text: key) ?? ModelKeyPath([.key(key)])
            return ModelPredicate.comparison(ModelComparison(.keyPath(path), .equalTo, .constant(value.predicateValue)))
        }
        let request = FetchRequest<ManagedObject>(entityName: entityName, predicate: .and(comparisons))
        return try context.fetch(request).lazy.compactMap { $0 as? Self }.first
    }
}
