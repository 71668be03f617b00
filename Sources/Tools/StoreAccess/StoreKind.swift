import FileAccess
import Foundation
import SQLiteStore

/// The kind of a store's file.
package enum StoreKind {
    case json, sqlite

    /// The kind of the file at a path, by its first bytes, or by its name if these do not decide, or there is no file yet.
    package init(ofFileAt path: String) {
        let isNamedSQLite = Self.extensions.contains(URL(filePath: path).pathExtension.lowercased())
        self = Self.beginning(of: path) == SQLiteStore.signature || isNamedSQLite ? .sqlite : .json
    }

    /// The extensions that apps and this tool give to SQLite stores.
    private static let extensions = ["sqlite", "sqlite3", "db", "storedata"]

    /// The first bytes of a file; empty for anything else, which is not opened, because a pipe would block.
    private static func beginning(of path: String) -> [UInt8] {
        (try? RegularFile.beginning(of: path, maximumCount: SQLiteStore.signature.count)) ?? []
    }
}
