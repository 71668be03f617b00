import Foundation
import Synchronization

/// Stands between a store and a server, and cuts their connection where a test wants it.
public final class Relay: Sendable {
    /// Where a connection is cut, once.
    public enum Cut: Sendable {
        /// When the store sends a text, which the server does not get.
        case before(String)
        /// When the server has got a text and has answered, and the store has heard nothing of it.
        case after(String)
        /// After so many bytes that the store has sent from now on.
        case afterBytes(Int)
    }

    private struct State {
        var cut: Cut?
        /// Whether nobody answers once the connection is cut.
        var isGoneThen = false
        var isGone = false
        var sentByteCount = 0
        var pairs: [Pair] = []
        var isClosed = false
    }

    /// A store's connection and the server's end of it.
    private final class Pair: Sendable {
        let store: Int32
        let server: Int32
        /// Whether what the server says is not passed on any more.
        let isDeaf = Atomic<Bool>(false)

        init(store: Int32, server: Int32) {
            self.store = store
            self.server = server
        }

        func cut() {
            shutdown(store, Int32(SHUT_RDWR))
            shutdown(server, Int32(SHUT_RDWR))
        }

        deinit {
            close(store)
            close(server)
        }
    }

    private let folder: String
    private let serverPath: String
    private let listener: Int32
    private let state = Mutex(State())

    /// A relay in a temporary folder of its own, which goes away with it.
    public init(to server: TestServer) throws {
        serverPath = server.socketPath
        var template = Array("/tmp/modelgen-relay-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw NoRelay() }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        listener = try Self.socket(at: "\(folder)/.s.PGSQL.5432", bind)
        guard listen(listener, 64) == 0 else { throw NoRelay() }
        let accepting = Thread { [weak self, listener] in
            while true {
                let store = accept(listener, nil, nil)
                guard store >= 0, let self else {
                    if store >= 0 { close(store) }
                    return
                }
                self.join(store)
            }
        }
        accepting.start()
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        state.withLock { for pair in $0.pairs { pair.cut() } }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// How the server is reached by way of the relay.
    public var connection: String { "host=\(folder) user=tests dbname=postgres" }

    /// Cuts the next connection that comes to a point.
    ///
    /// - Parameter isGoneThen: Whether nobody answers afterwards, until ``comeBack()``.
    public func cut(_ cut: Cut, isGoneThen: Bool = false) {
        state.withLock { state in
            state.cut = cut
            state.isGoneThen = isGoneThen
            state.sentByteCount = 0
        }
    }

    /// Forgets a cut that has not happened.
    ///
    /// - Returns: Whether it had not happened.
    public func forgetCut() -> Bool {
        state.withLock { state in
            defer { state.cut = nil }
            return state.cut != nil
        }
    }

    /// Answers again.
    public func comeBack() { state.withLock { $0.isGone = false } }

    // MARK: Connections

    private func join(_ store: Int32) {
        guard !state.withLock({ $0.isGone }), let server = try? Self.socket(at: serverPath, connect) else {
            close(store)
            return
        }
        let pair = Pair(store: store, server: server)
        state.withLock { $0.pairs.append(pair) }
        let sending = Thread { [weak self] in
            var recent: [UInt8] = []
            Self.pass(from: pair.store, until: { bytes in self?.passOn(bytes, &recent, pair) ?? false })
            pair.cut()
            self?.state.withLock { $0.pairs.removeAll { $0 === pair } }
        }
        let answering = Thread {
            Self.pass(
                from: pair.server,
                until: { bytes in
                    // What is cut off after an answer has been given is cut off now.
                    if pair.isDeaf.load(ordering: .sequentiallyConsistent) { return false }
                    return Self.write(bytes, to: pair.store)
                })
            pair.cut()
        }
        sending.start()
        answering.start()
    }

    /// Passes on what a store sends.
    ///
    /// - Returns: Whether the connection goes on.
    private func passOn(_ bytes: ArraySlice<UInt8>, _ recent: inout [UInt8], _ pair: Pair) -> Bool {
        recent = recent.suffix(32) + bytes
        let text = String(decoding: recent, as: UTF8.self)
        enum Step { case pass, drop, answerUnheard, part(Int) }
        let step = state.withLock { state -> Step in
            var step = Step.pass
            switch state.cut {
            case .before(let wanted)? where text.contains(wanted): step = .drop
            case .after(let wanted)? where text.contains(wanted): step = .answerUnheard
            case .afterBytes(let count)? where state.sentByteCount + bytes.count > count:
                step = .part(count - state.sentByteCount)
            default: break
            }
            state.sentByteCount += bytes.count
            if case .pass = step { return step }
            state.cut = nil
            state.isGone = state.isGoneThen
            if state.isGone { for other in state.pairs where other !== pair { other.cut() } }
            return step
        }
        switch step {
        case .pass: return Self.write(bytes, to: pair.server)
        case .drop: return false
        case .part(let count):
            _ = Self.write(bytes.prefix(count), to: pair.server)
            return false
        case .answerUnheard:
            pair.isDeaf.store(true, ordering: .sequentiallyConsistent)
            // The rest of what the store sends belongs to it. The answer ends the connection.
            return Self.write(bytes, to: pair.server)
        }
    }

    private static func pass(from source: Int32, until body: (ArraySlice<UInt8>) -> Bool) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count > 0, body(buffer[..<count]) else { return }
        }
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to destination: Int32) -> Bool {
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
        guard handle >= 0 else { throw NoRelay() }
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
            throw NoRelay()
        }
        return handle
    }

    /// No socket can be made.
    private struct NoRelay: Error {}
}
