import Foundation
import ObjectGraph
import StoreMigration
import Synchronization

/// Listens for the saves of other processes, so that a program that follows them does not have to poll.
///
/// It has its own thread and its own connection. A connection of the pool would receive notifications only when it is
/// used, so an idle program would never receive any, and the pool would have one connection less.
///
/// A notification only says that there are changes to read. The listener also polls occasionally, in case the server
/// does not deliver notifications, the connection is lost, or a notification is missed.
final class ChangeListener: Sendable {
    private struct State {
        var handler: (@Sendable () -> Void)?
        /// Writing a byte to it wakes the thread; nil if the thread is not running.
        var wakingEnd: Int32?
        var isStopped = false
    }

    private let core: StoreCore
    private let watch: ChangeWatch
    private let log: StoreLog
    private let state = Mutex(State())

    /// The polling interval without notifications.
    private let idleInterval: Duration
    /// The interval until the next check after changes were found, so that saves in quick succession are reported once.
    private static let secondInterval = ChangeNotice.interval + .milliseconds(30)
    private static let retryIntervals = Duration.seconds(1)...Duration.seconds(60)

    init(_ core: StoreCore, _ watch: ChangeWatch, _ log: StoreLog) {
        self.core = core
        self.watch = watch
        self.log = log
        idleInterval = max(.seconds(1), .milliseconds(core.pool.options.pollingIntervalMilliseconds))
    }

    /// Starts listening, or replaces the closure to call.
    func start(_ handler: @escaping @Sendable () -> Void) {
        let sleepingEnd = state.withLock { state -> Int32? in
            state.handler = handler
            guard state.wakingEnd == nil, !state.isStopped else { return nil }
            var ends: [Int32] = [-1, -1]
            // Without a file descriptor, the program polls as before.
            guard pipe(&ends) == 0 else { return nil }
            state.wakingEnd = ends[1]
            return ends[0]
        }
        guard let sleepingEnd else { return }
        let thread = Thread { [self] in
            listen(wokenBy: sleepingEnd)
            close(sleepingEnd)
        }
        thread.name = "modelgen changes"
        thread.start()
    }

    /// Stops the thread soon.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.handler = nil
            guard let end = state.wakingEnd else { return }
            // A child process may also have the descriptor open, so closing it might not wake the thread.
            _ = write(end, [0], 1)
            close(end)
            state.wakingEnd = nil
        }
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    // MARK: The thread

    /// An event that ends a wait.
    private enum Event {
        case stop, time, input
    }

    private func listen(wokenBy sleepingEnd: Int32) {
        var connection: PostgreSQLConnection?
        var mayListen = core.pool.options.usesNotifications
        var retryInterval = Self.retryIntervals.lowerBound
        var nextAttempt = ContinuousClock.now
        var nextLook = ContinuousClock.now + idleInterval
        while !isStopped {
            if mayListen, connection == nil, ContinuousClock.now >= nextAttempt {
                (connection, mayListen) = beginListening()
                nextAttempt = ContinuousClock.now + retryInterval
                retryInterval = min(retryInterval * 2, Self.retryIntervals.upperBound)
                // No notification arrives for earlier saves.
                if connection != nil { nextLook = .now }
            }
            let isTrying = mayListen && connection == nil
            let end = isTrying ? min(nextLook, nextAttempt) : nextLook
            switch Self.wait(until: end, for: connection?.socket, or: sleepingEnd) {
            case .stop: return
            case .time:
                if isTrying, ContinuousClock.now < nextLook { continue }
            case .input:
                guard let heard = hear(&connection) else { break }
                retryInterval = Self.retryIntervals.lowerBound
                guard heard else { continue }
            }
            look()
            // A check that failed is repeated soon, because no other notification may follow.
            nextLook = .now + (watch.isExpecting ? Self.retryIntervals.lowerBound : intervalAfterLook())
        }
    }

    /// - Returns: A listening connection; nil if there is none, with whether to try again.
    private func beginListening() -> (PostgreSQLConnection?, mayListen: Bool) {
        do {
            // Nothing cancels this. Without a deadline, a connection string without a time limit could keep the thread
            // waiting forever. The minimum is the same as while a store is opened.
            let limit = Duration.milliseconds(max(core.pool.options.connectionTimeoutMilliseconds, 1_000))
            let connection = try PostgreSQLConnection(
                to: core.pool.location, options: core.pool.options, until: .now + limit)
            try connection.run("LISTEN \(core.notice.channel)")
            return (connection, true)
        } catch {
            log.notListening(error)
            return (nil, (error as? StoreError)?.isAboutUnknownStatement != true)
        }
    }

    /// Returns whether others have sent notifications; nil if the connection is lost.
    private func hear(_ connection: inout PostgreSQLConnection?) -> Bool? {
        guard let listening = connection else { return nil }
        do {
            let own = core.writer.uuidString
            return try listening.takeNotifications().contains { $0 != own }
        } catch {
            log.notListening(error)
            connection = nil
            return nil
        }
    }

    private func intervalAfterLook() -> Duration { watch.takeFinding() ? Self.secondInterval : idleInterval }

    private func look() {
        watch.expect()
        state.withLock { $0.handler }?()
    }

    private static func wait(until end: ContinuousClock.Instant, for socket: Int32?, or sleepingEnd: Int32) -> Event {
        var handles = [pollfd(fd: sleepingEnd, events: Int16(POLLIN), revents: 0)]
        if let socket, socket >= 0 { handles.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0)) }
        let time = max(.zero, end - .now) / .milliseconds(1)
        // Rounds up, so that the time has come when the wait ends.
        let count = poll(&handles, nfds_t(handles.count), Int32(min(time.rounded(.up), 60_000)))
        guard count > 0 else { return .time }
        if handles[0].revents != 0 { return .stop }
        return .input
    }
}
