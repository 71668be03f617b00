import Dispatch
import Foundation
import Synchronization

/// The time limit of a server's answers on a connection.
///
/// A server that works ends a statement itself that takes too long. This limit is for a server that is paused, or that no
/// network leads to any more: the connection is shut down, so that libpq, which would wait forever, reports its loss.
final class AnswerLimit: Sendable {
    let milliseconds: Int
    /// A descriptor of the same socket that nobody else closes, so that its number is never that of another file.
    private let socket: Int32
    /// When the current answer is due, in nanoseconds of the system's uptime; the greatest number while none is expected.
    private let due = Atomic<UInt64>(.max)
    private let exceeded = Atomic<Bool>(false)

    private static let queue = DispatchQueue(label: "modelgen answers")

    /// - Parameter socket: The socket of a connection.
    /// - Returns: Nil if no descriptor is left.
    init?(milliseconds: Int, socket: Int32) {
        let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        self.socket = copy
        self.milliseconds = milliseconds
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
