import Foundation
import JSONStore
import StoreConformance
import TestSupport
import Testing

@Test(arguments: StoreConformance.allCases, [false, true])
func theJSONStoreDoesWhatAnyStoreMust(_ rule: StoreConformance, isBesideAnother: Bool) throws {
    let folder = try TemporaryFolder()
    try rule.check(isBesideAnother: isBesideAnother) { .json(at: folder.url.appending(path: "store.json")) }
}
