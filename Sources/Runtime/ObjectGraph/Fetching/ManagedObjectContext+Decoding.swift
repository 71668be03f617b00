// Fetches of values instead of objects.
extension ManagedObjectContext {
    /// Returns a value for each object that matches a request, decoded from the object's properties, without creating
    /// objects.
    ///
    /// The type's coding keys are the names of properties in the model. Attributes decode as the types that accessors
    /// have, or as types that decode from these, such as an enum with raw values. A composite attribute also decodes
    /// as a type with its members. Relationships decode as ``ObjectID``, or as types that are decoded from the
    /// destinations in the same way; to-many ones as arrays or sets, in order, or sorted by ID if they are unordered.
    /// A store is asked once for each relationship of each level, whatever the number of objects. The key `objectID` is
    /// the object's own ID. Transient attributes, which a store does not have, have their defaults, and properties that
    /// only other entities of the fetch have are nil.
    ///
    /// ```swift
    /// struct HeroAnswer: Codable {
    ///     var name: String
    ///     var teams: [TeamAnswer]
    ///
    ///     struct TeamAnswer: Codable { var name: String }
    /// }
    /// let answers = try context.fetch(FetchRequest<Hero>(), as: HeroAnswer.self)
    /// ```
    ///
    /// The values include this context's changes. If there are some, or the context has a parent, or the condition or
    /// the order needs objects, the context creates objects after all. If the request excludes pending changes, all
    /// values are the stored ones. Unlike in an accessor, nothing replaces a value that the type does not accept: nil
    /// where the type requires a value, and a raw value without a case, are errors.
    ///
    /// The call waits for the stores. ``fetchAsynchronously(_:as:isolation:)`` doesn't block the context's actor.
    ///
    /// - Parameters:
    ///   - request: The request. What it says about the result, such as ``FetchRequest/resultType`` and
    ///     ``FetchRequest/propertiesToFetch``, has no effect.
    ///   - type: The type of the values.
    /// - Throws: The errors of ``fetch(_:)``, ``FetchError`` for a key that isn't a property of the fetched entities,
    ///   or `DecodingError` for a value that the type does not accept, or an object that would contain itself.
    public func fetch<Object: ManagedObject, Value: Decodable>(
        _ request: FetchRequest<Object>, as type: Value.Type
    ) throws -> [Value] {
        let fetch = try ResolvedFetch(request, in: self)
        moveOn()
        guard canDecodeRows(of: fetch) else { return try decodedObjects(of: fetch, as: type) }
        let search = fetch.storedFetch(of: snapshot, progress: nil)
        let values = try reading(.fetch, of: fetch.entity, count: { $0.count }) {
            try search().decoded(as: type, of: snapshot, fetch.entity, in: managedObjectModel)
        }
        logRequest?(StoreRequest(fetchOf: fetch.entity, predicate: fetch.predicate, resultCount: values.count))
        return values
    }

    /// Returns a value for each object that matches a request, as ``fetch(_:as:)`` does, without blocking the context's
    /// actor.
    ///
    /// It reads the latest committed state when it begins. If the context has unsaved changes or a parent, or the
    /// condition or the order needs objects, the context creates objects, as from
    /// ``fetchAsynchronously(_:progress:isolation:)``, and its actor decodes the values. The relationships that these
    /// have are read before, one after the other, so a type may be decoded in part more than once.
    ///
    /// ```swift
    /// let answers = try await context.fetchAsynchronously(FetchRequest<Hero>(), as: HeroAnswer.self)
    /// ```
    ///
    /// - Throws: The errors of ``fetch(_:as:)``, or `CancellationError`.
    public func fetchAsynchronously<Object: ManagedObject, Value: Decodable & Sendable>(
        _ request: FetchRequest<Object>, as type: Value.Type, isolation: isolated (any Actor)? = #isolation
    ) async throws -> [Value] {
        try Task.checkCancellation()
        await completeSaveInProgressAsynchronously()
        let fetch = try ResolvedFetch(request, in: self)
        guard canDecodeRows(of: fetch) else { return try await decodedObjectsAsynchronously(of: fetch, as: type) }
        try await processExternalChangesAsynchronously()
        let (search, entity) = (fetch.storedFetch(of: snapshot, progress: nil), fetch.entity)
        let (state, model) = (snapshot, managedObjectModel)
        let values = try await readingElsewhere(
            activityElsewhere(.fetch, of: fetch.entity), count: { $0.count }
        ) {
            try search().decoded(as: type, of: state, entity, in: model)
        }
        logRequest?(StoreRequest(fetchOf: entity, predicate: fetch.predicate, resultCount: values.count))
        return values
    }

    /// Whether committed rows have all values of a fetch. The objects of a child context read those of its parents.
    private func canDecodeRows<Object: ManagedObject>(of fetch: ResolvedFetch<Object>) -> Bool {
        guard fetch.runsOnColumns else { return false }
        return !fetch.request.includesPendingChanges || parent == nil && !hasChanges
    }

    /// How often decoding begins again, each time with one more relationship that has been read.
    private static let decodingLimit = 64

