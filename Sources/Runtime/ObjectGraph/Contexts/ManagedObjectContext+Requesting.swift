// What stores know of the context that asks them, and what metrics and traces show of it.
extension ManagedObjectContext {
    /// The name under which the context asks stores: its own, or that of the nearest parent with one.
    var requestingName: String? { name ?? parent?.requestingName }

    /// Runs work that may ask stores, which then know the name of the context.
    func requesting<Result>(_ body: () throws -> Result) rethrows -> Result {
        // Stores in memory are only asked to commit, and a change set has the name.
        guard contextOfStores.isQueried else { return try body() }
        return try RequestingContext.named(requestingName, body)
    }

    /// Runs work that reads objects, which is measured.
    ///
    /// - Parameters:
    ///   - operation: What it does.
    ///   - entity: The entity of the objects, or of the first one; nil if there is none.
    ///   - count: Returns the number of objects in the result; nil if it has none.
    ///   - body: The work.
    @inline(__always)
    func reading<Result>(
        _ operation: StoreActivity.Operation, of entity: @autoclosure () -> EntityDescription?,
        count: (Result) -> Int? = { _ in nil }, _ body: () throws -> Result
    ) rethrows -> Result {
        try requesting { try StoreActivity.measure(activity(operation, of: entity()), count: count, body) }
    }

    /// Runs work on another thread that reads the state that the context has now. If the context keeps this state, its
    /// views stay until the end of the work, even if the context meanwhile lets go of them.
    ///
    /// - Throws: What the work throws, or `CancellationError`.
    func readingElsewhere<Result: Sendable>(
        _ activity: StoreActivity? = nil, count: @escaping @Sendable (Result) -> Int? = { _ in nil },
        isolation: isolated (any Actor)? = #isolation, _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let views = contextOfStores.queryGeneration.views
        return try await StoreThreads.run(for: requestingName, activity, count: count) {
            try withExtendedLifetime(views) { try work() }
        }
    }

    /// Returns what ``reading(_:of:count:_:)`` measures, for work on another thread; nil if it is not measured.
    func activityElsewhere(
        _ operation: StoreActivity.Operation, of entity: @autoclosure () -> EntityDescription?
    ) -> StoreActivity? {
        StoreActivity.isMeasuring ? activity(operation, of: entity()) : nil
    }

    private func activity(_ operation: StoreActivity.Operation, of entity: EntityDescription?) -> StoreActivity {
        .reading(
            operation, of: entity?.name, in: persistentStoreCoordinator.systemName(of: entity), for: requestingName)
    }

    /// Reads the row of a fault that an accessor needs, and measures this only if a store has to be asked.
    ///
    /// - Throws: The store's error.
    func readTouched(_ object: ManagedObject) throws -> Row? {
        guard StoreActivity.isMeasuring, asksStore(for: object.reference) else { return try read(object.reference) }
        return try reading(.fault, of: object.entity) { try read(object.reference) }
    }

    /// Whether neither a parent nor the state has read an object of a store that is queried.
    private func asksStore(for reference: ObjectReference) -> Bool {
        let state = contextOfStores.snapshot
        guard state.reader(of: reference) != nil, state.knownRow(of: reference) == nil else { return false }
        return !sequence(first: self, next: \.parent).dropFirst().contains { parent in
            parent.registry[reference].map { $0.hasPending || !$0.heldRow.isNone } ?? false
        }
    }
}
