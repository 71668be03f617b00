extension ManagedObjectContext {
    /// Calls a closure with the objects that match a request, in its order, a batch at a time, so that the values of
    /// one batch are in memory, however many objects match.
    ///
    /// Which objects match is found out once, before the first batch; only their IDs are kept, with eight bytes each.
    /// Each batch has the latest values, without objects that no longer exist. A batch may be smaller, but is never
    /// empty. The closure may change, delete, and save objects. What it retains stays in memory, and so do unsaved
    /// objects: to change many objects, save in the closure. The call waits for the stores.
    ///
    /// ```swift
    /// try context.forEachBatch(of: FetchRequest<Hero>(), size: 1000) { heroes in
    ///     for hero in heroes { hero.universe = 1 }
    ///     try context.save()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - request: The request. If it uses values that are not stored, all matching objects are read first.
    ///   - size: The maximum number of objects in a batch, at least 1.
    ///   - body: The work on a batch. An error that it throws ends the fetch.
    /// - Throws: The errors of ``fetch(_:)``, or what the closure throws. What the closure has done with earlier
    ///   batches stays done.
    public func forEachBatch<Object: ManagedObject>(
        of request: FetchRequest<Object>, size: Int, _ body: ([Object]) throws -> Void
    ) throws {
        require(size > 0, "a batch has at least one object")
        let references = try references(of: request)
        // A save in the closure gives new objects other IDs.
        let unsaved = Dictionary(
            references.lazy.filter(\.isTemporary).map { ($0, self.object(for: $0)) },
            uniquingKeysWith: { first, _ in first })
        var rest = references[...]
        while !rest.isEmpty {
            let found = rest.prefix(size).compactMap { reference in
                guard let object = unsaved[reference] else { return livingObject(for: reference) }
                return object.context === self && !object.isDeleted ? object : nil
            }
            rest = rest.dropFirst(size)
            try loadValues(of: found)
            let objects: [Object] = instances(found.filter { $0.hasPending || !$0.isInaccessibleFault })
            if objects.isEmpty { continue }
            if !request.relationshipKeyPathsForPrefetching.isEmpty {
                try load(objects, relationshipKeyPaths: request.relationshipKeyPathsForPrefetching)
            }
            try body(objects)
        }
    }

    private func references<Object: ManagedObject>(of request: FetchRequest<Object>) throws -> [ObjectReference] {
        let fetch = try ResolvedFetch(request, in: self)
        moveOn()
        if !request.includesPendingChanges {
            return try storedObjectIDs(of: fetch).compactMap(layout.reference)
        }
        guard fetch.runsOnColumns else { return try objects(of: fetch).map(\.reference) }
        return try self.references(of: fetch)
    }
}
