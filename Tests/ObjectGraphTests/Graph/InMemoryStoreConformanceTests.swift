import ObjectGraph
import StoreConformance
import Testing

@Test(arguments: StoreConformance.allCases)
func theStoreInMemoryDoesWhatAnyStoreMust(_ rule: StoreConformance) throws {
    try rule.check(reopens: false) { .inMemory }
}

@Test(arguments: StoreConformance.allCases)
func aStoreForEveryEntityDoesWhatAnyStoreMust(_ rule: StoreConformance) throws {
    try rule.check(reopens: false) { CombinedInMemory() }
}

/// A combined store of one.
private struct CombinedInMemory: PersistentStoreDescription {
    func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        try PersistentContainer(model: model, stores: [(nil, .inMemory)]).persistentStore
    }
}
