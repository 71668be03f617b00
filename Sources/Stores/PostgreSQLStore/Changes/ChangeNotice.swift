import Foundation
import ObjectGraph
import Synchronization

/// The notification of other processes about a save, if the server delivers it.
///
/// It follows the transaction of the save in the same round trip: a transaction that notifies locks the whole database
/// while it commits, so saves would wait for one another's writes to disk. If the connection is lost, the notification
/// is lost too. Nothing depends on it: listeners read saves from the table of transactions.
final class ChangeNotice: Sendable {
    private struct State {
        /// Whether the server does not support the statement, or the options turn notifications off.
        var isRefused: Bool
        var last: ContinuousClock.Instant?
    }

    /// The quoted name of the channel.
    let channel: String
    private let statement: Statement
    private let state: Mutex<State>

    /// The minimum interval between notifications: listeners check once more after this time.
    static let interval = Duration.milliseconds(50)

    /// - Parameters:
    ///   - identifier: The identifier of the store. A copy of a database has another name, and so does not notify the
    ///     listeners of this one.
    ///   - writer: The sender.
    ///   - isUsed: Whether to send notifications.
    init(_ identifier: UUID, writer: UUID, isUsed: Bool) {
        let name = "modelgen_\(identifier.uuidString.lowercased().replacing("-", with: ""))"
        channel = SQLName.quoted(name)
        statement = Statement(text: "NOTIFY \(channel), \(SQLName.literal(writer.uuidString))")
        state = Mutex(State(isRefused: !isUsed))
    }

    /// Returns the statement to run after a save; nil if nobody would receive it, or if one was sent a moment ago.
    func statement(at now: ContinuousClock.Instant) -> Statement? {
        state.withLock { state in
            guard !state.isRefused, state.last.map({ now - $0 >= Self.interval }) ?? true else { return nil }
            state.last = now
            return statement
        }
    }

    /// Forgets the last notification because its save did not take place, so that the next save sends one.
    func takeBack() { state.withLock { $0.last = nil } }

    /// Records that the server refused the statement. The save before it took place.
    func note(_ refusal: StoreError) {
        guard refusal.isAboutUnknownStatement else { return }
        state.withLock { $0.isRefused = true }
    }
}

extension StoreError {
    /// Whether the server does not support a statement, or does not allow the user to run it; it will refuse it again.
    var isAboutUnknownStatement: Bool { isAboutStatement || isReadOnlyServer }

    /// Whether the server is a standby.
    private var isReadOnlyServer: Bool { code == .readOnly || sqlState == "55000" }
}
