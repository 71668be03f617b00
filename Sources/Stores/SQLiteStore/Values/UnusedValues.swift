import FileAccess
import Foundation
import ObjectGraph
import SQLStore
import StoreMigration

/// The files of large values to which no row refers: those of replaced values and deleted objects, which open views can
/// still show, and those of a save or a migration that was killed before its commit.
struct UnusedValues {
    private let paths: [String]
    private let folder: String
    private let location: String

    /// - Parameters:
    ///   - names: The names of the files, which were listed before the rows are read: others may save meanwhile.
    ///   - layout: The layout of the store.
    init(among names: [String], in layout: StoreLayout, _ connection: SQLiteConnection) throws {
        let values = ExternalData(storePath: connection.path)
        let used = try LargeValueReferences(of: layout, connection).identifiers()
            .union(LargeValueReferences(outside: layout, connection).identifiers())
        paths = names.filter { name in UUID(uuidString: name).map { !used.contains($0) } ?? false }
            .map(values.path(ofFileNamed:))
        folder = values.folder
        location = connection.path
    }

    /// The names of the files next to a store, if they all are its own; none if another store could need some.
    static func candidates(nextTo path: String) -> [String] {
        let values = ExternalData(storePath: path)
        // A folder that cannot be listed is a problem only if a row refers to one of its files.
        guard let names = try? values.names(), !names.isEmpty, !values.areSharedByOthers else { return [] }
        return names
    }

    /// Removes the files. One that cannot be removed only takes up space, and is not an error.
    ///
    /// - Returns: What was removed; nil for no file.
    func remove() -> StoreFinding? {
        var (count, byteCount) = (0, 0)
        for path in paths {
            let size = FileReader.size(of: path) ?? 0
            guard (try? RegularFile.remove(path)) != nil else { continue }
            count += 1
            byteCount += size
        }
        guard count > 0 else { return nil }
        return StoreFinding(
            location: location,
            "no object referred to \(count) large values in '\(folder)' (\(byteCount) bytes), which were removed")
    }
}

extension SQLiteStore {
    /// Removes the files of large values to which no object refers.
    ///
    /// - Returns: What was removed; nil for no file, if another program has the store open, whose views could still
    ///   show the values, or if there are problems because of which it is not known what rows refer to.
    /// - Throws: `StoreError` if the store cannot be read or written.
    static func removeUnusedValues(
        of url: URL, model: ManagedObjectModel, _ options: SQLiteStoreOptions
    ) throws -> StoreFinding? {
        let path = url.databasePath
        guard !UnusedValues.candidates(nextTo: path).isEmpty else { return nil }
        try SQLiteConnection.checkJournal(of: path)
        try SQLiteConnection.checkWritingIsAllowed(path)
        let connection = try SQLiteConnection(path: path, access: .writing)
        try StoreMetadata(connection).requireMatch(with: model, path: path)
        try StoreOpening(path: path, model: model, options: options, seed: nil).checkIsNotMirrored(connection)
        do {
            // Only the single connection of a database can change this.
            try connection.run("PRAGMA journal_mode = DELETE")
            defer { try? connection.run("PRAGMA journal_mode = WAL") }
            return try connection.transaction("BEGIN EXCLUSIVE") {
                let columns = try connection.storeTableColumns()
                let layout = StoreLayout(
                    model, numbers: EntityNumbers(try connection.entityNumbers(), of: model), columns: columns)
                var check = StoreCheck(connection: connection, layout: layout)
                try check.run(columns: columns)
                guard check.findings.isEmpty else { return nil }
                return try UnusedValues(among: UnusedValues.candidates(nextTo: path), in: layout, connection).remove()
            }
        } catch let error as StoreError where error.code == .inUse {
            return nil
        }
    }
}
