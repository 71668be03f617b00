import ModelDiagnostics
package import ModelExpressions
import ModelSchema
package import ObjectGraph

extension ObjectQuery {
    /// The objects of the query, in its order.
    ///
    /// - Throws: ``ObjectGraph/FetchError`` or ``ObjectGraph/QueryError``.
    package func objects(in context: ManagedObjectContext) throws -> [ManagedObject] {
        try locating(in: context) { try context.fetch(request(in: context)) }
    }

    /// The groups of the objects, computed by their store; nil if it cannot, or if there are more than the maximum.
    ///
    /// - Throws: ``ObjectGraph/FetchError`` or ``ObjectGraph/QueryError``.
    package func groups(
        by name: String, _ aggregates: [StoreAggregate], maximumCount: Int, in context: ManagedObjectContext
    ) throws -> [StoreGroup]? {
        try locating(in: context) {
            try context.groups(of: request(in: context), by: [name], aggregates, maximumCount: maximumCount)
        }
    }

    /// Runs a closure on the predicate. Errors contain positions in the query, and not in the predicate alone.
    package func locating<Result>(in context: ManagedObjectContext, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch var error as QueryError {
            if error.code == .unknownKey, let predicate, let shorthands = shorthands(in: context),
                shorthands.comparesNumbers(in: shorthands.replaced(in: predicate), at: error.column)
            {
                error.message =
                    "the number of an object, 'id', cannot be compared like this; compare it with an integer by == or "
                    + "!=, or with a list such as {1, 2} by IN"
            }
            if let column = error.column, let start = predicateStart.column {
                error.column = start + column
            } else if error.column == nil, let start = startOfSortKey(with: error, in: context) {
                error.column = start + 1
            }
            throw error
        }
    }

    /// The start of the first sort key that causes an error; nil if none does.
    private func startOfSortKey(with error: QueryError, in context: ManagedObjectContext) -> Int? {
        let descriptors = modelDescriptors(sortDescriptors, in: context)
        let place = zip(sortStarts, descriptors).first { _, descriptor in
            var request = FetchRequest<ManagedObject>(entityName: entityName)
            request.sortDescriptors = [descriptor]
            do {
                _ = try context.explain(request)
                return false
            } catch let other as QueryError {
                return other == error
            } catch {
                return false
            }
        }
        return place?.0.column
    }

    /// Nil if the model does not have the entity.
    private func shorthands(in context: ManagedObjectContext) -> PredicateShorthands? {
        context.managedObjectModel.entitiesByName[entityName].map { entity in
            PredicateShorthands(
                of: entity, in: context.managedObjectModel,
                storeIdentifiers: context.persistentStoreCoordinator.persistentStores.map(\.identifier))
        }
    }

    /// How the query finds and orders its objects.
    ///
    /// - Throws: ``ObjectGraph/FetchError`` or ``ObjectGraph/QueryError``.
    package func plan(in context: ManagedObjectContext) throws -> FetchPlan {
        try locating(in: context) { try context.explain(request(in: context)) }
    }

    /// The query for a context.
    package func request(in context: ManagedObjectContext) -> FetchRequest<ManagedObject> {
        var request = FetchRequest<ManagedObject>(entityName: entityName)
        var predicate = predicate.map { predicate in shorthands(in: context)?.replaced(in: predicate) ?? predicate }
        // A request understands 0 as no limit.
        if limit == 0 { predicate = .and([predicate, .constant(false)].compactMap(\.self)) }
        request.predicate = predicate.map { .matching($0) }
        request.sortDescriptors = modelDescriptors(distinctDescriptors, in: context)
        request.fetchLimit = limit ?? 0
        request.fetchOffset = offset
        return request
    }

    /// Each key once: where the first one finds no difference, another one finds none either.
    private var distinctDescriptors: [ModelSortDescriptor<ManagedObject>] {
        var seen: Set<ModelSortDescriptor<ManagedObject>> = []
        return sortDescriptors.filter { descriptor in
            var rising = descriptor
            rising.ascending = true
            return seen.insert(rising).inserted
        }
    }

    /// With `id` for the number of the object, as in columns.
    private func modelDescriptors(
        _ descriptors: [ModelSortDescriptor<ManagedObject>], in context: ManagedObjectContext
    ) -> [ModelSortDescriptor<ManagedObject>] {
        let hasKey = context.managedObjectModel.entitiesByName[entityName]?.attribute(named: "id") != nil
        return descriptors.map { descriptor in
            guard descriptor.key == "id", !hasKey else { return descriptor }
            return ModelSortDescriptor(key: "self", ascending: descriptor.ascending)
        }
    }

    /// The number of objects of the query.
    package func count(in context: ManagedObjectContext) throws -> Int {
        try locating(in: context) { try context.count(for: request(in: context)) }
    }

    /// The table that the query shows.
    ///
    /// - Parameter flattensComposites: Whether to show each member of a composite in its own column, for CSV.
    package func table(in context: ManagedObjectContext, flattensComposites: Bool = false) throws -> RowTable {
        try table(of: objects(in: context), in: context, flattensComposites: flattensComposites)
    }

