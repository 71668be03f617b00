#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The disk of this machine.
///
/// ```swift
/// let disk = LocalFileSystem()
/// try disk.createFolder(output)
/// try disk.create("\(output)/Book.draft", containing: bytes, like: nil)
/// ```
public struct LocalFileSystem: FileSystem {
    /// Creates the disk of the machine, which is always the same.
    public init() {}

    public func entry(at path: String) throws(FileError) -> FileEntry {
        do throws(SystemError) {
            // Without O_NONBLOCK, a pipe would block the call.
            let file = try OpenFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            let status = try file.status()
            switch FileKind(status) {
            case .regular: return .file(try file.contents(sizeBytes: Int(status.st_size)))
            case .folder: return .folder
            default: return .other
            }
        } catch {
            switch error.code {
            case ENOENT, ENOTDIR: return .missing
            case ELOOP: return .link
            case ENXIO: return .other
            default: throw error.fileError(path, "read")
            }
        }
    }

    public func create(_ path: String, containing bytes: [UInt8], like existing: String?) throws(FileError) {
        do throws(SystemError) {
            let file = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
            var status = stat()
            // A user without the right to change owners keeps the file.
            if let existing, lstat(existing, &status) == 0 { try? file.take(ownerAndModeOf: status) }
            do throws(SystemError) {
                try file.write(bytes)
                try file.close()
            } catch {
                // An incomplete file is useless.
                unlink(path)
                throw error
            }
        } catch {
            throw error.fileError(writing: path)
        }
    }

    public func hardLink(_ path: String, as other: String) throws(FileError) {
        if RegularFile.addName(other, to: path) { return }
        guard case .file(let bytes) = try entry(at: path) else { throw fileError(path, "read") }
        try create(other, containing: bytes, like: path)
    }

    public func rename(_ path: String, to other: String) throws(FileError) {
        try RegularFile.isPresent(at: other, toBe: "written")
        guard systemRename(path, other) == 0 else { throw SystemError().fileError(writing: other) }
    }

    public func remove(_ path: String) throws(FileError) {
        try RegularFile.isPresent(at: path, toBe: "removed")
        guard unlink(path) == 0 else { throw fileError(path, "removed") }
    }

    public func createFolder(_ path: String) throws(FileError) {
        guard mkdir(path, 0o777) == 0 else { throw SystemError().fileError(writing: path) }
    }

    public func removeFolder(_ path: String) throws(FileError) {
        guard rmdir(path) == 0 else { throw fileError(path, "removed") }
    }

    public func lock(_ folder: String) throws(FileError) -> any FolderLock {
        do throws(FileError) {
            // A process that was stopped keeps its lock.
            return try lock(folder, waitingAtMost: .seconds(60))
        } catch {
            var failure = error
            failure.operation = "written"
            throw failure
        }
    }

    private func fileError(_ path: String, _ operation: String) -> FileError {
        SystemError().fileError(path, operation)
    }
}

final class DescriptorLock: FolderLock {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
}

// Inside the type, the bare name would mean its method.
private func systemRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }
