import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Replaces a file as a whole: after a crash, it has the old bytes or the new ones. A program that a signal ends
/// removes the new ones first if they do not have the file's name yet.
package struct AtomicFile: Sendable {
    private let path: String
    private let operations: FileOperations
    /// Whether the bytes must be on the medium before they get the file's name.
    private let isSynchronous: Bool
    /// The path of the bytes until they get the file's name.
    package let temporaryPath: String

    /// The suffix of the path of an incomplete file.
    package static let temporarySuffix = ".new"

    /// A file of a store.
    ///
    /// - Parameter temporarySuffix: The suffix of the path until the bytes get the file's name. Simultaneous writes of
    ///   one file need different suffixes. The store owns the name, and removes what a crash left there.
    package init(
        path: String, operations: FileOperations, isSynchronous: Bool = true,
        temporarySuffix: String = AtomicFile.temporarySuffix
    ) {
        self.path = path
        self.operations = operations
        self.isSynchronous = isSynchronous
        temporaryPath = path + temporarySuffix
    }

    /// A new file among files of the user, which replaces none of them. Its bytes have a unique name until they are
    /// complete.
    package init(besideFilesOfUser path: String) {
        self.path = path
        var operations = FileOperations.system
        operations.rename = { source, target in try RegularFile.move(source, to: target) }
        self.operations = operations
        isSynchronous = true
        temporaryPath = TemporaryName.beside(path)
    }

    /// Writes the bytes next to the file, waits for the medium, and then gives them the file's name.
    ///
    /// When this returns, the new bytes survive a crash of the process or the machine. If it throws, the file has the
    /// old bytes, and the new ones are removed; only if syncing the folder fails, the file already has the new bytes.
    package func write(_ bytes: [UInt8], permissions: FilePermissions? = nil) throws {
        try prepare(bytes, permissions: permissions)
        try replace()
    }

    /// Writes the bytes next to the file. Then call ``replace()`` or ``discard()``.
    ///
    /// - Parameter permissions: The permissions of the replaced file; nil for a file that only the user can access.
    package func prepare(_ bytes: [UInt8], permissions: FilePermissions?) throws {
        try prepare(permissions: permissions) { write in try bytes.withUnsafeBytes(write) }
    }

    /// Writes the parts from `content` next to the file, like ``prepare(_:permissions:)``.
    ///
    /// - Parameter whenWritten: A closure that is called after the last change to the bytes, before the wait for the
    ///   medium.
    package func prepare<Result>(
        permissions: FilePermissions?, whenWritten: () -> Void = {},
        _ content: ((UnsafeRawBufferPointer) throws -> Void) throws -> Result
    ) throws -> Result {
        for path in [path, temporaryPath] { try NotAFileError.check(entryAt: path) }
        // A crash may have left one. It is not written to, because it could be a link to elsewhere.
        discard()
        UnfinishedFiles.begin(temporaryPath) { [operations, temporaryPath] in operations.remove(temporaryPath) }
        do {
            let descriptor = try operations.create(temporaryPath)
            let result: Result
            do {
                if let permissions, !permissions.areDefaultsOfNewFile {
                    try operations.setPermissions(descriptor, permissions)
                }
                let reserved = try largeSizeBytes.map { try reserve($0, for: descriptor) } ?? 0
                var offset = 0
                result = try content { bytes in
                    try operations.write(descriptor, bytes, offset)
                    offset += bytes.count
                }
                if offset < reserved { try operations.truncate(descriptor, offset) }
                whenWritten()
                if isSynchronous { try operations.synchronize(descriptor) }
            } catch {
                try? operations.close(descriptor)
                throw error
            }
            try operations.close(descriptor)
            return result
        } catch {
            discard()
            throw error
        }
    }

    /// Reserves space for a file before writing, if possible.
    ///
    /// - Returns: The new length of the file.
    private func reserve(_ sizeBytes: Int, for descriptor: Int32) throws -> Int {
        if operations.reserve(descriptor, sizeBytes) { return sizeBytes }
        // On a full disk, a part may have been reserved.
        try operations.truncate(descriptor, 0)
        return 0
    }

    /// Gives the file's name to the new file next to it.
    package func replace() throws {
        let release = largeSizeBytes == nil ? {} : holdBytes()
        defer { release() }
        do {
            try operations.rename(temporaryPath, path)
        } catch {
            discard()
            throw error
        }
        UnfinishedFiles.end(temporaryPath)
        guard isSynchronous else { return }
        do {
            try operations.synchronizeFolder(folder)
        } catch {
            throw UncertainOutcomeError(reason: error)
        }
    }

    /// Keeps the replaced file open, so that freeing its bytes, which takes long for a large file, happens in the
    /// background. Call the result after the new file has the name.
    private func holdBytes() -> () -> Void {
        guard let descriptor = try? SystemCall.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) else { return {} }
        return { DispatchQueue.global(qos: .utility).async { SystemCall.close(descriptor) } }
    }

    /// Removes the new file next to the file.
    package func discard() {
        operations.remove(temporaryPath)
        UnfinishedFiles.end(temporaryPath)
    }

    /// The estimated size of the new file, somewhat more than that of the replaced one; nil for a small file.
    private var largeSizeBytes: Int? {
        guard let stamp = FileStamp(path), stamp.isFile, stamp.sizeBytes >= Self.minimumLargeSizeBytes else {
            return nil
        }
        return stamp.sizeBytes + stamp.sizeBytes / 8
    }

    private static let minimumLargeSizeBytes = 1 << 20

    private var folder: String { SystemCall.folder(of: path) }
}
