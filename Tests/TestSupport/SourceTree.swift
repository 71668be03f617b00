public import Foundation

/// Finds what a test reads beside its own sources.
public enum SourceTree {
    /// The folder that holds `Package.swift`.
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A folder of the package.
    public static func folder(_ path: String) -> URL {
        root.appending(path: path, directoryHint: .isDirectory)
    }

    /// A file of the package.
    public static func file(_ path: String) -> URL {
        root.appending(path: path, directoryHint: .notDirectory)
    }
}
