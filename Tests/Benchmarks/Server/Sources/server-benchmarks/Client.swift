import Foundation
import Synchronization

/// A light client: connections that stay open, each with a thread that sends prepared requests and reads the answers.
struct Client {
    static let connectionCount = 8

    let port: UInt16

    /// Sends requests for some time, as fast as they are answered.
    ///
    /// - Parameters:
    ///   - requests: The bytes of requests. Connections begin at different ones.
    ///   - status: What all of them must be answered with.
    /// - Returns: The number of answers for each second.
    func rate(of requests: [[UInt8]], status: Int, seconds: Double) throws -> Double {
        let connections = try (0..<Self.connectionCount).map { _ in try Connection(port: port) }
        let outcome = Mutex<(count: Int, failure: (any Error)?)>((0, nil))
        let end = DispatchGroup()
        let clock = ContinuousClock()
        let start = clock.now
        let deadline = start.advanced(by: .seconds(seconds))
        for (number, connection) in connections.enumerated() {
            end.enter()
            Thread {
                defer { end.leave() }
                var count = 0
                var place = requests.count * number / Self.connectionCount
                do {
                    while clock.now < deadline {
                        let answer = try connection.answer(to: requests[place])
                        guard answer.status == status else { throw PeerError("the status is \(answer.status)") }
                        count += 1
                        place = place + 1 < requests.count ? place + 1 : 0
                    }
                    outcome.withLock { $0.count += count }
                } catch {
                    outcome.withLock { $0.failure = error }
                }
            }.start()
        }
        end.wait()
        let duration = clock.now - start
        let (count, failure) = outcome.withLock { $0 }
        if let failure { throw failure }
        return Double(count) / (Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
    }

    /// The answer to a single request.
    func answer(to request: [UInt8]) throws -> (status: Int, body: Data) {
        let connection = try Connection(port: port)
        let answer = try connection.answer(to: request)
        return (answer.status, Data(connection.received[answer.body]))
    }

    // MARK: Requests

    static func get(_ path: String) -> [UInt8] { Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8) }

    static func post(_ path: String, _ body: String) -> [UInt8] {
        let head = """
            POST \(path) HTTP/1.1\r
            Host: localhost\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            \r

            """
        return Array((head + body).utf8)
    }
}

/// A connection of one thread.
private final class Connection: @unchecked Sendable {
    private let socket: Int32
    /// What has been received of the answer; it is as large as the largest answer needs.
    private(set) var received = [UInt8](repeating: 0, count: 1 << 16)

    init(port: UInt16) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var isOn: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                connect(socket, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw PeerError("the server can't be reached") }
    }

    deinit { close(socket) }

    /// Sends a request, and reads the whole answer.
    ///
    /// - Returns: The status, and where the body is in ``received``.
    func answer(to request: [UInt8]) throws -> (status: Int, body: Range<Int>) {
        var sent = 0
        while sent < request.count {
            let count = request.withUnsafeBytes { bytes in
                bytes.baseAddress.map { send(socket, $0 + sent, bytes.count - sent, Int32(MSG_NOSIGNAL)) } ?? 0
            }
            guard count > 0 else { throw PeerError("the connection is closed") }
            sent += count
        }
        var count = 0
        var head: (status: Int, body: Range<Int>)?
        while true {
            if head == nil { head = try Self.head(of: received[..<count]) }
            if let head, count == head.body.upperBound { return head }
            if let head, count > head.body.upperBound { throw PeerError("there is more than an answer") }
            if let head, head.body.upperBound > received.count {
                received += [UInt8](repeating: 0, count: head.body.upperBound - received.count)
            }
            let read = received.withUnsafeMutableBytes { bytes in
                bytes.baseAddress.map { recv(socket, $0 + count, bytes.count - count, 0) } ?? 0
            }
            guard read > 0 else { throw PeerError("the connection is closed") }
            count += read
        }
    }

    /// The status and the place of the body; nil before the end of the head.
    private static func head(of bytes: ArraySlice<UInt8>) throws -> (status: Int, body: Range<Int>)? {
        try bytes.withUnsafeBytes { bytes in
            guard let end = place(of: "\r\n\r\n", in: bytes) else { return nil }
            // Hummingbird's name of the field; no other has to be understood.
            let head = UnsafeRawBufferPointer(rebasing: bytes[..<end])
            guard head.count > 12, let length = place(of: "\r\nContent-Length: ", in: head) else {
                throw PeerError("the answer has no length")
            }
            let count = number(in: UnsafeRawBufferPointer(rebasing: bytes[length...]))
            // Behind `HTTP/1.1 `.
            return (number(in: UnsafeRawBufferPointer(rebasing: bytes[9..<12])), end..<end + count)
        }
    }

    /// The place behind the first occurrence of a text that begins with a carriage return.
    private static func place(of text: StaticString, in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let start = bytes.baseAddress else { return nil }
        let length = text.utf8CodeUnitCount
        var place = 0
        while place + length <= bytes.count, let found = memchr(start + place, 13, bytes.count - length + 1 - place) {
            place = UnsafeRawPointer(found) - start
            if memcmp(found, text.utf8Start, length) == 0 { return place + length }
            place += 1
        }
        return nil
    }

    private static func number(in bytes: UnsafeRawBufferPointer) -> Int {
        var number = 0
        for byte in bytes {
            guard (48...57).contains(byte) else { break }
            number = number * 10 + Int(byte - 48)
        }
        return number
    }
}
