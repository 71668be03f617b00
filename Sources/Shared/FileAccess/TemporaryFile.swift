#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file under a unique name, which will replace another one.
struct TemporaryFile {
    private let path: String

    /// - Parameters:
    ///   - target: The path of the file to replace.
    ///   - status: The status of the file whose mode and owner this one gets; nil for the defaults of a new file.
    init(beside target: String, containing bytes: [UInt8], like status: stat? = nil) throws(SystemError) {
        let path = TemporaryName.beside(target)
        // Until the file has the other's mode, nobody else can read it.
        let file = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: status == nil ? 0o666 : 0o600)
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

    /// Moves the file to the path in one step, replacing the file there, if any.
    func move(to target: String) throws(SystemError) {
        // A device that has appeared there since would be lost.
        let isReplaceable = FileKind(ofEntryAt: target).map { $0 == .regular } ?? true
        guard isReplaceable, rename(path, target) == 0 else {
            let error = isReplaceable ? SystemError() : SystemError(EEXIST)
            unlink(path)
            throw error
        }
    }
}

/// A unique name for a file that is renamed later.
package enum TemporaryName {
    /// A path in the folder of another path: hidden, short enough for every file system, and different each time, so a
    /// file can be created exclusively, and no one can put a link there beforehand.
    package static func beside(_ path: String) -> String {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        return folder + prefix + number
    }

    /// Whether a name is one of ``beside(_:)``: something is being written, or a killed program has left it.
    package static func isTemporary(_ name: String) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        let digits = name.dropFirst(prefix.count)
        // Almost all numbers are this long, and the names of other files, such as `.modelgen-manifest`, are shorter.
        return digits.count >= 10 && UInt64(digits, radix: 36).map { String($0, radix: 36) == digits } == true
    }

    private static let prefix = ".modelgen-"
}
