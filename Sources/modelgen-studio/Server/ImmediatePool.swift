import FlyingFox
import FlyingSocks
import Foundation

/// Waits for sockets as FlyingFox does, and has each send what it is given at once.
///
/// An answer is written in two parts, its headers and its body. By default the system keeps the second one back until the browser
/// has confirmed the first, and browsers take 40 ms for that.
struct ImmediatePool: AsyncSocketPool {
    private let pool: any AsyncSocketPool = HTTPServer.defaultPool()

    private static var sendsAtOnce: BoolSocketOption {
        BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
    }

    func prepare() async throws { try await pool.prepare() }

    func run() async throws { try await pool.run() }

    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        // A socket that cannot serves all the same, only later.
        if events.contains(.read) { try? socket.setValue(true, for: Self.sendsAtOnce) }
        try await pool.suspendSocket(socket, untilReadyFor: events)
    }
}
