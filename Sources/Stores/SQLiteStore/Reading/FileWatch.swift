import FileAccess
import Synchronization

/// Detects that someone has written to a read-only store, by the stamps of its files.
final class FileWatch: Sendable {
    private struct Stamps: Equatable {
        var store: FileStamp?
        var journal: FileStamp?

        var mayStayTheSame: Bool { store?.mayStayTheSame == true || journal?.mayStayTheSame == true }
    }

    private let path: String
    /// Nil if the files were so new that a later write may not show.
    private let last: Mutex<Stamps?>

    init(path: String) {
        self.path = path
        last = Mutex(Self.look(at: path))
    }

    /// Whether the files were or might have been written to since the last call.
    func hasChanged() -> Bool {
        let latest = Self.look(at: path)
        return last.withLock { last in
            defer { last = latest }
            return latest == nil || latest != last
        }
    }

    private static func look(at path: String) -> Stamps? {
        let stamps = Stamps(store: FileStamp(path), journal: FileStamp(ofJournal: path + "-wal"))
        return stamps.mayStayTheSame ? nil : stamps
    }
}
