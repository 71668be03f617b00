public import Foundation
public import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An entry of a file system that is not a regular file. Each is made in a test's own folder, so nothing of the machine
/// is in danger.
public enum SpecialFile: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case device, pipe, socket, folder, brokenLink, circularLink

    public var testDescription: String { rawValue }

    /// Those that can be made here: only root makes devices, and not everywhere.
    public static let makeable: [SpecialFile] = allCases.filter { $0 != .device || deviceObstacle == nil }

    /// Why devices cannot be made here; nil where they can.
    public static let deviceObstacle: String? = {
        do {
            let folder = try TemporaryFolder()
            try SpecialFile.device.make(at: folder.path("device"))
            return nil
        } catch {
            return "no device can be made here: \(error)"
        }
    }()

    /// The reason in messages about the entry, with links followed.
    public var reason: String {
        switch self {
        case .device: "it is a device, not a file"
        case .pipe: "it is a pipe, not a file"
        case .socket: "it is a socket, not a file"
        case .folder: "it is a folder"
        case .brokenLink, .circularLink: "it is a broken link"
        }
    }

    /// The reason in messages about the entry itself.
    public var reasonAsEntry: String { isLink ? "it is a link, not a file" : reason }

    public var isLink: Bool { self == .brokenLink || self == .circularLink }

    /// Makes the entry at a path, where there is nothing. A folder contains a file.
    public func make(at path: String) throws {
        switch self {
        case .device: try Self.check(mknod(path, S_IFCHR | 0o666, Self.nullDevice))
        case .pipe: try Self.check(mkfifo(path, 0o600))
        case .socket: try Self.makeSocket(at: path)
        case .folder:
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            try Data("mine".utf8).write(to: URL(filePath: path).appending(path: "file"))
        case .brokenLink: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
        case .circularLink:
            let name = URL(filePath: path).lastPathComponent
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: name)
        }
    }

    /// Everything in a folder and below, by path: the kind of each entry with its device, and what a file or a link
    /// contains. Nothing but files is opened.
    public static func appearance(of folder: URL) throws -> [String: String] {
        let root = folder.path(percentEncoded: false)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root)
        return try Dictionary(
            uniqueKeysWithValues: paths.map { path in
                let full = root + "/" + path
                var status = stat()
                try check(lstat(full, &status))
                let contents =
                    switch status.st_mode & S_IFMT {
                    case S_IFREG: try Data(contentsOf: URL(filePath: full)).base64EncodedString()
                    case S_IFLNK: try FileManager.default.destinationOfSymbolicLink(atPath: full)
                    default: "\(status.st_rdev)"
                    }
                return (path, "\(status.st_mode & S_IFMT) \(contents)")
            })
    }

    /// The address of a socket is a short path, so it is made elsewhere and moved.
    private static func makeSocket(at path: String) throws {
        let folder = try TemporaryFolder()
        try bindSocket(to: folder.path("s"))
        try check(rename(folder.path("s"), path))
    }

    private static func bindSocket(to path: String) throws {
        let descriptor = systemSocket()
        try check(descriptor)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw POSIXError(.ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        try check(
            withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
            })
    }

    private static func check(_ result: Int32) throws {
        guard result >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    #if canImport(Darwin)
        private static let nullDevice = dev_t(3 << 24 | 2)
    #else
        private static let nullDevice = dev_t(1 << 8 | 3)
    #endif
}

// Inside the type, the bare name would mean its case.
private func systemSocket() -> Int32 {
    #if canImport(Darwin)
        socket(AF_UNIX, SOCK_STREAM, 0)
    #else
        socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
}
