/// The list of versions in a compiled bundle, `VersionInfo.plist`.
///
/// Source: the lists in public repositories.
///
/// ```swift
/// let list = folder.appending(path: CompiledVersionList.fileName)
/// ```
public enum CompiledVersionList {
    /// The keys of the list, which reading and writing share.
    package enum Key {
        /// The hashes of each version's entities, by the names of versions.
        package static let hashes = "NSManagedObjectModel_VersionHashes"
        /// The checksum of each version, by name.
        package static let checksums = "NSManagedObjectModel_VersionChecksums"
        /// The name of the current version.
        package static let currentName = "NSManagedObjectModel_CurrentVersionName"
    }

    /// The name of the file.
    public static let fileName = "VersionInfo.plist"
}
