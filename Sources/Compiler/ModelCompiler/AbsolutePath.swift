import FileAccess
import Foundation

/// Absolute paths, for build logs from which an IDE opens files.
package enum AbsolutePath {
    package static func of(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.path(percentEncoded: false).withoutSlashAtEnd
    }

    /// The last component of a path.
    static func name(of path: String) -> String { URL(filePath: path).lastPathComponent }
}
