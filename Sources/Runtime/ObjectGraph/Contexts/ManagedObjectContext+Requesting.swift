// What stores know of the context that asks them.
extension ManagedObjectContext {
    /// The name under which the context asks stores: its own, or that of the nearest parent with one.
    var requestingName: String? { name ?? parent?.requestingName }

    /// Runs work that may ask stores, which then know the name of the context.
    func requesting<Result>(_ body: () throws -> Result) rethrows -> Result {
        // Stores in memory are only asked to commit, and a change set has the name.
        guard contextOfStores.snapshot.isQueried else { return try body() }
        return try RequestingContext.named(requestingName, body)
    }
}
