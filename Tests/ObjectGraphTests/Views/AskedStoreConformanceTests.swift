import ObjectGraph
import StoreConformance
import Testing

/// A store that is asked, whatever it leaves of a query.
private struct AskedStoreDescription: PersistentStoreDescription {
    let unanswered: StoreResult.Parts

    func openStore(for model: ManagedObjectModel) -> any PersistentStore {
        let store = AskedStore(model: model)
        store.leave(unanswered)
        return store
    }
}

@Test(arguments: StoreConformance.allCases, [[], .range, .order, .predicate] as [StoreResult.Parts])
func aStoreThatIsAskedDoesWhatAnyStoreMust(_ rule: StoreConformance, unanswered: StoreResult.Parts) throws {
    for isBesideAnother in [false, true] {
        try rule.check(reopens: false, isBesideAnother: isBesideAnother) {
            AskedStoreDescription(unanswered: unanswered)
        }
    }
}
