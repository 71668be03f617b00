import Foundation
import JSONStore
import StoreConformance
import TestSupport
import Testing

// The file has no versions: they count from each opening, and nobody else writes to it meanwhile.
@Test(
    "The JSON store passes the conformance rules",
    arguments: StoreConformance.allCases.filter { $0 != .versionsSurviveReopening }, [false, true])
func theJSONStoreDoesWhatAnyStoreMust(_ rule: StoreConformance, sharesCoordinator: Bool) throws {
    let folder = try TemporaryFolder()
    try rule.check(sharesCoordinator: sharesCoordinator) { .json(at: folder.url.appending(path: "store.json")) }
}