    /// The table that the query shows for some objects of its entity, in their order.
    ///
    /// - Parameters:
    ///   - flattensComposites: Whether to show each member of a composite in its own column, for CSV.
    ///   - isExported: Whether an import is to restore the values.
    ///   - willVisit: A closure that is called before each object with the number of objects processed so far.
    package func table(
        of objects: [ManagedObject], in context: ManagedObjectContext, flattensComposites: Bool,
        isExported: Bool = false, willVisit: (Int) throws -> Void = { _ in }
    ) throws -> RowTable {
        let columns = try shownColumns(in: context.managedObjectModel) { entity, _ in RowColumn.all(of: entity) }
        return try RowTable(
            isExported ? columns.map(\.exported) : columns, of: objects, flattensComposites: flattensComposites,
            showsRawValues: showsRawValues, willVisit: willVisit)
    }

    /// The rows of the table that the query shows, in batches.
    ///
    /// - Parameter flattensComposites: Whether to show each member of a composite in its own column, for CSV.
    package func stream(in context: ManagedObjectContext, flattensComposites: Bool = false) throws -> RowStream {
        let columns = try shownColumns(in: context.managedObjectModel) { entity, _ in RowColumn.all(of: entity) }
        return try stream(columns, in: context, flattensComposites)
    }

    /// The rows of an export, in batches: without columns of the query, they have everything that an import needs to
    /// restore the objects.
    ///
    /// - Parameter flattensComposites: Whether to write each member of a composite in its own column, for CSV.
    package func exportedStream(in context: ManagedObjectContext, flattensComposites: Bool) throws -> RowStream {
        let columns = try shownColumns(in: context.managedObjectModel) { entity, model in
            RowColumn.exported(of: entity.concreteFamilyNames.compactMap { model.entitiesByName[$0] })
        }
        return try stream(columns.map(\.exported), in: context, flattensComposites)
    }

    private func stream(
        _ columns: [RowColumn], in context: ManagedObjectContext, _ flattensComposites: Bool
    ) throws -> RowStream {
        try locating(in: context) {
            try RowStream(
                columns, of: [request(in: context)], in: context, flattensComposites: flattensComposites,
                showsRawValues: showsRawValues)
        }
    }

    private func shownColumns(
        in model: ManagedObjectModel, defaultColumns: (EntityDescription, ManagedObjectModel) -> [RowColumn]
    ) throws -> [RowColumn] {
        guard let entity = model.entitiesByName[entityName] else { return [] }
        let shown = try columns.enumerated().map { number, column in
            do {
                return try RowColumn(column, of: entity, in: model)
            } catch var error as QueryError where columnStarts.indices.contains(number) {
                error.column = (columnStarts[number].column ?? 0) + (error.column ?? 1)
                throw error
            } catch let error as FormatError where columnStarts.indices.contains(number) {
                throw ObjectQueryError(
                    column: (columnStarts[number].column ?? 0) + error.column, error.message, hint: error.hint)
            }
        }
        return shown.isEmpty ? defaultColumns(entity, model) : shown
    }

    /// The conditions that can never be true, and names that are not cases of an enum, including those in columns.
    package func warnings(in model: ManagedObjectModel) -> [ObjectQueryError] {
        guard let entity = model.entitiesByName[entityName] else { return [] }
        let shorthands = PredicateShorthands(of: entity, in: model)
        func warnings(of unknown: [PredicateShorthands.UnknownCase], after start: FormatPosition) -> [ObjectQueryError]
        {
            unknown.map {
                ObjectQueryError(column: (start.column ?? 0) + ($0.column ?? 1), $0.message, hint: $0.hint)
            }
        }
        var found: [ObjectQueryError] = []
        if let predicate = storedPredicate(in: model) {
            let report = ExpressionChecker(model.schema).check(predicate, of: entity.schema)
            let unknown = shorthands.unknownCases(in: predicate)
            for (diagnostic, column) in zip(report.diagnostics, report.columns) where diagnostic.severity == .warning {
                // A text that is not a case is a more specific problem than one that is not a number.
                if diagnostic.code == .expressionTypeMismatch, unknown.contains(where: { $0.column == column }) {
                    continue
                }
                found.append(
                    ObjectQueryError(
                        column: (predicateStart.column ?? 0) + (column ?? 1), diagnostic.message,
                        hint: diagnostic.hint ?? ""))
            }
            found += warnings(of: unknown, after: predicateStart)
        }
        for (column, start) in zip(columns, columnStarts) {
            // An unreadable expression is an error when the column is shown.
            guard let expression = try? ModelExpression(format: column) else { continue }
            found += warnings(of: shorthands.unknownCases(in: shorthands.replaced(in: expression)), after: start)
        }
        return found
    }

    /// The predicate with values instead of the names of enum cases.
    package func storedPredicate(in model: ManagedObjectModel) -> ModelPredicate? {
        guard let entity = model.entitiesByName[entityName] else { return predicate }
        return predicate.map(PredicateShorthands(of: entity, in: model).replaced(in:))
    }
}
