import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Asks a server on this machine, one request to a connection.
///
/// Foundation's client refuses what ChromeDriver answers: headers without a space after the colon.
struct DriverConnection {
    var port: UInt16

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// - Returns: The body of the answer.
    func ask(_ method: String, _ path: String, _ body: Data) throws -> Data {
        #if canImport(Darwin)
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw Failure(description: "no socket: \(errno)") }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) {
                connect(descriptor, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw Failure(description: "nobody listens on \(port)") }
        let head =
            "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        try send(Data(head.utf8) + body, to: descriptor)
        return try answer(from: descriptor)
    }

    private func send(_ data: Data, to descriptor: Int32) throws {
        var rest = Array(data)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure(description: "cannot send: \(errno)") }
            rest = rest.dropFirst(count)
        }
    }

    private func answer(from descriptor: Int32) throws -> Data {
        var received = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let end = received.range(of: Data("\r\n\r\n".utf8)) {
                let head = String(decoding: received[..<end.lowerBound], as: UTF8.self).lowercased()
                if let length = head.firstMatch(of: /content-length:\s*(\d+)/).flatMap({ Int($0.1) }),
                    received.count - end.upperBound >= length
                {
                    return received[end.upperBound...].prefix(length)
                }
            }
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure(description: "the answer ends too early") }
            received += buffer[..<count]
        }
    }
}
