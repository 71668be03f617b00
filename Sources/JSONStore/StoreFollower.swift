import ColumnEngine
import FileAccess
import Synchronization

/// A store that this process only reads, and that another one may write to.
final class StoreFollower: Sendable {
    private let opener: StoreOpener
    private let current: Mutex<OpenedStore>

    init(_ opener: StoreOpener, _ opened: OpenedStore) {
        self.opener = opener
        current = Mutex(opened)
    }

    var contents: StoreContents { current.withLock { $0.contents } }

    /// Takes in what was saved since. O(1) when nothing was.
    ///
    /// - Throws: ``JSONStoreError``; the state stays the one it was.
    func refresh() throws {
        try current.withLock { current in
            guard
                FileStamp(opener.paths.file) != current.stamp || FileStamp(opener.paths.journal) != current.journalStamp
            else { return }
            // A store that is gone leaves the state that was read.
            guard var opened = try opener.open() else { return }
            opened.contents.snapshot.follow(current.contents.snapshot)
            current = opened
        }
    }
}
