public import Foundation

/// Stores and compiled models of public repositories, kept beside this repository's folder with their licences.
///
/// Tests that need them are skipped where they are missing.
public enum PublicStores {
    /// Why a test is skipped.
    public static let absence =
        "the folder ../shared/stores is missing; it contains stores of other projects, and is not published"

    /// The folder of the stores; nil where it is missing.
    public static let folder = sibling("shared/stores")
    /// Definitions of entities with the hashes that Core Data gave them; nil where the file is missing.
    public static let hashVectors = sibling("shared/reference/version-hash-vectors.json")

    /// Whether the folder is there.
    public static var isPresent: Bool { folder != nil }

    /// All files whose names end in one of some ways, by path.
    public static func files(endingIn endings: String...) -> [URL] {
        guard let folder, let paths = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false)) else {
            return []
        }
        return paths.compactMap { $0 as? String }.filter { path in endings.contains { path.hasSuffix($0) } }.sorted()
            .map { folder.appending(path: $0) }
    }

    /// The path of a file in ``folder``, as tests show it.
    public static func name(of file: URL) -> String {
        file.pathComponents.suffix(2).joined(separator: "/")
    }

    private static func sibling(_ path: String) -> URL? {
        let place = SourceTree.root.deletingLastPathComponent().appending(path: path)
        return FileManager.default.fileExists(atPath: place.path(percentEncoded: false)) ? place : nil
    }
}
