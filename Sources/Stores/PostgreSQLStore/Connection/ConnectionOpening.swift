import CPostgreSQL
import Foundation
import ObjectGraph

/// Opens a connection, and gives up when no server answers in time, or when the work is canceled.
///
/// libpq's own function for this waits in whole seconds, and nothing ends its wait. Here, only the time in which the
/// system finds the address of a host is not limited.
struct ConnectionOpening {
    let location: DatabaseLocation
    let options: PostgreSQLStoreOptions
    /// When to give up, even if the time limit of an address is longer; nil for no such time.
    let deadline: ContinuousClock.Instant?

    /// How the attempt to connect to some hosts ended.
    private enum Outcome {
        case connected
        /// libpq has tried all hosts.
        case refused(isAfterSilence: Bool)
        /// A host has accepted the connection, and has not answered.
        case unanswered
    }

    /// - Returns: A connection that is open, which the caller closes.
    /// - Throws: `StoreError` if no server answers, or if it rejects the connection, or `CancellationError`.
    func open() throws -> OpaquePointer {
        let begin = ContinuousClock.now
        var limits: Limits?
        var hosts: ServerHosts?
        while true {
            guard let handle = start(hosts) else {
                throw location.error(.connection, "not enough memory for a connection")
            }
            do {
                let values = Self.values(of: handle)
                let known = try limits ?? self.limits(values, from: begin)
                limits = known
                switch try connect(handle, known) {
                case .connected: return handle
                case .refused(let isAfterSilence):
                    let message = PostgreSQLConnection.oneLine(PQerrorMessage(handle))
                    throw unreachable(isAfterSilence ? "it has not answered in time; \(message)" : message)
                case .unanswered:
                    hosts = (hosts ?? ServerHosts(values))
                        .without(host: Self.text(PQhost(handle)), port: Self.text(PQport(handle)))
                    guard hosts != nil, !isOver else {
                        let milliseconds = Int((ContinuousClock.now - begin) / .milliseconds(1))
                        throw unreachable("it has not answered for \(milliseconds) ms")
                    }
                    PQfinish(handle)
                }
            } catch {
                PQfinish(handle)
                throw error
            }
        }
    }

    private var isOver: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

    private func unreachable(_ reason: String) -> StoreError {
        location.error(.connection, "the server cannot be reached: \(reason)")
    }

    /// - Parameter hosts: The hosts to try; nil for all.
    private func start(_ hosts: ServerHosts?) -> OpaquePointer? {
        // After the connection string, so that they override it.
        let settings = location.settings + (hosts?.settings ?? [])
        return Self.withPointers(to: settings.map(\.keyword)) { keywords in
            Self.withPointers(to: settings.map(\.value)) { PQconnectStartParams(keywords, $0, 1) }
        }
    }

    /// Goes on with a connection that was started, until it is open.
    private func connect(_ handle: OpaquePointer, _ limits: Limits) throws -> Outcome {
        guard PQstatus(handle) != CONNECTION_BAD else { return .refused(isAfterSilence: false) }
        var step = PGRES_POLLING_WRITING
        var address: [String] = []
        var begin = ContinuousClock.now
        var isAfterSilence = false
        while step != PGRES_POLLING_OK {
            if step == PGRES_POLLING_FAILED { return .refused(isAfterSilence: isAfterSilence) }
            let current = [PQhost(handle), PQport(handle), PQhostaddr(handle)].map { Self.text($0) }
            if current != address { (address, begin) = (current, ContinuousClock.now) }
            let isReached = PQstatus(handle) != CONNECTION_STARTED
            let end = (isReached ? limits.answer : limits.reach).map { begin + $0 }
            let socket = PQsocket(handle)
            let isReady = try Self.wait(
                for: socket, step == PGRES_POLLING_READING ? POLLIN : POLLOUT,
                until: [end, deadline].compactMap { $0 }.min())
            if !isReady {
                // If nothing answers at an address, libpq goes on to the next one, as after a refusal. If a server has
                // accepted the connection, it would not.
                guard !isReached, !isOver, shutdown(socket, Int32(SHUT_RDWR)) == 0 else { return .unanswered }
                isAfterSilence = true
            }
            step = PQconnectPoll(handle)
        }
        return .connected
    }

    /// Waits until a socket is ready.
    ///
    /// - Returns: Whether it is; false if the time has passed.
    private static func wait(
        for socket: Int32, _ event: Int32, until end: ContinuousClock.Instant?
    ) throws -> Bool {
        guard socket >= 0 else { return true }
        while true {
            try StoreCancellation.check()
            var milliseconds = StoreCancellation.current == nil ? 60_000 : interval
            if let end {
                let rest: Double = max(.zero, end - ContinuousClock.now) / .milliseconds(1)
                // Rounds up, so that the time has come when the wait ends.
                milliseconds = min(milliseconds, rest.rounded(.up))
            }
            var handle = pollfd(fd: socket, events: Int16(event), revents: 0)
            let count = poll(&handle, 1, Int32(milliseconds))
            // libpq finds out what is wrong with a socket that cannot be waited for.
            if count > 0 || count < 0 && errno != EINTR { return true }
            if let end, ContinuousClock.now >= end { return false }
        }
    }

    /// The interval at which to look whether the work was canceled, in milliseconds.
    private static let interval = 10.0

    // MARK: Time limits

    /// How long to wait for each address.
    struct Limits {
        /// Until the connection is open; nil for no limit.
        var answer: Duration?
        /// Until the address is reached over the network; nil for no limit.
        var reach: Duration?
    }

    /// Returns the time limits of the connection string, the environment, or a service. By default, all hosts together
    /// have the time that the options allow. If there is a deadline, no host takes the others' part of the time.
    ///
    /// - Parameters:
    ///   - values: The parameters of a connection, by keyword.
    ///   - begin: When the first host is tried.
    /// - Throws: `StoreError` if the limit is not a number.
    func limits(
        _ values: [String: String], from begin: ContinuousClock.Instant
    ) throws(StoreError) -> Limits {
        let own = try ownLimits(values)
        guard let deadline else { return own }
        let share = max(deadline - begin, .zero) / ServerHosts(values).count
        // A name can have two addresses of which only the second one can be reached.
        return Limits(answer: min(own.answer ?? share, share), reach: min(own.reach ?? share, share / 2))
    }

    /// The time limits without regard to the deadline.
    private func ownLimits(_ values: [String: String]) throws(StoreError) -> Limits {
        if let text = values["connect_timeout"], !text.isEmpty {
            guard let seconds = Int(text.trimmingCharacters(in: .whitespaces)) else {
                throw unreachable("connect_timeout is not a number of seconds")
            }
            // As for libpq: 0 means no limit, and one second may be too short.
            let limit: Duration? = seconds > 0 ? .seconds(max(seconds, 2)) : nil
            return Limits(answer: limit, reach: limit)
        }
        let milliseconds = min(max(options.connectionTimeoutMilliseconds, 1_000), 10_000)
        let limit = Duration.milliseconds(milliseconds) / ServerHosts(values).count
        return Limits(answer: limit, reach: limit / 2)
    }

    // MARK: Values of libpq

    private static func values(of handle: OpaquePointer) -> [String: String] {
        guard let options = PQconninfo(handle) else { return [:] }
        defer { PQconninfoFree(options) }
        return DatabaseLocation.values(options)
    }

    private static func text(_ text: UnsafeMutablePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

    private static func withPointers<Result>(
        to texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let pointers = copies.map { $0.map { UnsafePointer($0) } } + [nil]
        return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}
