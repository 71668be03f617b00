// Reading ahead what is touched later, where an error can be thrown.
extension ManagedObjectContext {
    /// The number of objects that are read with one query.
    private static let readAheadCount = 10_000

    /// Reads objects that are faults, and the objects that some of their relationships point to, with one query for
    /// each relationship. The context retains the destinations until its next prefetching, save, or rollback.
    ///
    /// What has been loaded is read without a query, so accessors neither wait for the store nor fail. The method
    /// itself waits for the store; ``loadAsynchronously(_:_:isolation:)`` doesn't block the context's actor.
    ///
    /// ```swift
    /// let heroes = try context.fetch(FetchRequest<Hero>())
    /// try context.load(heroes, [\.teams])
    /// for hero in heroes { print(hero.name, hero.teams.count) }
    /// ```
    ///
    /// - Parameters:
    ///   - objects: Objects of this context.
    ///   - relationships: The relationships to load as well.
    /// - Throws: ``PredicateTranslationError`` for a key path that isn't a property of the model, ``FetchError`` for
    ///   one that isn't a relationship, or the error of a store. What has not been read is as before.
    public func load<Object: ManagedObject>(
        _ objects: some Collection<Object>, _ relationships: [PartialKeyPath<Object>] = []
    ) throws {
        try load(objects, relationshipKeyPaths: try names(of: relationships))
    }

    /// - Throws: ``PredicateTranslationError`` for a key path that isn't a property of the model.
    func names<Object: ManagedObject>(of relationships: [PartialKeyPath<Object>]) throws -> [String] {
        try relationships.map { keyPath in
            guard let name = managedObjectModel.propertyName(for: keyPath) else {
                throw PredicateTranslationError.unknownKeyPath(keyPath, in: managedObjectModel)
            }
            return name
        }
    }

    /// Does the same as ``load(_:_:)``, for paths of relationships, such as `teams.leader`.
    ///
    /// - Throws: The errors of ``load(_:_:)``.
    public func load<Object: ManagedObject>(
        _ objects: some Collection<Object>, relationshipKeyPaths: [String]
    ) throws {
        checkBelonging(of: objects)
        try realize(objects.map { $0 })
        guard !relationshipKeyPaths.isEmpty else { return }
        var held: [ManagedObject] = []
        let families = Dictionary(grouping: objects, by: \.entity.ordinal).sorted { $0.key < $1.key }
        for (_, members) in families {
            try prefetch(relationshipKeyPaths, of: members, members[0].entity)
            held += retained.prefetched
        }
        retained.keep(prefetched: held)
    }

    /// - Precondition: The objects belong to this context.
    func checkBelonging<Object: ManagedObject>(of objects: some Sequence<Object>) {
        for object in objects {
            require(object.context === self, "\(object) belongs to another context; load it there")
        }
    }

    /// Reads the values of faults and the destinations of all relationships of some objects, as far as these are in
    /// stores that are queried, with one query for each relationship. What was read doesn't have to be read again when
    /// it is touched, and so can't fail.
    ///
    /// - Throws: The error of a store. No object has changed then.
    func readAhead(_ objects: [ManagedObject]) throws {
        guard contextOfStores.isQueried else { return }
        let objects = objects.filter { $0.context === self }
        try loadValues(of: objects)
        try read(objects.flatMap(\.deferredLinks), of: objects)
    }

    /// Does the same as ``readAhead(_:)`` for some relationships of the objects' entity.
    func readAhead(_ objects: [ManagedObject], at relationships: [RelationshipDescription]) throws {
        try loadValues(of: objects)
        guard contextOfStores.isQueried else { return }
        let links = try objects.filter { $0.context === self }.flatMap { object in
            try relationships.compactMap { try deferredLinks(of: object, at: $0.index) }
        }
        try read(links, of: objects)
    }

    private func read(_ links: [DeferredLinks], of objects: [ManagedObject]) throws {
        guard links.contains(where: { $0.known == nil }) else { return }
        try reading(.load, of: objects.first?.entity) { try DeferredLinks.read(links) }
    }

