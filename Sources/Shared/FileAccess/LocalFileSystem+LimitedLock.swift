#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension LocalFileSystem {
    /// Keeps other processes that lock a folder from changing it until the lock is released. The lock leaves no file
    /// behind, and ends with the process.
    ///
    /// On a file system without locks, the method returns without one.
    ///
    /// - Parameter limit: The time to wait for another process.
    /// - Throws: An error if the folder does not exist, or if another process keeps the lock until the limit.
    package func lock(_ folder: String, waitingAtMost limit: Duration) throws(FileError) -> any FolderLock {
        let end = ContinuousClock.now + limit
        while true {
            let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { throw SystemError().fileError(folder, "locked") }
            let lock = DescriptorLock(descriptor)
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
                guard ContinuousClock.now < end else {
                    throw FileError(
                        path: folder, operation: "locked",
                        reason:
                            "another process has been changing it for \(limit.components.seconds) seconds; try again")
                }
                usleep(Self.pauseMicroseconds)
            }
            // The folder could have been replaced meanwhile.
            let locked = FileStamp(descriptor: descriptor)
            guard let locked, let current = FileStamp(folder), !current.isSameFile(as: locked) else { return lock }
        }
    }

    /// Short enough for people, and long enough for many waiting processes.
    private static let pauseMicroseconds: UInt32 = 5_000
}
