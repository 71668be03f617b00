import Foundation
import JSONStore
import PostgreSQLStore
import SQLiteStore
package import StoreMigration

/// The kinds of stores that a program knows.
package enum StoreKinds {
    /// The descriptions of the stores. The last one that takes an argument has the store, so JSON, which takes any
    /// path, is the first.
    @TaskLocal package static var registered: [any StoreAdministration.Type] = [
        JSONStoreDescription.self, SQLiteStoreDescription.self, PostgreSQLStoreDescription.self,
    ]

    /// The store that an argument names.
    package static func store(named argument: String) -> any StoreAdministration {
        for kind in registered.reversed() {
            if let store = kind.init(argument: argument) { return store }
        }
        return JSONStoreDescription(storeAt: URL(filePath: argument))
    }

    /// The kinds whose stores are files.
    package static var files: [any FileStoreAdministration.Type] {
        registered.compactMap { $0 as? any FileStoreAdministration.Type }
    }
}
