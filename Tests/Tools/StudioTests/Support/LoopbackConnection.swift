import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A connection to a server on this machine, byte for byte.
final class LoopbackConnection {
    private let descriptor: Int32
    private var received = Data()

    struct ConnectionError: Error, CustomStringConvertible {
        var description: String
    }

    /// What a server answers; header names in lower case.
    struct Response {
        var status: Int
        var headers: [String: String]
        /// The lines of cookies, which can be several.
        var body: Data

        var text: String { String(decoding: body, as: UTF8.self) }
        /// The text that the page would show.
        var message: String? { (try? JSONDecoder().decode([String: String].self, from: body))?["message"] }
    }

    /// Connects.
    ///
    /// - Parameter seconds: How long a read or a write may take.
    init(port: Int, seconds: Int = 30) throws {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw ConnectionError(description: "no socket: \(errno)") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) {
                connect(descriptor, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        #if canImport(Darwin)
            var isOn: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
        guard isConnected else { throw ConnectionError(description: "nobody listens on \(port): \(errno)") }
    }

    deinit { close(descriptor) }

    /// Sends bytes.
    ///
    /// - Returns: How many the other side took before it closed the connection.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) throws -> Int {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        let all = Array(bytes)
        var rest = all[...]
        while !rest.isEmpty {
            #if canImport(Glibc)
                let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
            #elseif canImport(Musl)
                let count = rest.withUnsafeBytes { Musl.send(descriptor, $0.baseAddress, $0.count, flags) }
            #else
                let count = rest.withUnsafeBytes { Darwin.send(descriptor, $0.baseAddress, $0.count, flags) }
            #endif
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EPIPE || errno == ECONNRESET { break }
            guard count > 0 else { throw ConnectionError(description: "cannot send: \(errno)") }
            rest = rest.dropFirst(count)
        }
        return all.count - rest.count
    }

    @discardableResult
    func send(_ text: String) throws -> Int { try send(text.utf8) }

    /// Reads once; false at the end of the connection.
    private func read() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == ECONNRESET { return false }
            guard count >= 0 else { throw ConnectionError(description: "nothing arrives: \(errno)") }
            received += buffer[..<count]
            return count > 0
        }
    }

    /// Whether something has arrived that no response has used.
    var hasBytes: Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return !received.isEmpty || poll(&waiting, 1, 0) > 0
    }

    /// Waits until a response begins.
    func waitForBytes() throws {
        guard try !received.isEmpty || read() else {
            throw ConnectionError(description: "the connection was closed without a response")
        }
    }

    /// The next response.
    ///
    /// - Parameter hasBody: Whether its body follows, which is not so for a request with the method HEAD.
    func response(hasBody: Bool = true) throws -> Response {
        while true {
            if let end = received.range(of: Data("\r\n\r\n".utf8)) {
                let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
                var headers: [String: String] = [:]
                for line in lines.dropFirst() {
                    guard let colon = line.firstIndex(of: ":") else { continue }
                    headers[line[..<colon].lowercased()] = line[line.index(after: colon)...]
                        .trimmingCharacters(in: .whitespaces)
                }
                let length = hasBody ? headers["content-length"].flatMap(Int.init) ?? 0 : 0
                if received.distance(from: end.upperBound, to: received.endIndex) >= length {
                    let body = Data(received[end.upperBound...].prefix(length))
                    received = Data(received[end.upperBound...].dropFirst(length))
                    let words = (lines.first ?? "").split(separator: " ")
                    return Response(
                        status: words.count > 1 ? Int(words[1]) ?? 0 : 0, headers: headers, body: body)
                }
            }
            guard try read() else {
                throw ConnectionError(description: "the response ends too early: \(received.count) bytes")
            }
        }
    }

    /// Whether the other side closes the connection without sending anything more.
    func isClosed() throws -> Bool {
        guard received.isEmpty else { return false }
        return try !read()
    }
}
