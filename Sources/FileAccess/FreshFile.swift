#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file under a name that no one has, which is to take the place of another one.
struct FreshFile {
    private let path: String

    /// - Parameters:
    ///   - target: The path whose place the file is to take.
    ///   - status: That of the file whose mode and owner this one gets; nil for those of any new file.
    init(beside target: String, holding bytes: [UInt8], like status: stat? = nil) throws(SystemError) {
        let path = FreshName.beside(target)
        // Until it has the other's mode, a file shows nobody what the other one hides.
        let file = try OpenFile(
            path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: status == nil ? 0o666 : 0o600)
        do throws(SystemError) {
            if let status { try file.take(ownerAndModeOf: status) }
            try file.write(bytes)
            try file.close()
        } catch {
            unlink(path)
            throw error
        }
        self.path = path
    }

    /// Moves the file, in one step, over what stands at the path.
    func move(to target: String) throws(SystemError) {
        guard rename(path, target) == 0 else {
            let error = SystemError()
            unlink(path)
            throw error
        }
    }
}
