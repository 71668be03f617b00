/// The open connections, and the memory that they hold. Used on the event loop alone.
final class Connections {
    private let limits: ServerLimits
    /// Those that have not shown a token, and those that have, the oldest first.
    private var strangers: [ConnectionHandler] = []
    private var ofPage: [ConnectionHandler] = []
    private var heldLength = 0

    init(_ limits: ServerLimits) { self.limits = limits }

    /// Adds a new connection, in place of the oldest stranger's if there are too many.
    func add(_ connection: ConnectionHandler) {
        strangers.append(connection)
        if strangers.count > limits.strangerCount { strangers.removeFirst().abort() }
    }

    /// Exempts a connection from the competition of strangers, because it has shown a token.
    func admit(_ connection: ConnectionHandler) {
        guard let index = strangers.firstIndex(where: { $0 === connection }) else { return }
        strangers.remove(at: index)
        ofPage.append(connection)
        guard ofPage.count > limits.pageConnectionCount else { return }
        ofPage.remove(at: ofPage.firstIndex { $0.isIdle } ?? 0).abort()
    }

    func remove(_ connection: ConnectionHandler) {
        strangers.removeAll { $0 === connection }
        ofPage.removeAll { $0 === connection }
    }

    /// Accounts for bytes of a body; false if there would be too many.
    func hold(_ length: Int) -> Bool {
        guard heldLength + length <= limits.heldLength else { return false }
        heldLength += length
        return true
    }

    func release(_ length: Int) { heldLength -= length }
}
