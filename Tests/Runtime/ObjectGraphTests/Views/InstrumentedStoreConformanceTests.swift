import ObjectGraph
import StoreConformance
import Testing

/// A store that is asked, whatever it leaves of a query.
private struct InstrumentedStoreDescription: PersistentStoreDescription {
    let remainingParts: StoreResult.Parts

    func openStore(for model: ManagedObjectModel) -> any PersistentStore {
        let store = InstrumentedStore(model: model)
        store.leave(remainingParts)
        return store
    }
}

@Test(
    "A store that answers queries itself passes every conformance rule",
    arguments: StoreConformance.allCases, [[], .range, .order, .predicate] as [StoreResult.Parts])
func aStoreThatIsAskedDoesWhatAnyStoreMust(_ rule: StoreConformance, remainingParts: StoreResult.Parts) throws {
    for sharesCoordinator in [false, true] {
        try rule.check(reopens: false, sharesCoordinator: sharesCoordinator) {
            InstrumentedStoreDescription(remainingParts: remainingParts)
        }
    }
}
