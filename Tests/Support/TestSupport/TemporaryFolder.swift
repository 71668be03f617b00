public import Foundation

/// A folder of its own for a test, which goes away with it.
public final class TemporaryFolder: Sendable {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "modelgen-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The path of something in the folder.
    public func path(_ relative: String) -> String {
        url.appending(path: relative).path(percentEncoded: false)
    }

    /// Writes a file, and makes the folders on the way to it.
    ///
    /// - Returns: The path of the file.
    @discardableResult
    public func write(_ text: String, to relative: String) throws -> String {
        let file = url.appending(path: relative)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path(percentEncoded: false)
    }

    /// Makes a folder, and those on the way to it.
    ///
    /// - Returns: The path of the folder.
    @discardableResult
    public func createFolder(_ relative: String) throws -> String {
        let folder = url.appending(path: relative)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.path(percentEncoded: false)
    }

    /// The sorted names in the folder, or in one below it, hidden ones too.
    public func names(in relative: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(relative)).sorted()
    }

    /// Writes the list in a model's bundle that names its current version.
    public func writeCurrentVersion(_ version: String, of bundle: String) throws {
        try write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
            <string>\(version).xcdatamodel</string></dict></plist>
            """, to: bundle + "/.xccurrentversion")
    }
}
