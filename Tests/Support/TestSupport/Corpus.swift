public import Foundation

/// Models of public repositories, kept beside this repository's folder, as some of their licences ask for.
///
/// Tests that need them are skipped where they are missing.
public enum Corpus {
    /// Why a test is skipped.
    public static let absence =
        "the folder ../shared/corpus is missing; it contains models of other projects, and is not published"

    /// The folder of the models; nil where it is missing.
    public static let folder: URL? = {
        let folder = SourceTree.root.deletingLastPathComponent().appending(path: "shared/corpus")
        return FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) ? folder : nil
    }()

    public static var isPresent: Bool { folder != nil }

    /// The paths of all `contents` files, relative to ``folder``, sorted.
    public static var contentsPaths: [String] {
        guard let folder, let paths = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false)) else {
            return []
        }
        return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".xcdatamodel/contents") }.sorted()
    }

    /// Those of all models, but of models with many versions only every fifth one, the last of all among them; with
    /// `MODELGEN_LONG_TESTS`, all.
    public static var sampledContentsPaths: [String] {
        let all = contentsPaths
        if runsLongTests { return all }
        let versions = Dictionary(grouping: all) { $0.split(separator: "/").dropLast(2).joined(separator: "/") }
        return versions.values.flatMap { paths in
            paths.count <= 20
                ? paths : paths.enumerated().filter { ($0.offset + 1 - paths.count) % 5 == 0 }.map(\.element)
        }.sorted()
    }

    /// The bytes of a file.
    public static func bytes(of path: String) throws -> [UInt8] {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }
}
