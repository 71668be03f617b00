import FileAccess
public import Foundation
public import ModelSchema

/// A `.momd` folder, which contains the compiled versions of a model and the name of the current one.
///
/// Source: the folders of public repositories.
///
/// ```swift
/// let bundle = try CompiledModelBundle(folder: folder)
/// for version in bundle.versions {
///     let model = try bundle.model(of: version).model
///     let mark = version.name == bundle.currentVersionName ? "*" : " "
///     print(mark, version.name, model.entities.count)
/// }
/// ```
public struct CompiledModelBundle: Sendable {
    /// One version of the model.
    public struct Version: Sendable, Hashable {
        /// The name of the version and of its file.
        public let name: String
        /// The compiled model.
        public let file: URL
        /// The hashes that the folder lists, by entity name.
        public let versionHashes: [String: CoreDataVersionHash]
        /// The SHA-256 of the hashes, in Base64; nil if an old compiler wrote the folder.
        public let checksum: String?
    }

    /// The name of the folder, without its extension.
    public let name: String
    /// The versions, by name.
    public let versions: [Version]
    /// The name of the version that programs use; nil if the folder does not name one.
    public let currentVersionName: String?

    /// Reads the list of versions in a folder, but no version.
    ///
    /// - Throws: A problem of the folder's `VersionInfo.plist`, with its place.
    public init(folder: URL) throws(CompiledModelError) {
        name = folder.deletingPathExtension().lastPathComponent
        let file = folder.appending(path: CompiledVersionList.fileName)
        let path = file.path(percentEncoded: false)
        let list = try PropertyListTable(Self.bytes(of: file))
        guard let hashes = list.table(CompiledVersionList.Key.hashes) else {
            throw CompiledModelError(.notAModel, "the list of versions is missing", at: path)
        }
        currentVersionName = list.text(CompiledVersionList.Key.currentName)
        let checksums = list.table(CompiledVersionList.Key.checksums)
        var versions: [Version] = []
        var hashCount = 0
        // A name with a slash would point out of the folder.
        for name in hashes.keys where !name.contains("/") {
            let table = hashes.table(name)
            // The versions could all share one large table.
            hashCount += table?.count ?? 0
            guard hashCount <= Self.maximumHashCount else {
                throw CompiledModelError(.tooLarge, "the list has more than \(Self.maximumHashCount) hashes", at: path)
            }
            versions.append(
                Version(
                    name: name, file: folder.appending(path: "\(name).mom"),
                    versionHashes: Self.hashes(in: table), checksum: checksums?.text(name)))
        }
        self.versions = versions
    }

    /// Reads a version, with the hashes that the folder lists for it.
    ///
    /// - Throws: A problem of the version's file, with its place.
    public func model(of version: Version) throws(CompiledModelError) -> CompiledModel {
        try CompiledModel(
            archive: Self.bytes(of: version.file), name: version.name, versionHashes: version.versionHashes)
    }

    private static func bytes(of file: URL) throws(CompiledModelError) -> [UInt8] {
        let path = file.path(percentEncoded: false)
        do {
            return try FileReader.contents(of: path, maximumSizeBytes: CompiledModel.maximumSizeBytes)
        } catch {
            throw CompiledModelError(.unreadableFile, "it cannot be read: \(error.reason)", at: path)
        }
    }

    private static func hashes(in table: PropertyListTable?) -> [String: CoreDataVersionHash] {
        guard let table else { return [:] }
        let pairs = table.keys.compactMap { name in
            table.bytes(name).flatMap { CoreDataVersionHash(bytes: $0) }.map { (name, $0) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// A hundred versions of a model with ten thousand entities.
    private static let maximumHashCount = 1_000_000
}
