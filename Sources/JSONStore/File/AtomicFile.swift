import Foundation

/// Replaces a file as a whole: after a crash it has the old bytes or the new ones.
struct AtomicFile: Sendable {
    let path: String
    let operations: FileOperations

    /// Writes the bytes beside the file, waits for the medium, then takes the file's name.
    ///
    /// When this returns, the new bytes survive a crash of the process or the machine. When it throws, the file has
    /// the old bytes, and what was written beside it is gone; only where syncing the folder is what failed, the new
    /// bytes are there already.
    func write(_ bytes: [UInt8]) throws {
        let temporary = path + ".new"
        // A crash may have left one behind. It is not written to: it could be a link to elsewhere.
        operations.remove(temporary)
        do {
            let descriptor = try operations.create(temporary)
            do {
                try bytes.withUnsafeBytes { try operations.write(descriptor, $0) }
                try operations.synchronize(descriptor)
            } catch {
                try? operations.close(descriptor)
                throw error
            }
            try operations.close(descriptor)
            try operations.rename(temporary, path)
        } catch {
            operations.remove(temporary)
            throw error
        }
        try operations.synchronizeFolder(URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false))
    }
}
