import Foundation
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

@Test("The SQLite store passes every conformance rule", arguments: StoreConformance.allCases, [false, true])
func theSQLiteStoreDoesWhatAnyStoreMust(_ rule: StoreConformance, sharesCoordinator: Bool) throws {
    let folder = try TemporaryFolder()
    try rule.check(sharesCoordinator: sharesCoordinator) { .sqlite(at: folder.url.appending(path: "store.sqlite")) }
}