    /// Reads the values of faults in stores that are queried. They stay faults, but for objects that their store does
    /// not contain, which therefore is not asked again.
    ///
    /// - Throws: The error of a store. No object has changed then.
    func loadValues(of objects: [ManagedObject]) throws {
        let stores = contextOfStores
        guard stores.isQueried else { return }
        let faults = objects.filter {
            $0.isFault && $0.heldRow.isNone && !$0.hasPending && !$0.reference.isTemporary
                && !$0.flags.contains(.isReset)
        }
        guard !faults.isEmpty else { return }
        catchUp()
        // As many at a time as are kept until they are used.
        for start in stride(from: 0, to: faults.count, by: Self.readAheadCount) {
            let objects = faults[start..<min(start + Self.readAheadCount, faults.count)]
            // The objects keep the rows, but those of a child context read them from its parents.
            var rows: [ObjectReference: Row] = [:]
            if parent == nil {
                rows = try reading(.load, of: objects.first?.entity, count: { $0.count }) {
                    try snapshot.queriedRows(of: objects.map(\.reference))
                }
            } else {
                try reading(.load, of: objects.first?.entity) {
                    try stores.snapshot.readAhead(objects.map(\.reference))
                }
            }
            for object in objects { keep(try rows[object.reference] ?? read(object.reference), of: object) }
        }
    }

    /// Gives faults the values that were read of the state of the context, which must not have a parent.
    func keepValues(_ rows: ReadRows, of objects: [ManagedObject]) {
        // Another program may have just created an object that the state does not have.
        let areAllKnown = !persistentStoreCoordinator.hasOtherWriters
        for object in objects where object.isFault && object.heldRow.isNone && !object.hasPending {
            let row = rows.knownRow(of: object.reference)
            if row != nil || areAllKnown && rows.hasRead(object.reference) { keep(row, of: object) }
        }
    }

    /// - Parameter row: The row of a fault; nil if its store does not contain it.
    private func keep(_ row: Row?, of object: ManagedObject) {
        if let row {
            object.prefetch(row, at: committed.stamp)
        } else if shouldDeleteInaccessibleFaults, object.isFault {
            object.snapshotStamp = committed.stamp
            object.realizeWithoutRow()
        }
    }

    /// Reports to observers that a store could not be read, where no error can be thrown.
    func report(_ error: any Error) { post(.didFailToRead(error)) }
}

extension Fetchable where Self: ManagedObject {
    /// Reads the object if it is a fault, and the objects that some of its relationships point to, as
    /// ``ManagedObjectContext/load(_:_:)`` does for several objects. This waits for the store, and has no effect on an
    /// object that has left its context.
    ///
    /// ```swift
    /// try hero.load([\.teams])
    /// print(hero.name, hero.teams.count)
    /// ```
    ///
    /// - Parameter relationships: The relationships to load as well.
    /// - Throws: The errors of ``ManagedObjectContext/load(_:_:)``. What has not been read is as before.
    public func load(_ relationships: [PartialKeyPath<Self>] = []) throws {
        try context?.load([self], relationships)
    }

    /// Reads the object and some of its relationships, as ``load(_:)`` does, but without blocking the context's actor
    /// while stores are read.
    ///
    /// - Parameters:
    ///   - relationships: The relationships to load as well.
    ///   - isolation: The context's actor.
    /// - Throws: The errors of ``load(_:)``, or `CancellationError`. What has not been read is as before.
    public func loadAsynchronously(
        _ relationships: [PartialKeyPath<Self>] = [], isolation: isolated (any Actor)? = #isolation
    ) async throws {
        try await context?.loadAsynchronously([self], relationships)
    }
}

extension ManagedObject {
    /// What may still have to be read of the destinations that the object has, or had before it changed.
    final var deferredLinks: [DeferredLinks] {
        let pending = hasPending ? pendingLinks.compactMap(\.deferred) : []
        guard let row = heldRow.row else { return pending }
        return pending + entity.relationships.indices.compactMap { row.knownLinks(at: $0).deferred }
    }

    /// Makes an object without changes a fault that reads its values when it is touched.
    final func forgetValues() {
        dropPending()
        heldRow = .none
        flags.insert(.isFault)
        forgetReadRelationships()
        noteRefresh()
    }
}
