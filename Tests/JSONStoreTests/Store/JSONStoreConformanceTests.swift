import Foundation
import JSONStore
import StoreConformance
import TestSupport
import Testing

@Test(arguments: StoreConformance.allCases)
func theJSONStoreDoesWhatAnyStoreMust(_ rule: StoreConformance) throws {
    let folder = try TemporaryFolder()
    try rule.check { .json(at: folder.url.appending(path: "store.json")) }
}
