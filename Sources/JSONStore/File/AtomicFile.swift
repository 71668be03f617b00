import Foundation

/// Replaces a file as a whole: after a crash it has the old bytes or the new ones.
struct AtomicFile: Sendable {
    let path: String
    let operations: FileOperations
    /// Whether the bytes have to be on the medium before they get the file's name.
    var isSynchronous = true

    /// Writes the bytes beside the file, waits for the medium, then takes the file's name.
    ///
    /// When this returns, the new bytes survive a crash of the process or the machine. When it throws, the file has
    /// the old bytes, and what was written beside it is gone; only where syncing the folder is what failed, the new
    /// bytes are there already.
    func write(_ bytes: [UInt8], permissions: UInt16? = nil) throws {
        try prepare(bytes, permissions: permissions)
        try replace()
    }

    /// Writes the bytes beside the file. Then call ``replace()`` or ``discard()``.
    ///
    /// - Parameter permissions: The rights of the file whose place the new one takes; nil for one that is the user's
    ///   alone.
    func prepare(_ bytes: [UInt8], permissions: UInt16?) throws {
        try prepare(permissions: permissions) { write in try bytes.withUnsafeBytes(write) }
    }

    /// Writes what `content` hands over, one part after the other, beside the file, as ``prepare(_:permissions:)`` does.
    func prepare<Result>(
        permissions: UInt16?, _ content: ((UnsafeRawBufferPointer) throws -> Void) throws -> Result
    ) throws -> Result {
        // A crash may have left one behind. It is not written to: it could be a link to elsewhere.
        discard()
        do {
            let descriptor = try operations.create(temporaryPath)
            let result: Result
            do {
                if let permissions, permissions != FileOperations.newFilePermissions {
                    try operations.setPermissions(descriptor, permissions)
                }
                var offset = 0
                result = try content { bytes in
                    try operations.write(descriptor, bytes, offset)
                    offset += bytes.count
                }
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

    /// Gives the file's name to what was written beside it.
    func replace() throws {
        do {
            try operations.rename(temporaryPath, path)
        } catch {
            discard()
            throw error
        }
        guard isSynchronous else { return }
        do {
            try operations.synchronizeFolder(folder)
        } catch {
            throw UncertainOutcome(reason: error)
        }
    }

    /// Removes what was written beside the file.
    func discard() {
        operations.remove(temporaryPath)
    }

    var temporaryPath: String { path + temporarySuffix }
    /// What is written at the same time for one file needs different ones.
    var temporarySuffix = ".new"

    private var folder: String { URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false) }
}
