import FlyingFox
import FlyingSocks
import Foundation
import StoreAccess
import StoreStudio
import Synchronization

/// Serves the page and its questions to this machine.
///
/// FlyingFox instead of a framework on SwiftNIO: a server for one reader on loopback does not need its speed, and its
/// packages take minutes in everyone's first build.
final class StudioServer: Sendable {
    private let session: StudioSession

    init(_ session: StudioSession) { self.session = session }

    /// The interval at which the server checks whether others have saved.
    private static let followingInterval = Duration.milliseconds(500)

    /// A server that listens, and its task.
    private struct Listener {
        var server: HTTPServer
        var task: Task<Void, any Error>
    }

    private let listener = Mutex<Listener?>(nil)

    /// Starts listening on loopback.
    ///
    /// - Parameter port: The port; 0 for any free one.
    /// - Returns: The address of the page, with its token.
    /// - Throws: ``StoreFailure`` if the port is in use.
    func start(port: UInt16) async throws -> String {
        let token = AccessCheck.newToken()
        let responder = Mutex<StudioResponder?>(nil)
        let handler = ClosureHTTPHandler { request in
            guard let responder = responder.withLock({ $0 }) else {
                return HTTPResponse(statusCode: .serviceUnavailable)
            }
            return await responder.response(to: request)
        }
        let server = HTTPServer(
            address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 600, pool: ImmediatePool(),
            handler: handler)
        let hasEnded = Atomic(false)
        let task = Task {
            defer { hasEnded.store(true, ordering: .releasing) }
            try await server.run()
        }
        guard let bound = await Self.port(of: server, unless: { hasEnded.load(ordering: .acquiring) }) else {
            task.cancel()
            throw StoreFailure(exitCode: 74, "cannot listen on port \(port): it is in use or reserved")
        }
        responder.withLock { $0 = StudioResponder(session: session, access: AccessCheck(port: bound, token: token)) }
        listener.withLock { $0 = Listener(server: server, task: task) }
        return "http://127.0.0.1:\(bound)/?token=\(token)"
    }

    /// Waits for the port that a server listens on; nil if the server has ended instead.
    private static func port(of server: HTTPServer, unless hasEnded: () -> Bool) async -> UInt16? {
        while !hasEnded(), !Task.isCancelled {
            if case .ip4(_, let port) = await server.listeningAddress { return port }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return nil
    }

    /// Answers requests, and follows the saves of others, until cancellation or failure.
    func run() async throws {
        guard let task = listener.withLock({ $0?.task }) else { return }
        let session = session
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await task.value }
            group.addTask {
                while !Task.isCancelled {
                    try await Task.sleep(for: Self.followingInterval)
                    await session.lookForOthersChanges()
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }
}

/// Waits for sockets like FlyingFox, and makes each send data immediately.
///
/// An answer is written in two parts, its headers and its body. By default, the system delays the second one until the
/// browser has confirmed the first, and browsers take 40 ms for that.
struct ImmediatePool: AsyncSocketPool {
    private let pool: any AsyncSocketPool = HTTPServer.defaultPool()

    private static var sendsAtOnce: BoolSocketOption {
        BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
    }

    func prepare() async throws { try await pool.prepare() }

    func run() async throws { try await pool.run() }

    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        // A socket without this option works too, only slower.
        if events.contains(.read) { try? socket.setValue(true, for: Self.sendsAtOnce) }
        try await pool.suspendSocket(socket, untilReadyFor: events)
    }
}
