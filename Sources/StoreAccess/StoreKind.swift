import FileAccess
import Foundation

/// What kind of file a store is kept in.
package enum StoreKind {
    case json, sqlite

    /// The kind of the file at a path, by its first bytes; by its name where these do not say, or there is no file yet.
    package init(ofFileAt path: String) {
        let isNamedSQLite = Self.extensions.contains(URL(filePath: path).pathExtension.lowercased())
        self = Self.beginning(of: path) == Self.signature || isNamedSQLite ? .sqlite : .json
    }

    /// The extensions that apps and this tool give to SQLite stores.
    private static let extensions = ["sqlite", "sqlite3", "db", "storedata"]
    /// What every SQLite database begins with.
    private static let signature = Data("SQLite format 3\0".utf8)

    /// The first bytes of a file; empty for what is no file, which is not opened: a pipe would be waited for.
    private static func beginning(of path: String) -> Data {
        guard FileKind(at: path) == .regular, let file = FileHandle(forReadingAtPath: path) else { return Data() }
        defer { try? file.close() }
        return (try? file.read(upToCount: signature.count)) ?? Data()
    }
}
