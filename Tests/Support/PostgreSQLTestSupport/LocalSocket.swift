import Foundation

/// Sockets in folders, where PostgreSQL's programs look for them.
enum LocalSocket {
    /// Makes a folder of its own with a short path, as paths of sockets are.
    static func createFolder(_ name: String) throws -> String {
        var template = Array("/tmp/modelgen-\(name)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SocketError() }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A socket that waits for programs in a folder.
    static func listen(in folder: String) throws -> Int32 {
        let handle = try socket(at: "\(folder)/.s.PGSQL.5432", bind)
        guard Foundation.listen(handle, 64) == 0 else { throw SocketError() }
        return handle
    }

    /// A socket that is connected to a server.
    static func connect(to path: String) throws -> Int32 { try socket(at: path, Foundation.connect) }

    /// Hands out what comes in, until there is no more or nobody takes it.
    static func pass(from source: Int32, until body: (ArraySlice<UInt8>) -> Bool) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count > 0, body(buffer[..<count]) else { return }
        }
    }

    /// - Returns: Whether all was written.
    static func write(_ bytes: ArraySlice<UInt8>, to destination: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(destination, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func socket(
        at path: String, _ attach: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        #if canImport(Darwin)
            let handle = Foundation.socket(AF_UNIX, SOCK_STREAM, 0)
        #else
            let handle = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard handle >= 0 else { throw SocketError() }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                attach(handle, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else {
            close(handle)
            throw SocketError()
        }
        return handle
    }

    /// No socket can be made.
    private struct SocketError: Error {}
}
