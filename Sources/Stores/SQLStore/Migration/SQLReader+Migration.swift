package import ColumnEngine
package import StoreMigration
package import StoreProtocol

// What a migration reads in its transaction: the objects of the store as it was, and those that it has written.
extension SQLReader {
    /// Returns the migrated objects of the store.
    ///
    /// - Parameter lastNumbers: The last assigned numbers, by entity. Only those of root entities count.
    /// - Throws: `StoreError` if the store has rows that cannot be read, or an error of the migration.
    package func migratedObjects(by run: MigrationRun, lastNumbers: [String: Int64]) throws -> MigrationRun.Outcome {
        try requireKnownEntities()
        let snapshot = try GraphSnapshot(
            reading: TransactionView(self), of: model, storeIdentifier: identifier, location: location)
        let ofRoots = lastNumbers.filter { model.entitiesByName[$0.key]?.ancestorNames.isEmpty == true }
        return try run.run(snapshot, lastNumbers: ofRoots, from: model)
    }

    /// Checks that the migrated store has some objects, and nothing that is wrong.
    ///
    /// - Parameter findings: The problems of the migrated store.
    package func requireWritten(_ snapshot: GraphSnapshot, findings: [StoreFinding]) throws {
        if let finding = findings.first {
            throw StoreError(.malformed, location: location, "the migrated store is damaged: \(finding)")
        }
        try snapshot.requireWritten(
            in: TransactionView(self), of: model, storeIdentifier: identifier, location: location)
    }

    /// Rejects a store with rows that cannot be read, because a migrated store would lack them.
    private func requireKnownEntities() throws {
        // The rows of a table of one entity are read whatever their number is.
        let roots = layout.entities.values.filter { $0.entity.ancestorNames.isEmpty && !$0.isOnlyEntityOfTable }
        for root in roots.sorted(by: { $0.tableName < $1.tableName }) {
            let unknown = "SELECT COUNT(*) FROM \(root.table) WHERE \(layout.isUnknown(inTableOf: root))"
            let count = try number(SQLFragment(name: unknown)) ?? 0
            guard count == 0 else {
                throw StoreError(
                    .malformed, location: location, table: root.tableName,
                    "the migration would lose \(count) rows with an unknown entity number (\(layout.entityColumn)); "
                        + "correct or delete them")
            }
        }
    }
}
