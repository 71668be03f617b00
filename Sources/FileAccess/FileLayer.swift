/// What is done to a disk, one small step a call, so that a test can let any of them fail.
public protocol FileLayer: Sendable {
    /// What stands at a path; a link is not followed.
    func entry(at path: String) throws(FileFailure) -> FileEntry
    /// Creates a file with these bytes. There must be nothing at the path.
    ///
    /// - Parameter model: The path of a file whose mode and owner the new one gets as far as the user may give them; nil
    ///   for those of any new file.
    func create(_ path: String, holding bytes: [UInt8], like model: String?) throws(FileFailure)
    /// Gives a file a second name, under which it stays when the first one gets new bytes.
    func keep(_ path: String, as other: String) throws(FileFailure)
    /// Moves a file, in one step, over what stands at the other path.
    func rename(_ path: String, to other: String) throws(FileFailure)
    /// Removes a file.
    func remove(_ path: String) throws(FileFailure)
    /// Creates a folder whose parent is there.
    func makeFolder(_ path: String) throws(FileFailure)
    /// Removes an empty folder.
    func removeFolder(_ path: String) throws(FileFailure)
    /// Keeps other processes from changing a folder until the lock is released; waits for those that are about to.
    func lock(_ folder: String) throws(FileFailure) -> any FolderLock
}

/// What stands at a path.
public enum FileEntry: Sendable, Hashable {
    /// Nothing.
    case missing
    /// A regular file and its bytes.
    case file([UInt8])
    /// A folder.
    case folder
    /// A symbolic link, wherever it leads.
    case link
    /// A device, a pipe or a socket.
    case other
}

/// The right to change a folder, for as long as it is held.
public protocol FolderLock: AnyObject, Sendable {}
