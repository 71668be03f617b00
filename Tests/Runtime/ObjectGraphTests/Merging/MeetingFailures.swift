import ObjectGraph

/// The store of a session that fails now and then, and the errors that contexts reported instead of throwing them.
final class MeetingFailures {
    private let store: any PersistentStore
    /// Counts the calls, and fails.
    private let calls: InstrumentedStore
    private var observations: [ContextObservation] = []
    private var errors: [(context: ObjectIdentifier, error: any Error)] = []

    /// - Parameter hasCapabilities: Whether the store has all optional capabilities, or none.
    init(hasCapabilities: Bool) {
        guard hasCapabilities else {
            calls = InstrumentedStore(model: MeetingModel.model)
            store = calls
            return
        }
        // Sessions know what contexts show of a state, and not of later rows.
        let capable = DatabaseStore(SharedDatabase(model: MeetingModel.model), keepsViews: true)
        (store, calls) = (capable, capable.program.calls)
    }

    func openContainer() throws -> PersistentContainer {
        try PersistentContainer(model: MeetingModel.model, store: OpenStoreDescription(store))
    }

    /// Collects the errors that a context reports.
    func observe(_ context: ManagedObjectContext) {
        let identifier = ObjectIdentifier(context)
        observations.append(
            context.observe { [weak self] event in
                if case .didFailToRead(let error) = event { self?.errors.append((identifier, error)) }
            })
    }

    /// Makes a call while the store fails after some calls of it.
    ///
    /// - Returns: What the call returned, or the error that it threw, or that one of the contexts reported. What others
    ///   report is read later.
    func attempt<Value>(
        failingAfter count: Int, reportedBy contexts: [ManagedObjectContext], _ call: () throws -> Value
    ) -> Result<Value, any Error> {
        errors = []
        calls.failCalls(after: count)
        let result = Result(catching: call)
        calls.failCalls(after: nil)
        let own = Set(contexts.map(ObjectIdentifier.init))
        guard case .success = result, let reported = errors.first(where: { own.contains($0.context) }) else {
            return result
        }
        return .failure(reported.error)
    }

    /// What a context shows of its changes, without reading anything.
    static func view(of context: ManagedObjectContext) -> [String] {
        let changed = context.insertedObjects.union(context.updatedObjects).union(context.deletedObjects)
        let objects = changed.map { object in
            let values = object.changedValues().map { "\($0): \(text($1))" }.sorted()
            return "\(object.objectID) \(object.isInserted) \(object.isDeleted) \(values)"
        }
        let history = context.undoHistory.map { "\($0.canUndo) \($0.canRedo)" }
        return objects.sorted() + [history].compactMap { $0 }
    }

    private static func text(_ value: Any) -> String {
        switch value {
        case let object as ManagedObject: "\(object.objectID)"
        case let objects as [ManagedObject]: "\(objects.map(\.objectID))"
        case let objects as Set<ManagedObject>: "\(objects.map(\.objectID).sorted())"
        default: "\(value)"
        }
    }
}
