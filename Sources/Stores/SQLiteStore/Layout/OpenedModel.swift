import Foundation
import ObjectGraph
import Synchronization

/// The model that a store was opened with, to find out that someone has migrated the store since.
///
/// A migration keeps the file, but changes tables, columns, and the numbers of entities. Without this check, a save
/// would write rows of other entities, and a query would read columns of other attributes.
final class OpenedModel: Sendable {
    private let layout: StoreLayout
    private let identifier: UUID
    private let path: String
    /// The number of the tables that were last found to be those of the model.
    private let knownVersion: Atomic<Int64>

    /// - Parameter version: The number of the tables, as ``SQLiteConnection/tablesVersion`` had it before the layout
    ///   was read.
    init(_ layout: StoreLayout, identifier: UUID, path: String, version: Int64) {
        self.layout = layout
        self.identifier = identifier
        self.path = path
        knownVersion = Atomic(version)
    }

    /// Checks that the tables that a connection sees in its transaction are still those of the model.
    ///
    /// Reads more than a number only if someone has changed any table or index, as the start of a history does, too.
    ///
    /// - Returns: The number of the tables, which changes with them.
    /// - Throws: `StoreError` if the store was migrated, or another one has taken its place.
    @discardableResult
    func check(_ connection: SQLiteConnection) throws -> Int64 {
        let version = try connection.tablesVersion
        guard version != knownVersion.load(ordering: .relaxed) else { return version }
        let columns = try connection.storeTableColumns()
        let metadata = try StoreMetadata(connection)
        guard metadata.identifier == identifier else { throw replaced }
        guard metadata.mismatch(with: layout.model.schema).isEmpty else { throw migrated }
        // A store that was migrated back can have other numbers.
        let numbers = EntityNumbers(try connection.entityNumbers(), of: layout.model)
        guard layout.model.entities.allSatisfy({ numbers[$0.name] == layout.numbers[$0.name] }) else { throw migrated }
        try LayoutCheck(layout, columns: columns, path: path).run()
        knownVersion.store(version, ordering: .relaxed)
        return version
    }

    private var migrated: StoreError {
        StoreError(
            .modelMismatch, location: path,
            "the store has been migrated to another version of the model '\(layout.model.name)' since it was opened; "
                + "open it again, with that version")
    }

    private var replaced: StoreError {
        StoreError(
            .changedElsewhere, location: path,
            "another store was written into the file since the store was opened; nothing was written; open it again")
    }
}
