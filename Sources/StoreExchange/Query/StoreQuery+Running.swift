package import ObjectGraph

extension StoreQuery {
    /// The objects that the query asks for, in its order.
    ///
    /// - Throws: ``ObjectGraph/FetchError`` or ``ObjectGraph/QueryError``.
    package func objects(in context: ManagedObjectContext) throws -> [ManagedObject] {
        var request = FetchRequest<ManagedObject>(entityName: entityName)
        request.formatPredicate = predicate
        var objects = try context.fetch(request)
        if !sortDescriptors.isEmpty {
            objects = try objects.sorted(using: modelDescriptors(in: context), in: context.managedObjectModel)
        }
        let rest = objects.dropFirst(offset)
        return Array(limit > 0 ? rest.prefix(limit) : rest)
    }

    /// With `id`, as columns call it, for the number of the object.
    private func modelDescriptors(in context: ManagedObjectContext) -> [ModelSortDescriptor] {
        let hasKey = context.managedObjectModel.entitiesByName[entityName]?.attribute(named: "id") != nil
        return sortDescriptors.map { descriptor in
            guard descriptor.key == "id", !hasKey else { return descriptor }
            return ModelSortDescriptor(key: "self", ascending: descriptor.ascending)
        }
    }

    /// The number of objects that the query asks for.
    package func count(in context: ManagedObjectContext) throws -> Int {
        var request = FetchRequest<ManagedObject>(entityName: entityName)
        request.formatPredicate = predicate
        request.fetchLimit = limit
        request.fetchOffset = offset
        return try context.count(for: request)
    }

    /// What the query shows of its objects.
    package func table(in context: ManagedObjectContext) throws -> RowTable {
        let objects = try objects(in: context)
        let model = context.managedObjectModel
        guard let entity = model.entitiesByName[entityName] else { return try RowTable([], of: []) }
        let shown = try columns.map { try RowColumn($0, of: entity, in: model) }
        return try RowTable(shown.isEmpty ? RowColumn.all(of: entity) : shown, of: objects)
    }
}
