import Foundation
import JSONStore
import StoreConformance
import TestSupport
import Testing

// The file has no versions: they count from each opening, and nobody else writes to it meanwhile.
@Test(
    "The JSON store passes the conformance rules",
    arguments: StoreConformance.allCases.filter { $0 != .versionsStay }, [false, true])
func theJSONStoreDoesWhatAnyStoreMust(_ rule: StoreConformance, isBesideAnother: Bool) throws {
    let folder = try TemporaryFolder()
    try rule.check(isBesideAnother: isBesideAnother) { .json(at: folder.url.appending(path: "store.json")) }
}
