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
    .enabled(if: TestedStoreDescription.isResident, "it has stores of its own; unset MODELGEN_TEST_STORE"),
    arguments: StoreConformance.allCases, [[], .range, .order, .predicate] as [StoreResult.Parts])
func aStoreThatIsAskedDoesWhatAnyStoreMust(_ rule: StoreConformance, remainingParts: StoreResult.Parts) throws {
    for sharesCoordinator in [false, true] {
        try rule.check(reopens: false, sharesCoordinator: sharesCoordinator) {
            InstrumentedStoreDescription(remainingParts: remainingParts)
        }
    }
}

/// A store that can do all that stores can, and that other programs write to.
private struct DatabaseStoreDescription: PersistentStoreDescription {
    let commitsGroups: Bool

    func openStore(for model: ManagedObjectModel) -> any PersistentStore {
        let database = SharedDatabase(model: model)
        return commitsGroups ? GroupingStore(database) : DatabaseStore(database)
    }
}

@Test(
    "A store with all optional capabilities passes every conformance rule",
    .enabled(if: TestedStoreDescription.isResident, "it has stores of its own; unset MODELGEN_TEST_STORE"),
    arguments: StoreConformance.allCases, [false, true])
func aStoreThatCanDoEverythingDoesWhatAnyStoreMust(_ rule: StoreConformance, commitsGroups: Bool) throws {
    // Only views of a store without pinned ones keep their state.
    guard commitsGroups || StoreConformance.casesForShortLivedViews.contains(rule) else { return }
    for sharesCoordinator in [false, true] {
        try rule.check(reopens: false, sharesCoordinator: sharesCoordinator) {
            DatabaseStoreDescription(commitsGroups: commitsGroups)
        }
    }
}
