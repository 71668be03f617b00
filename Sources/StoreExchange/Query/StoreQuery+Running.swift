import ModelDiagnostics
import ModelExpressions
import ModelSchema
package import ObjectGraph

extension StoreQuery {
    /// The objects that the query asks for, in its order.
    ///
    /// - Throws: ``ObjectGraph/FetchError`` or ``ObjectGraph/QueryError``.
    package func objects(in context: ManagedObjectContext) throws -> [ManagedObject] {
        try locating { try context.fetch(request(in: context)) }
    }

    /// Does work on the predicate, and names places in the query, not in the predicate alone, in an error.
    private func locating<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch var error as QueryError {
            if let column = error.column, let start = predicateStart.column { error.column = start + column }
            throw error
        }
    }

    /// How the query finds and orders its objects.
    ///
    /// - Throws: ``ObjectGraph/FetchError`` or ``ObjectGraph/QueryError``.
    package func plan(in context: ManagedObjectContext) throws -> FetchPlan {
        try locating { try context.explain(request(in: context)) }
    }

    private func request(in context: ManagedObjectContext) -> FetchRequest<ManagedObject> {
        var request = FetchRequest<ManagedObject>(entityName: entityName)
        request.predicate = storedPredicate(in: context.managedObjectModel).map { .matching($0) }
        request.sortDescriptors = modelDescriptors(in: context)
        request.fetchLimit = limit
        request.fetchOffset = offset
        return request
    }

    /// With `id`, as columns call it, for the number of the object.
    private func modelDescriptors(in context: ManagedObjectContext) -> [ModelSortDescriptor<ManagedObject>] {
        let hasKey = context.managedObjectModel.entitiesByName[entityName]?.attribute(named: "id") != nil
        return sortDescriptors.map { descriptor in
            guard descriptor.key == "id", !hasKey else { return descriptor }
            return ModelSortDescriptor(key: "self", ascending: descriptor.ascending)
        }
    }

    /// The number of objects that the query asks for.
    package func count(in context: ManagedObjectContext) throws -> Int {
        try locating { try context.count(for: request(in: context)) }
    }

    /// What the query shows of its objects.
    package func table(in context: ManagedObjectContext) throws -> RowTable {
        let objects = try objects(in: context)
        let model = context.managedObjectModel
        guard let entity = model.entitiesByName[entityName] else { return try RowTable([], of: []) }
        let shown = try columns.map { try RowColumn($0, of: entity, in: model) }
        return try RowTable(
            shown.isEmpty ? RowColumn.all(of: entity) : shown, of: objects, showsStoredValues: showsStoredValues)
    }

    /// What in the predicate can never be true, and names that are no cases of an enum.
    package func warnings(in model: ManagedObjectModel) -> [StoreQueryError] {
        guard let entity = model.entitiesByName[entityName], let predicate = storedPredicate(in: model) else {
            return []
        }
        let report = ExpressionChecker(model.schema).check(predicate, of: entity.schema)
        let names = CaseNames(of: entity, in: model)
        return zip(report.diagnostics, report.columns).filter { $0.0.severity == .warning }.map { diagnostic, column in
            StoreQueryError(
                column: (predicateStart.column ?? 0) + (column ?? 1), diagnostic.message, hint: diagnostic.hint ?? "")
        }
            + names.unknownCases(in: predicate).map { unknown in
                StoreQueryError(
                    column: (predicateStart.column ?? 0) + (unknown.column ?? 1), unknown.message, hint: unknown.hint)
            }
    }

    /// The predicate with the values of an enum's cases in place of their names.
    private func storedPredicate(in model: ManagedObjectModel) -> ModelPredicate? {
        guard let entity = model.entitiesByName[entityName] else { return predicate }
        return predicate.map(CaseNames(of: entity, in: model).replaced(in:))
    }
}
