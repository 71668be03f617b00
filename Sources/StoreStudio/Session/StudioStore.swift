import FileAccess
package import Foundation
package import ObjectGraph

/// The store that a studio shows, and how it is opened.
package struct StudioStore: Sendable {
    /// Its name for people, such as that of its file.
    package var name: String
    /// What it is kept in, such as `SQLite`.
    package var kind: String
    /// The file; nil for a store in a database.
    package var url: URL?
    /// Opens it.
    package var open: @Sendable (_ isReadOnly: Bool) throws -> PersistentContainer
    /// Why a store that could not be opened for writing can only be read; nil for another error.
    package var readOnlyReason: @Sendable (any Error) -> String?

    package init(
        name: String, kind: String, url: URL?,
        open: @escaping @Sendable (_ isReadOnly: Bool) throws -> PersistentContainer,
        readOnlyReason: @escaping @Sendable (any Error) -> String?
    ) {
        self.name = name
        self.kind = kind
        self.url = url
        self.open = open
        self.readOnlyReason = readOnlyReason
    }

    /// The file, or the name of a store in a database: what holds its secrets is never shown.
    var path: String { url?.path(percentEncoded: false) ?? name }

    /// What the files look like whose change says that somebody has saved, the store's own first; none for a store in a
    /// database.
    var stamps: [FileStamp?] {
        guard url != nil else { return [] }
        return [FileStamp(path)] + ["-wal", ".journal"].map { FileStamp(ofJournal: path + $0) }
    }
}
