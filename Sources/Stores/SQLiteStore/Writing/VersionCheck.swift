import ObjectGraph
import SQLStore

/// Rejects changes of objects that others have changed or deleted, and links to deleted objects.
struct VersionCheck {
    let connection: SQLiteConnection
    let core: StoreCore

    /// The versions of those objects that exist.
    func versions(of objectIDs: [ObjectID]) throws -> [ObjectID: Int] {
        var versions: [ObjectID: Int] = [:]
        for (name, members) in Dictionary(grouping: objectIDs, by: \.entityName) {
            guard let entity = core.layout.entities[name] else { continue }
            let condition = entity.isOnlyEntityOfTable ? "" : " AND Z_ENT = \(entity.number)"
            let statement = try connection.statement(
                "SELECT Z_PK, IFNULL(Z_OPT, 0) FROM \(entity.table) "
                    + "WHERE Z_PK IN (SELECT value FROM json_each(?))\(condition)")
            defer { statement.reset() }
            statement.bind(KeyList.text(members), at: 1)
            guard let space = core.spaces[name] else { continue }
            let limits = core.layout.limits(of: entity, location: core.path)
            while try statement.step() {
                let (key, version) = (statement.integer(at: 0), statement.integer(at: 1))
                try limits.check(key, version: version)
                versions[ObjectID(space, number: key)] = Int(version)
            }
        }
        return versions
    }

    /// The versions of the changed objects.
    ///
    /// - Throws: `MergeConflictError` if an object no longer exists, or has changed.
    func versions(before changes: StoreChanges) throws -> [ObjectID: Int] {
        let current = try versions(
            of: changes.updated.map(\.objectID) + (changes.deleted + changes.expectedVersions).map(\.objectID)
                + changes.indirectlyUpdated)
        let stale = changes.stale(in: current)
        guard stale.isEmpty else { throw MergeConflictError(objectIDs: Set(stale).sorted()) }
        return current
    }

    /// Rejects written changes after which a relationship points to a missing object.
    func checkDestinations(after changes: StoreChanges) throws {
        let wanted = changes.neededDestinations(in: core.layout.model)
        var missing: Set<ObjectID> = []
        if !wanted.isEmpty {
            let there = try versions(of: Array(wanted))
            missing = wanted.filter { there[$0] == nil }
        }
        if !changes.deleted.isEmpty {
            let reader = StoreReader(connection, core, PlainTexts(ofCommitIn: core))
            missing.formUnion(
                try core.layout.stillReferenced(changes.deleted.map(\.objectID), in: reader.dialect) { questions in
                    try questions.map { try reader.numbers($0.statement, keys: $0.keys) }
                })
        }
        guard missing.isEmpty else { throw MergeConflictError(objectIDs: missing.sorted()) }
    }
}
