import Foundation
import Synchronization

/// What a save says to the processes that listen, where the server passes it on.
///
/// It is said after the transaction of the save, in the same round trip: one that notifies holds a lock of the whole database while it
/// commits, and saves would wait for one another's writing to the medium. So it may be lost where the connection is. Nobody relies on
/// it: what has been saved is read from the table of transactions.
final class ChangeNotice: Sendable {
    private struct State {
        /// Whether the server knows no such statement, or the store is to say nothing.
        var isRefused: Bool
        var last: ContinuousClock.Instant?
    }

    /// What is listened to, quoted.
    let channel: String
    private let statement: Statement
    private let state: Mutex<State>

    /// How long after one save that is told another one is: whoever listens looks once more after this time.
    static let interval = Duration.milliseconds(20)

    /// - Parameters:
    ///   - identifier: That of the store: the copy of a database has another database's name, and so no listeners of this one.
    ///   - writer: Who says it.
    ///   - isUsed: Whether anything is ever said.
    init(_ identifier: UUID, writer: UUID, isUsed: Bool) {
        let name = "modelgen_\(identifier.uuidString.lowercased().replacing("-", with: ""))"
        channel = SQLName.quoted(name)
        statement = Statement(text: "NOTIFY \(channel), \(SQLName.literal(writer.uuidString))")
        state = Mutex(State(isRefused: !isUsed))
    }

    /// What is to be run after a save; nil where it is not heard, and where it was said a moment ago.
    func statement(at now: ContinuousClock.Instant) -> Statement? {
        state.withLock { state in
            guard !state.isRefused, state.last.map({ now - $0 >= Self.interval }) ?? true else { return nil }
            state.last = now
            return statement
        }
    }

    /// Forgets that a save was told, which has not taken place: the next one is told.
    func takeBack() { state.withLock { $0.last = nil } }

    /// Takes note of what the server has said to it. The save before has taken place.
    func note(_ refusal: PostgreSQLStoreError) {
        guard refusal.isAboutUnknownStatement else { return }
        state.withLock { $0.isRefused = true }
    }
}

extension PostgreSQLStoreError {
    /// Whether the server does not know a statement, or does not let the user run it: it will not another time either.
    var isAboutUnknownStatement: Bool { isAboutStatement || isReadOnlyServer }

    /// Whether the server is one that only follows another.
    private var isReadOnlyServer: Bool { code == .readOnly || sqlState == "55000" }
}
