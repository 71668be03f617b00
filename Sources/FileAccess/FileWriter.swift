#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writes what commands make to where the user wants it, and harms nothing that is there.
///
/// - A file gets its new bytes in one step: whoever reads it meanwhile gets the old ones or the new ones. Its mode and
///   owner stay, and one that holds the bytes already is not touched.
/// - A link is followed, and stays a link.
/// - Devices, pipes and the streams of the process are written into.
///
/// Unlike a store's file, none is synchronised with the medium: it can be made again, and waiting for the disk takes
/// longer than everything else that the tool does.
public enum FileWriter {
    /// Writes bytes to what stands at a path.
    ///
    /// - Returns: Whether that has changed anything.
    /// - Throws: Why it cannot be done; a file is then as it was.
    @discardableResult
    public static func write(_ bytes: [UInt8], to path: String) throws(FileFailure) -> Bool {
        let place = try WritingPlace(path)
        do throws(SystemError) {
            switch place {
            case .descriptor(let number): try OpenFile.write(bytes[...], to: number)
            case .stream(let path): try write(bytes, intoStream: path)
            case .missing(let path): try FreshFile(beside: path, holding: bytes).move(to: path)
            case .file(let path, let status):
                // What cannot be read can be written all the same.
                if Int(status.st_size) == bytes.count, (try? FileReader.contents(of: path)) == bytes { return false }
                try replace(path, with: bytes)
            }
            return true
        } catch {
            throw error.failure(path, "written")
        }
    }

    /// Writes bytes to standard output.
    public static func writeToStandardOutput(_ bytes: [UInt8]) throws(FileFailure) {
        do throws(SystemError) {
            try OpenFile.write(bytes[...], to: STDOUT_FILENO)
        } catch {
            throw error.failure("standard output", "written")
        }
    }

    private static func write(_ bytes: [UInt8], intoStream path: String) throws(SystemError) {
        let file = try OpenFile(path, O_WRONLY)
        // Behind a link of the system there may be a file.
        if FileKind(try file.status()) == .regular { try file.truncate(to: 0) }
        try file.write(bytes)
        try file.close()
    }

    private static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
        // A file that the user may not write stays as it is, though its name could be given to another one.
        let file = try OpenFile(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK)
        let status = try file.status()
        // A file with other names has to stay the same file, or they would not get the bytes.
        guard status.st_nlink == 1 else { return try overwrite(file, status, at: path, with: bytes) }
        do throws(SystemError) {
            try FreshFile(beside: path, holding: bytes, like: status).move(to: path)
        } catch  where [EACCES, EPERM, EBUSY].contains(error.code) {
            // The user may write the file and not the folder, or may not give files away, or something is mounted here.
            try overwrite(file, status, at: path, with: bytes)
        }
    }

    /// Gives a file new bytes in its place. Where there is no room for them, the file is as it was.
    private static func overwrite(
        _ file: borrowing OpenFile, _ status: stat, at path: String, with bytes: [UInt8]
    ) throws(SystemError) {
        let oldSize = Int(status.st_size)
        let old = try? FileReader.contents(of: path)
        do throws(SystemError) {
            // What needs room comes first; for the rest, there is room already.
            if bytes.count > oldSize { try file.write(bytes[oldSize...], at: oldSize) }
            try file.write(bytes.prefix(oldSize), at: 0)
            try file.truncate(to: bytes.count)
        } catch {
            if let old, old.count >= oldSize { try? file.write(old.prefix(oldSize), at: 0) }
            try? file.truncate(to: oldSize)
            throw error
        }
    }
}
