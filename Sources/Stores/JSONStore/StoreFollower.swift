import ColumnEngine
import FileAccess
import StoreMigration
import Synchronization

/// A store that this process only reads, while another one can write to it.
final class StoreFollower: Sendable {
    private struct State {
        var opened: OpenedStore
        /// The files that were read last, and why they were refused, until the store can be read again.
        var refused: (stamps: [FileStamp?], error: StoreError)?
        /// The error that the log has already, until the store can be read again.
        var loggedError: String?
    }

    private let opening: StoreOpening
    private let log: StoreLog
    private let state: Mutex<State>

    init(_ opening: StoreOpening, _ opened: OpenedStore, log: StoreLog) {
        self.opening = opening
        self.log = log
        state = Mutex(State(opened: opened))
    }

    /// The state as last read.
    var contents: StoreContents { state.withLock { $0.opened.contents } }

    /// The state with new saves. If they cannot be read, the log has the error, once, and the state stays the same.
    ///
    /// O(1) if there are no new saves, or if they were refused before.
    var latestContents: StoreContents {
        state.withLock { state in
            do {
                try refresh(&state, readsRefusedFilesAgain: false)
            } catch {
                let description = String(describing: error)
                if state.loggedError != description { log.notFollowed(error) }
                state.loggedError = description
            }
            return state.opened.contents
        }
    }

    /// Reads new saves. O(1) if there are none.
    ///
    /// - Throws: `StoreError`. The state then stays the same.
    func refresh() throws { try state.withLock { try refresh(&$0, readsRefusedFilesAgain: true) } }

    private func refresh(_ state: inout State, readsRefusedFilesAgain: Bool) throws {
        let paths = opening.paths
        // From before reading, so that a change meanwhile is noticed the next time.
        let (file, journal) = (FileStamp(paths.file), FileStamp(paths.journal))
        guard file != state.opened.stamp || journal != state.opened.journalStamp else { return }
        // A missing file of a value can come back.
        let stamps = [file, journal, FileStamp(paths.data)]
        if !readsRefusedFilesAgain, let refused = state.refused, refused.stamps == stamps { throw refused.error }
        do {
            // If the store is removed, the last state stays.
            guard let opened = try read(after: state.opened) else { return }
            state = State(opened: opened)
        } catch let error as StoreError {
            // What the system refuses can succeed later with the same files.
            state.refused = error.code == .fileSystem ? nil : (stamps, error)
            throw error
        }
    }

    private func read(after current: OpenedStore) throws -> OpenedStore? {
        guard var opened = try opening.open() else { return nil }
        // The objects of another store would be taken for those of this one, whose numbers they may have.
        guard opened.contents.identifier == current.contents.identifier else {
            throw StoreError(
                .fileReplaced, location: opening.paths.file,
                "the file was replaced by that of another store; close the store, and open it again")
        }
        opened.contents.snapshot.follow(current.contents.snapshot)
        opening.reader.forgetValues(notIn: opened.contents.snapshot)
        return opened
    }
}
