import Foundation

/// Paths as build logs need them: absolute, so that an IDE can open them from anywhere.
package enum AbsolutePath {
    package static func of(_ path: String) -> String {
        var text = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
        while text.count > 1, text.hasSuffix("/") { text.removeLast() }
        return text
    }

    /// The last part of a path.
    static func name(of path: String) -> String {
        URL(filePath: path).lastPathComponent
    }
}
