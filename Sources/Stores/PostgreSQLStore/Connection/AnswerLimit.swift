import Dispatch
import Foundation
import Synchronization

/// The time limit of a server's answers on a connection.
///
/// A server that works cancels a statement that takes too long. This limit is for a server that is paused or can no
/// longer be reached: it shuts the connection down, so that libpq, which would wait forever, reports the loss.
final class AnswerLimit: Sendable {
    let milliseconds: Int
    /// A duplicate descriptor of the socket. libpq can close its own, whose number may then belong to another file.
    private let socket: Int32
    /// When the current answer is due, in nanoseconds of the system's uptime;
    /// the greatest number while none is expected.
    private let due = Atomic<UInt64>(.max)
    private let exceeded = Atomic<Bool>(false)

    private static let queue = DispatchQueue(label: "modelgen answers")

    /// - Parameters:
    ///   - milliseconds: The limit, of at most 24 days; a greater one counts as that.
    ///   - socket: The socket of a connection.
    /// - Returns: Nil if no descriptor is left.
    init?(milliseconds: Int, socket: Int32) {
        let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        self.socket = copy
        self.milliseconds = min(milliseconds, Int(Int32.max))
        checkLater()
    }

    deinit { close(socket) }

    /// Whether the limit has ended the connection.
    var isExceeded: Bool { exceeded.load(ordering: .acquiring) }

    /// Expects an answer within the limit from now on.
    func begin() {
        due.store(DispatchTime.now().uptimeNanoseconds + UInt64(milliseconds) * 1_000_000, ordering: .releasing)
    }

    /// Expects no answer.
    func end() { due.store(.max, ordering: .releasing) }

    private func checkLater() {
        let interval = DispatchTimeInterval.milliseconds(max(milliseconds / 8, 10))
        Self.queue.asyncAfter(deadline: .now() + interval) { [weak self] in
            guard let self else { return }
            guard DispatchTime.now().uptimeNanoseconds > due.load(ordering: .acquiring) else { return checkLater() }
            exceeded.store(true, ordering: .releasing)
            shutdown(socket, Int32(SHUT_RDWR))
        }
    }
}
