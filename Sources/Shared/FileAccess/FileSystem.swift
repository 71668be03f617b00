/// The operations on a disk, one small step each, so a test can let any of them fail.
///
/// ```swift
/// func removeFile(_ path: String, on disk: some FileSystem) throws(FileError) {
///     if case .file = try disk.entry(at: path) { try disk.remove(path) }
/// }
/// ```
public protocol FileSystem: Sendable {
    /// The entry at a path. Does not follow a link.
    ///
    /// - Throws: `FileError` if it cannot be examined or read.
    func entry(at path: String) throws(FileError) -> FileEntry
    /// Creates a file with these bytes. There must be nothing at the path.
    ///
    /// - Parameter existing: The path of a file whose mode and owner the new one gets, if permitted; nil for the
    ///   defaults of a new file.
    /// - Throws: `FileError` if there is something at the path, or the file cannot be created or written.
    func create(_ path: String, containing bytes: [UInt8], like existing: String?) throws(FileError)
    /// Gives a file a second name, which keeps the bytes when the first one gets new ones.
    ///
    /// - Throws: `FileError` if the file cannot be read, or the name cannot be created.
    func hardLink(_ path: String, as other: String) throws(FileError)
    /// Moves a file, in one step, and replaces the file at the other path. An entry there that is not a regular file is
    /// an error.
    ///
    /// - Throws: `FileError` for such an entry, or if the file cannot be moved.
    func rename(_ path: String, to other: String) throws(FileError)
    /// Removes a regular file. Any other entry is an error.
    ///
    /// - Throws: `FileError` for such an entry, or if the file cannot be removed.
    func remove(_ path: String) throws(FileError)
    /// Creates a folder in an existing folder.
    ///
    /// - Throws: `FileError` if there is something at the path, or the folder cannot be created.
    func createFolder(_ path: String) throws(FileError)
    /// Removes an empty folder.
    ///
    /// - Throws: `FileError` if it is not empty, or cannot be removed.
    func removeFolder(_ path: String) throws(FileError)
    /// Keeps other processes from changing a folder until the lock is released. Waits for another lock, but not for
    /// ever.
    ///
    /// - Throws: `FileError` if another process keeps its lock for too long, or the folder cannot be locked.
    func lock(_ folder: String) throws(FileError) -> any FolderLock
}

/// The entry at a path.
///
/// ```swift
/// switch try LocalFileSystem().entry(at: path) {
/// case .file(let bytes): return bytes.count
/// case .missing, .folder, .link, .other: return nil
/// }
/// ```
public enum FileEntry: Sendable, Hashable {
    /// Nothing.
    case missing
    /// A regular file and its bytes.
    case file([UInt8])
    /// A folder.
    case folder
    /// A symbolic link to anything or nothing.
    case link
    /// A device, a pipe, or a socket.
    case other
}

/// The right to change a folder, until it is released.
///
/// ```swift
/// let lock = try disk.lock(output)  // Waits until no other process has it.
/// try withExtendedLifetime(lock) {
///     try disk.rename("\(output)/Book.draft", to: "\(output)/Book.swift")
/// }
/// ```
public protocol FolderLock: AnyObject, Sendable {}
