import Synchronization

/// A connection that notices each commit to a store's file, including those of this process.
///
/// It opens with the first question, and is never busy for longer than an answer takes, unlike the writer, which waits
/// for the medium in a commit.
final class CommitWatch: Sendable {
    private struct State {
        var connection: SQLiteConnection?
        /// The version for which the store knows whether others have committed; nil for none.
        var knownVersion: Int64?
    }

    private let state = Mutex(State())
    private let path: String
    private let fileSystemName: String?
    private let file: OpenedFile

    init(path: String, file: OpenedFile, options: SQLiteStoreOptions) {
        self.path = path
        self.file = file
        fileSystemName = options.fileSystemName
    }

    /// A number that changes with each commit; nil if the file cannot be read.
    var version: Int64? { state.withLock { try? version(&$0) } }

    /// Whether a version was noted.
    var hasKnownVersion: Bool { state.withLock { $0.knownVersion != nil } }

    /// Whether the file still has the version that was noted last.
    var isAtKnownVersion: Bool {
        state.withLock { state in
            guard let known = state.knownVersion else { return false }
            return (try? version(&state)) == known
        }
    }

    /// Notes a version for which the store knows whether others have committed.
    func note(_ version: Int64?) { state.withLock { $0.knownVersion = version } }

    private func version(_ state: inout State) throws -> Int64? {
        let connection = try state.connection ?? makeConnection()
        state.connection = connection
        return try connection.number("PRAGMA data_version")
    }

    private func makeConnection() throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, access: .writing, fileSystemName: fileSystemName)
        try file.check(new: connection)
        return connection
    }
}
