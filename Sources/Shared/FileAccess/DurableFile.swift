/// Files and folders that are durable, together with their names, as soon as they are created.
package enum DurableFile {
    /// Creates a file. There must be nothing at the path.
    ///
    /// - Parameter permissions: The owner and mode of the file; nil for a file that only the user can access.
    /// - Throws: ``SystemError``. In this case, no new file remains.
    package static func create(
        _ path: String, containing bytes: UnsafeRawBufferPointer, permissions: FilePermissions?,
        _ operations: FileOperations = .system
    ) throws {
        let descriptor = try operations.create(path)
        do {
            do {
                if let permissions, !permissions.areDefaultsOfNewFile {
                    try operations.setPermissions(descriptor, permissions)
                }
                try operations.write(descriptor, bytes, 0)
                try operations.synchronize(descriptor)
            } catch {
                try? operations.close(descriptor)
                throw error
            }
            try operations.close(descriptor)
            try operations.synchronizeFolder(SystemCall.folder(of: path))
        } catch {
            operations.remove(path)
            throw error
        }
    }

    /// Creates a folder, and the folders in which it is, as far as they are missing.
    ///
    /// - Throws: ``SystemError``. In this case, some of the folders may have been created.
    package static func createFolder(_ path: String, mode: UInt32) throws(SystemError) {
        for folder in try SystemCall.createFolders(path, mode: mode) {
            try SystemCall.synchronizeFolder(SystemCall.folder(of: folder))
        }
    }
}
