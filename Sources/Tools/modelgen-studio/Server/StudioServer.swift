import CommandArguments
import NIOCore
import NIOHTTP1
import NIOPosix
import StoreAccess
import StoreStudio
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Serves the page and its questions to this machine.
///
/// SwiftNIO's parser and event loop without a framework: the server needs limits on everything that arrives before it
/// knows from whom, and nothing else of what frameworks offer.
final class StudioServer: Sendable {
    private let session: StudioSession
    private let limits: ServerLimits
    /// Receives a line about each response; nil if responses are not logged.
    private let log: (@Sendable (String) -> Void)?
    /// All connections share it, so what they share needs no lock.
    private let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
    private let channel = Mutex<(any Channel)?>(nil)

    init(
        _ session: StudioSession, limits: ServerLimits = ServerLimits(), log: (@Sendable (String) -> Void)? = nil
    ) {
        self.session = session
        self.limits = limits
        self.log = log
    }

    /// The interval at which the server checks whether others have saved.
    private static let followingInterval = Duration.milliseconds(500)

    /// Starts listening on loopback.
    ///
    /// - Parameter port: The port; 0 for any free one.
    /// - Returns: The address of the page, with its token.
    /// - Throws: ``CommandError`` if the port is in use.
    func start(port: UInt16) async throws -> String {
        Self.allowDescriptors()
        let secrets = AccessCheck.Secrets()
        let (session, limits, eventLoop, log, works) = (session, limits, eventLoop, log, StudioWorks())
        let connections = try await eventLoop.submit { NIOLoopBound(Connections(limits), eventLoop: eventLoop) }.get()
        let bootstrap = ServerBootstrap(group: eventLoop)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: 1_024)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            // A connection reads when it has room for more, and no more than that.
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16 << 10))
            .childChannelInitializer { channel in
                eventLoop.makeCompletedFuture {
                    // The address of the connection has the port.
                    let port = channel.localAddress?.port ?? 0
                    let responder = StudioResponder(
                        session: session, access: AccessCheck(port: port, secrets: secrets), limits: limits,
                        works: works)
                    let meter = RequestMeter(limits)
                    try channel.pipeline.syncOperations.addHandlers([
                        HTTPResponseEncoder(), meter, ByteToMessageHandler(HTTPRequestDecoder()),
                        ConnectionHandler(responder, limits, connections.value, meter, log),
                    ])
                }
            }
        do {
            let bound = try await bootstrap.bind(host: "127.0.0.1", port: Int(port)).get()
            channel.withLock { $0 = bound }
            return "http://127.0.0.1:\(bound.localAddress?.port ?? 0)/?token=\(secrets.token)"
        } catch let error as IOError where [EADDRINUSE, EACCES].contains(error.errnoCode) {
            throw CommandError(.fileSystem, "cannot listen on port \(port): it is in use or reserved")
        } catch {
            throw CommandError(.fileSystem, "cannot listen on port \(port): \(error)")
        }
    }

    /// Answers requests, and follows the saves of others, until cancellation or failure.
    func run() async throws {
        guard let channel = channel.withLock({ $0 }) else { return }
        let session = session
        try await withTaskCancellationHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await channel.closeFuture.get() }
                group.addTask {
                    while !Task.isCancelled {
                        try await Task.sleep(for: Self.followingInterval)
                        await session.checkForExternalChanges()
                    }
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    /// Lets the program open as many files as ``ServerLimits`` allows connections, and the store's.
    ///
    /// By default, macOS allows 256. Less than that is no reason not to start.
    static func allowDescriptors() {
        let wanted: rlim_t = 4_096
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < wanted else { return }
        limit.rlim_cur = min(wanted, limit.rlim_max)
        _ = setrlimit(resource, &limit)
    }
}
