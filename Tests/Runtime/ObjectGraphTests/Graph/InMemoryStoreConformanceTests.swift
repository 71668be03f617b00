import ObjectGraph
import StoreConformance
import Testing

// Example: StoreConformance
@Test("A store in memory passes every conformance rule", arguments: StoreConformance.allCases, [false, true])
func theStoreInMemoryDoesWhatAnyStoreMust(_ rule: StoreConformance, sharesCoordinator: Bool) throws {
    try rule.check(reopens: false, sharesCoordinator: sharesCoordinator) { .inMemory }
}
// End
