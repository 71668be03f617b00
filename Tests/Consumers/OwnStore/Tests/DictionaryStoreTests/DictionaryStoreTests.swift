import DictionaryStore
import ObjectGraph
import StoreConformance
import Testing

@Test(arguments: StoreConformance.allCases, [false, true])
func theDictionaryStoreDoesWhatAnyStoreMust(_ rule: StoreConformance, isBesideAnother: Bool) throws {
    try rule.check(reopens: false, isBesideAnother: isBesideAnother) { .dictionary }
}
