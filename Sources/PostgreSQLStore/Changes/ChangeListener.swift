import Foundation
import Synchronization

/// Hears that other processes have saved, so that a program that follows them need not ask first.
///
/// It waits on a thread and a connection of its own. A connection of the pool would hear too, but only when somebody happens to use
/// it, so that a program that does nothing would never learn of anything; and it would be missing from the pool.
///
/// What it hears says only that there is something to look for. Where the server refuses to pass anything on, where the connection is
/// lost, or where something is not heard, it looks once in a while all the same.
final class ChangeListener: Sendable {
    private struct State {
        var handler: (@Sendable () -> Void)?
        /// A byte in it wakes the thread; nil without one.
        var wakingEnd: Int32?
        var isStopped = false
    }

    private let core: StoreCore
    private let watch: ChangeWatch
    private let log: StoreLog
    private let state = Mutex(State())

    /// How often it looks where nothing is heard.
    private let idleInterval: Duration
    /// How long after something was found it looks again: saves that come shortly after one another are told once.
    private static let secondInterval = ChangeNotice.interval + .milliseconds(30)
    private static let retryIntervals = Duration.seconds(1)...Duration.seconds(60)

    init(_ core: StoreCore, _ watch: ChangeWatch, _ log: StoreLog) {
        self.core = core
        self.watch = watch
        self.log = log
        idleInterval = max(.seconds(1), .milliseconds(core.pool.options.changeIntervalMilliseconds))
    }

    /// Begins to listen, or tells another from now on.
    func start(_ handler: @escaping @Sendable () -> Void) {
        let sleepingEnd = state.withLock { state -> Int32? in
            state.handler = handler
            guard state.wakingEnd == nil, !state.isStopped else { return nil }
            var ends: [Int32] = [-1, -1]
            // Without a file handle left for it, the program looks where it always did.
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

    /// Ends the thread, soon.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.handler = nil
            guard let end = state.wakingEnd else { return }
            // What this process has started may hold it too: that it is closed might not be noticed.
            _ = write(end, [0], 1)
            close(end)
            state.wakingEnd = nil
        }
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    // MARK: The thread

    /// What ends a wait.
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
                // What was saved before is heard by nobody.
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
            nextLook = .now + (watch.takeFinding() ? Self.secondInterval : idleInterval)
        }
    }

    /// - Returns: A connection that hears; or whether it is worth another attempt.
    private func beginListening() -> (PostgreSQLConnection?, mayListen: Bool) {
        do {
            let connection = try PostgreSQLConnection(to: core.pool.place, options: core.pool.options)
            try connection.run("LISTEN \(core.notice.channel)")
            return (connection, true)
        } catch {
            log.notListening(error)
            return (nil, !error.isAboutUnknownStatement)
        }
    }

    /// Whether others have said something; nil where nobody says anything any more.
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

    private func look() {
        watch.expect()
        state.withLock { $0.handler }?()
    }

    private static func wait(until end: ContinuousClock.Instant, for socket: Int32?, or sleepingEnd: Int32) -> Event {
        var handles = [pollfd(fd: sleepingEnd, events: Int16(POLLIN), revents: 0)]
        if let socket, socket >= 0 { handles.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0)) }
        let time = max(.zero, end - .now) / .milliseconds(1)
        // Upwards, so that the time has come afterwards.
        let count = poll(&handles, nfds_t(handles.count), Int32(min(time.rounded(.up), 60_000)))
        guard count > 0 else { return .time }
        if handles[0].revents != 0 { return .stop }
        return .input
    }
}
