import Foundation
import SQLiteStore
import StoreConformance
import TestSupport
import Testing

@Test("The SQLite store passes every conformance rule", arguments: StoreConformance.allCases, [false, true])
func theSQLiteStoreDoesWhatAnyStoreMust(_ rule: StoreConformance, isBesideAnother: Bool) throws {
    let folder = try TemporaryFolder()
    try rule.check(isBesideAnother: isBesideAnother) { .sqlite(at: folder.url.appending(path: "store.sqlite")) }
}
