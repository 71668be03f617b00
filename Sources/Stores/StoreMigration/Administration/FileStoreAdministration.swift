import FileAccess
public import Foundation
import ObjectGraph

/// A store in a file, with other files of similar names next to it.
///
/// ```swift
/// func size(of store: some FileStoreAdministration) throws -> Int? {
///     // Without the journal and the large values next to it
///     try store.url.resourceValues(forKeys: [.fileSizeKey]).fileSize
/// }
/// ```
public protocol FileStoreAdministration: StoreAdministration {
    /// The store's file.
    var url: URL { get set }

    /// Describes the store at a URL, which is not migrated when it is opened.
    init(storeAt url: URL)

    /// Checks that there is nothing in the place of one of the store's files.
    ///
    /// - Throws: ``StoreError``, as creating a store does.
    func checkIsUnused() throws

    /// Moves a new, closed store, which ``StoreAdministration/create(_:)`` has filled in a temporary place, to a URL on
    /// the same file system, whose file gets its name last.
    ///
    /// - Throws: ``StoreError`` if there is anything at the URL, or the files cannot be moved. There is then no store
    ///   at the URL, and the store in the temporary place is no longer complete.
    func move(to target: URL) throws
}

extension FileStoreAdministration {
    public var storeURL: URL? { url }

    public var displayName: String { "'\(url.relativePath)'" }

    /// Returns whether there is anything at the URL.
    public func exists() -> Bool { FileReader.itemExists(at: url.path(percentEncoded: false)) }

    /// Creates a store in a folder next to its place, so a file is complete before it gets its name. A command that a
    /// signal ends removes the folder. A killed program leaves only the folder, which is hidden: `.modelgen-…`.
    public func create<Result>(_ fill: (Self) throws -> Result) throws -> Result {
        try checkIsUnused()
        return try create(fill, beforeMoving: {})
    }

    /// Creates a store in the place of another one, which is removed when the new one is complete. A program that is
    /// killed between the two leaves the new store in the hidden folder.
    ///
    /// - Parameters:
    ///   - removal: A closure that removes the other store.
    ///   - fill: A closure that creates the new store as this description or another one says, and closes it.
    /// - Throws: The error of a closure, or ``StoreError``. The other store is unchanged, unless its removal failed, or
    ///   the new one could not be moved afterward: then there is neither, but what the new one was made from is
    ///   unchanged.
    package func replace(removing removal: () throws -> Void, _ fill: (Self) throws -> Void) throws {
        try create(fill, beforeMoving: removal)
    }

    private func create<Result>(
        _ fill: (Self) throws -> Result, beforeMoving prepare: () throws -> Void
    ) throws -> Result {
        let path = url.path(percentEncoded: false)
        let folder = TemporaryName.beside(path)
        return try UnfinishedFiles.whileFilling(folder) {
            do {
                try DurableFile.createFolder(SystemCall.folder(of: path), mode: 0o777)
                try LocalFileSystem().createFolder(folder)
            } catch {
                let reason = (error as? FileError)?.reason ?? "\(error)"
                throw StoreError(.fileSystem, location: path, "the store cannot be written: \(reason)")
            }
            // Nobody else's: making it fails if there is anything of its name.
            defer { try? FileManager.default.removeItem(atPath: folder) }
            do {
                var temporary = self
                temporary.url = URL(filePath: folder)
                    .appending(path: url.lastPathComponent, directoryHint: .notDirectory)
                let result = try fill(temporary)
                // A signal between the two would remove both stores.
                try UnfinishedFiles.finish {
                    try prepare()
                    try temporary.move(to: url)
                }
                return result
            } catch var error as StoreError {
                // The place that the file would have had.
                error.location = error.location.replacing(URL(filePath: folder).lastPathComponent + "/", with: "")
                throw error
            }
        }
    }
}
