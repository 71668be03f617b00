public import Foundation

/// The stores, compiled models, and version hashes in `Tests/Fixtures`, which the program `Tests/Scripts/fixtures`
/// writes in forms that this project's own code does not choose.
///
/// They are part of the repository: a test that does not find one fails.
public enum Fixtures {
    /// The path of the folder in the repository.
    public static let path = "Tests/Fixtures"

    /// A file or folder of the fixtures.
    public static func url(_ name: String) -> URL { SourceTree.file("\(path)/\(name)") }

    /// The names of the files in a folder of the fixtures and below, sorted.
    ///
    /// - Throws: An error if the folder does not exist.
    public static func fileNames(in folder: String) throws -> [String] {
        let folder = url(folder).path(percentEncoded: false)
        return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    /// The text of a version of one of the models in `Tests/Fixtures/Models`.
    ///
    /// - Parameter version: The name of the version; nil for that of the bundle.
    public static func modelText(_ name: String, version: String? = nil) throws -> String {
        let contents = url("Models/\(name).xcdatamodeld/\(version ?? name).xcdatamodel/contents")
        return try String(contentsOf: contents, encoding: .utf8)
    }
}