    /// Decodes what a fetch finds from objects, without blocking the context's actor while stores are read.
    private func decodedObjectsAsynchronously<Object: ManagedObject, Value: Decodable & Sendable>(
        of fetch: ResolvedFetch<Object>, as type: Value.Type, isolation: isolated (any Actor)? = #isolation
    ) async throws -> [Value] {
        guard fetch.request.includesPendingChanges else {
            try await processExternalChangesAsynchronously()
            let stored = contextOfStoredState()
            // They keep its state, even if this context meanwhile lets go of them.
            let views = contextOfStores.queryGeneration.views
            defer { withExtendedLifetime((stored, views)) {} }
            var request = fetch.request
            request.includesPendingChanges = true
            return try await stored.fetchAsynchronously(request, as: type)
        }
        var found = try await findAsynchronously(fetch)
        try await readAheadAsynchronously(found, entity: fetch.entity)
        // What was read stays in memory until the end.
        var held: [ManagedObject] = found
        var last: DecodingProgress.UnreadRelationship?
        for number in 0...Self.decodingLimit {
            while haveDeparted(found) {
                // Meanwhile, the context has been reset, so others stand for the same objects, and nothing of them is
                // read.
                found = present(found)
                held += found
                last = nil
                try await readAheadAsynchronously(found, entity: fetch.entity)
            }
            let objects = found.filter { isLiving($0.reference) }
            let progress = DecodingProgress(endsAtUnread: isQueried && number < Self.decodingLimit)
            let values = Result {
                let loaded = retained.prefetched
                defer {
                    held += retained.prefetched
                    retained.keep(prefetched: loaded)
                }
                try realize(objects)
                return try DecodableObjects(objects, in: self, fetch.entity, as: type, progress).decoded(as: type)
            }
            guard let unread = progress.unread else { return try values.get() }
            // What has just been read may already be gone again.
            if let last, last.name == unread.name, last.owners == unread.owners { break }
            last = unread
            try await readAheadAsynchronously(unread.owners, entity: unread.entity)
            let families = Dictionary(grouping: unread.owners, by: \.entity.ordinal).sorted { $0.key < $1.key }
            for (_, members) in families {
                held += try await readAheadAsynchronously([unread.name], of: members, members[0].entity)
            }
        }
        return try decodedObjects(of: fetch, as: type)
    }

    /// Whether destinations of some objects, or which objects these are, have to be read from a store.
    func hasUnreadDestinations(of objects: [ManagedObject], at name: String) -> Bool {
        let state = contextOfStores.snapshot
        guard state.isQueried else { return false }
        func isUnread(_ reference: ObjectReference) -> Bool {
            guard !reference.isTemporary, state.reader(of: reference) != nil, isLiving(reference) else { return false }
            if let object = registry[reference], object.hasPending || !object.heldRow.isNone { return false }
            return state.knownRow(of: reference) == nil
        }
        return objects.contains { object in
            guard let index = object.entity.relationship(named: name)?.index else { return false }
            let pending = object.hasPending ? object.pendingLinks[index] : nil
            guard let links = pending ?? object.heldRow.row?.knownLinks(at: index) else {
                return isUnread(object.reference)
            }
            guard let known = links.deferred.map(\.known) ?? links else { return true }
            return known.references.contains(where: isUnread)
        }
    }

    /// Decodes what a fetch finds from objects, which have the changes of their context.
    private func decodedObjects<Object: ManagedObject, Value: Decodable>(
        of fetch: ResolvedFetch<Object>, as type: Value.Type
    ) throws -> [Value] {
        let context = fetch.request.includesPendingChanges ? self : storedState()
        return try withExtendedLifetime(context) {
            // What the program has loaded stays in memory.
            let loaded = context.retained.prefetched
            defer { context.retained.keep(prefetched: loaded) }
            let objects = try context.objects(of: fetch)
            try context.realize(objects)
            return try DecodableObjects(objects, in: context, fetch.entity, as: type).decoded(as: type)
        }
    }
}

extension GraphFetch {
    /// Decodes a value from each row that is found.
    ///
    /// - Parameters:
    ///   - state: The state that is searched.
    ///   - entity: The entity of the fetch.
    fileprivate func decoded<Value: Decodable>(
        as type: Value.Type, of state: CommittedState, _ entity: EntityDescription, in model: ManagedObjectModel
    ) throws -> [Value] {
        let subjects = try subjects()
        var rows: [Row] = []
        rows.reserveCapacity(subjects.count)
        let isComplete = subjects.allSatisfy { $0.row != nil }
        let unread =
            isComplete
            ? [:] : try state.queriedRows(of: subjects.lazy.filter { $0.row == nil }.map(\.reference))
        for subject in subjects {
            // An object that others have deleted since it was found is not in the result.
            let row = subject.row ?? unread[subject.reference] ?? state.columns.row(of: subject.reference)
            if let row { rows.append(row) }
        }
        return try DecodableObjects(rows, of: state, entity, in: model, as: type).decoded(as: type)
    }
}

extension DecodableObjects {
    /// Decodes a value from each object.
    fileprivate func decoded<Value: Decodable>(as type: Value.Type) throws -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        // For a type of another module, `map` would look for its metadata at each object.
        for place in 0..<count { values.append(try ObjectDecoder(self, at: place).value(type)) }
        return values
    }
}
