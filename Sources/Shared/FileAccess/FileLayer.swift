/// The operations on a disk, one small step each, so a test can let any of them fail.
public protocol FileLayer: Sendable {
    /// The entry at a path. Does not follow a link.
    func entry(at path: String) throws(FileFailure) -> FileEntry
    /// Creates a file with these bytes. There must be nothing at the path.
    ///
    /// - Parameter model: The path of a file whose mode and owner the new one gets, if permitted; nil for the defaults
    ///   of a new file.
    func create(_ path: String, holding bytes: [UInt8], like model: String?) throws(FileFailure)
    /// Gives a file a second name, which keeps the bytes when the first one gets new ones.
    func keep(_ path: String, as other: String) throws(FileFailure)
    /// Moves a file, in one step, and replaces the file at the other path. An entry there that is not a regular file is
    /// an error.
    func rename(_ path: String, to other: String) throws(FileFailure)
    /// Removes a regular file. Any other entry is an error.
    func remove(_ path: String) throws(FileFailure)
    /// Creates a folder in an existing folder.
    func makeFolder(_ path: String) throws(FileFailure)
    /// Removes an empty folder.
    func removeFolder(_ path: String) throws(FileFailure)
    /// Keeps other processes from changing a folder until the lock is released. Waits for another lock, but not for
    /// ever.
    func lock(_ folder: String) throws(FileFailure) -> any FolderLock
}

/// The entry at a path.
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
public protocol FolderLock: AnyObject, Sendable {}
