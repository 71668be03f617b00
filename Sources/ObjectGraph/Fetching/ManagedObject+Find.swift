import ModelExpressions

extension ManagedObject {
    /// The first object of this class whose properties have some values, changes that have not been saved counted in.
    /// Generated look-ups call this.
    ///
    /// - Parameters:
    ///   - values: The values by property, or by key path.
    ///   - entityName: The entity that is searched, with its descendants.
    ///   - context: Where to look.
    /// - Throws: What ``ManagedObjectContext/fetch(_:)`` throws.
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
