import DictionaryStore
import ObjectGraph
import StoreConformance
import Testing

@Test("The store passes every conformance rule", arguments: StoreConformance.allCases, [false, true])
func theDictionaryStoreDoesWhatAnyStoreMust(_ rule: StoreConformance, sharesCoordinator: Bool) throws {
    try rule.check(reopens: false, sharesCoordinator: sharesCoordinator) { .dictionary }
}
