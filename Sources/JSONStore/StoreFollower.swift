import ColumnEngine
import FileAccess
import Synchronization

/// A store that this process only reads, while another one can write to it.
final class StoreFollower: Sendable {
    private let opener: StoreOpener
    private let current: Mutex<OpenedStore>

    init(_ opener: StoreOpener, _ opened: OpenedStore) {
        self.opener = opener
        current = Mutex(opened)
    }

    var contents: StoreContents { current.withLock { $0.contents } }

    /// Reads new saves. O(1) if there are none.
    ///
    /// - Throws: ``JSONStoreError``. The state then stays the same.
    func refresh() throws {
        try current.withLock { current in
            guard
                FileStamp(opener.paths.file) != current.stamp || FileStamp(opener.paths.journal) != current.journalStamp
            else { return }
            // If the store is removed, the last state stays.
            guard var opened = try opener.open() else { return }
            opened.contents.snapshot.follow(current.contents.snapshot)
            current = opened
        }
    }
}
