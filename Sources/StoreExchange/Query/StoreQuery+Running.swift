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

    /// The objects in groups, as their store makes them; nil if it cannot, or where there are more than are taken.
    ///
    /// - Throws: ``ObjectGraph/FetchError`` or ``ObjectGraph/QueryError``.
    package func groups(
        by name: String, _ totals: [StoreTotal], greatestCount: Int, in context: ManagedObjectContext
    ) throws -> [StoreGroup]? {
        try locating {
            try context.groups(of: request(in: context), by: [name], totals, greatestCount: greatestCount)
        }
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

    /// The query as a context takes it.
    package func request(in context: ManagedObjectContext) -> FetchRequest<ManagedObject> {
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

    /// What in the predicate can never be true, and names that are not cases of an enum, in the columns too.
    package func warnings(in model: ManagedObjectModel) -> [StoreQueryError] {
        guard let entity = model.entitiesByName[entityName] else { return [] }
        let names = CaseNames(of: entity, in: model)
        func warnings(of unknown: [CaseNames.UnknownCase], after start: FormatPlace) -> [StoreQueryError] {
            unknown.map {
                StoreQueryError(column: (start.column ?? 0) + ($0.column ?? 1), $0.message, hint: $0.hint)
            }
        }
        var found: [StoreQueryError] = []
        if let predicate = storedPredicate(in: model) {
            let report = ExpressionChecker(model.schema).check(predicate, of: entity.schema)
            let unknown = names.unknownCases(in: predicate)
            for (diagnostic, column) in zip(report.diagnostics, report.columns) where diagnostic.severity == .warning {
                // That a text is not a case says more than that it is not a number.
                if diagnostic.code == .expressionTypeMismatch, unknown.contains(where: { $0.column == column }) {
                    continue
                }
                found.append(
                    StoreQueryError(
                        column: (predicateStart.column ?? 0) + (column ?? 1), diagnostic.message,
                        hint: diagnostic.hint ?? ""))
            }
            found += warnings(of: unknown, after: predicateStart)
        }
        for (column, start) in zip(columns, columnStarts) {
            // What cannot be read is an error when the column is shown.
            guard let expression = try? ModelExpression(format: column) else { continue }
            found += warnings(of: names.unknownCases(in: names.replaced(in: expression)), after: start)
        }
        return found
    }

    /// The predicate with the values of an enum's cases in place of their names.
    private func storedPredicate(in model: ManagedObjectModel) -> ModelPredicate? {
        guard let entity = model.entitiesByName[entityName] else { return predicate }
        return predicate.map(CaseNames(of: entity, in: model).replaced(in:))
    }
}
