import Synchronization

/// What becomes of a save that may be written together with others, by whoever comes first.
final class SaveTicket: Sendable {
    private let result = Mutex<Result<Void, JSONStoreError>?>(nil)

    /// Nil as long as no one has written the save, or failed to.
    var outcome: Result<Void, JSONStoreError>? { result.withLock { $0 } }

    func settle(_ outcome: Result<Void, JSONStoreError>) {
        result.withLock { $0 = outcome }
    }
}
