import ModelSchema
import ObjectGraph
import SQLStore

/// Writes the changes of a save, inside a transaction.
struct StoreCommit {
    let connection: SQLiteConnection
    let core: StoreCore
    let changes: StoreChanges
    let values: ValueWriter
    private let large = LargeValues()
    /// Receives the deletions when everything has been written.
    private var deletedVersions: DeletedVersions
    /// The numbers that the file already has as used.
    private let reserved: ReservedNumbers
    private var layout: StoreLayout { core.layout }
    private var reader: StoreReader { StoreReader(connection, core, PlainTexts(ofCommitIn: core)) }

    init(
        _ changes: StoreChanges, _ connection: SQLiteConnection, _ core: StoreCore, _ deletedVersions: DeletedVersions,
        _ reserved: ReservedNumbers
    ) {
        self.deletedVersions = deletedVersions
        self.reserved = reserved
        self.changes = changes
        self.connection = connection
        self.core = core
        values = ValueWriter(external: core.external, large: large)
    }

    /// Writes everything.
    ///
    /// - Throws: `MergeConflictError`, or an error of the store. The caller must then roll back the transaction.
    mutating func run() throws -> (receipt: StoreReceipt, deletedVersions: DeletedVersions) {
        let check = VersionCheck(connection: connection, core: core)
        let current = try check.versions(before: changes)
        let storeCheck =
            core.checkedProperties.mustBeChecked(after: changes) ? try StoreCommitCheck(changes, reader) : nil
        try delete()
        try freeUniqueValues()
        let links = LinkWriter(connection: connection, core: core)
        try links.removeRemains(toNewIn: changes)
        try insert()
        var versions = try update(from: current)
        try links.write(changes)
        try writeDerivedValues()
        try check.checkDestinations(after: changes)
        try storeCheck?.check()
        try raiseNumbers()
        versions.merge(deletedVersions.versionsOfReinsertedObjects(in: changes, in: layout)) { _, new in new }
        deletedVersions.insert(deletionsOf: changes, from: current, in: layout)
        return (StoreReceipt(versions: versions, versionOfInsertedObjects: 1), deletedVersions)
    }

    // MARK: Objects

    private func delete() throws {
        for (name, members) in grouped(changes.deleted.map(\.objectID)) {
            guard let entity = layout.entities[name] else { continue }
            let statement = try connection.statement(
                "DELETE FROM \(entity.table) WHERE Z_PK IN (SELECT value FROM json_each(?))")
            statement.bind(KeyList.text(members), at: 1)
            try statement.run()
        }
    }

    private func insert() throws {
        var rest = changes.inserted.indices
        while let first = rest.first {
            let name = changes.inserted[first].objectID.entityName
            let members = rest.prefix { changes.inserted[$0].objectID.entityName == name }
            if let entity = layout.entities[name] { try insert(members, entity) }
            rest = rest.dropFirst(members.count)
        }
    }

    /// Writes new objects of one entity, given by index, to avoid reference counting of objects that are only read.
    private func insert(_ members: Range<Int>, _ entity: EntityLayout) throws {
        let statement = try connection.statement(entity.insertText)
        let unique = core.uniqueProperties[entity.entity.name]?.attributes ?? []
        let links = entity.links.enumerated().compactMap { index, columns -> (index: Int, hasEntity: Bool)? in
            guard case .own(_, let entityColumn) = columns else { return nil }
            return (index, entityColumn != nil)
        }
        for member in members {
            let objectID = changes.inserted[member].objectID
            statement.bind(objectID.number, at: 1)
            statement.bind(Int64(deletedVersions.initialVersion(of: objectID, in: layout)), at: 2)
            var place: Int32 = 3
            for index in entity.attributes.indices {
                place = try writer(of: index, unique).bind(
                    changes.inserted[member].values[index], of: entity.attributes[index], to: statement, at: place)
            }
            for (index, hasEntity) in links {
                place = bind(changes.inserted[member].destinations[index].first, hasEntity, to: statement, at: place)
            }
            try run(statement, for: objectID)
            try large.write(intoRow: objectID.number, of: entity.table, connection)
        }
    }

    /// Returns what writes the values of an attribute. A unique value is checked when the statement writes it.
    private func writer(of index: Int, _ unique: Set<Int>) -> ValueWriter {
        unique.contains(index) ? ValueWriter(external: core.external) : values
    }

    /// Writes a row, or throws an error that describes the conflict: another object with its key or with unique values.
    private func run(_ statement: SQLiteStatement, for objectID: ObjectID) throws {
        do {
            try statement.run()
        } catch {
            guard error.code == .duplicateValue else { throw error }
            let finding = UniquenessFinding(connection: connection, core: core, changes: changes)
            if let conflicts = try finding.conflicts(of: objectID) { throw conflicts }
            throw MergeConflictError(objectIDs: [objectID])
        }
    }

    private func bind(
        _ destination: ObjectID?, _ saysEntity: Bool, to statement: SQLiteStatement, at place: Int32
    ) -> Int32 {
        if let destination { statement.bind(destination.number, at: place) } else { statement.bindNull(at: place) }
        guard saysEntity else { return place + 1 }
        if let number = destination.flatMap({ layout.entities[$0.entityName]?.number }) {
            statement.bind(number, at: place + 1)
        } else {
            statement.bindNull(at: place + 1)
        }
        return place + 2
    }

    /// - Returns: The new versions.
    private func update(from current: [ObjectID: Int]) throws -> [ObjectID: Int] {
        var versions: [ObjectID: Int] = [:]
        for update in changes.updated {
            guard let entity = layout.entities[update.objectID.entityName] else { continue }
            let attributes = update.values.keys.sorted()
            let links = entity.ownLinks(among: update.links.keys)
            var assignments = ["Z_OPT = ?"]
            for index in attributes { assignments += entity.attributes[index].names.map { "\($0) = ?" } }
            for index in links {
                guard case .own(let column, let entityColumn) = entity.links[index] else { continue }
                assignments += [column, entityColumn].compactMap { $0 }.map { "\($0) = ?" }
            }
            let statement = try connection.statement(
                "UPDATE \(entity.table) SET \(assignments.joined(separator: ", ")) WHERE Z_PK = ?")
            let version = try layout.limits(of: entity, location: core.path)
                .version(after: current[update.objectID] ?? 0, ofRow: update.objectID.number)
            versions[update.objectID] = version
            statement.bind(Int64(version), at: 1)
            var place: Int32 = 2
            for index in attributes {
                place = try writer(of: index, core.uniqueProperties[entity.entity.name]?.attributes ?? []).bind(
                    update.values[index] ?? .null, of: entity.attributes[index], to: statement, at: place)
            }
            for index in links {
                guard case .own(_, let entityColumn) = entity.links[index] else { continue }
                place = bind(update.links[index]?.destinations.first, entityColumn != nil, to: statement, at: place)
            }
            statement.bind(update.objectID.number, at: place)
            try run(statement, for: update.objectID)
            try large.write(intoRow: update.objectID.number, of: entity.table, connection)
        }
        return versions
    }

    /// Clears unique values that are about to change, so objects can exchange them.
    private func freeUniqueValues() throws {
        for update in changes.updated {
            guard let entity = layout.entities[update.objectID.entityName],
                let columns = core.uniqueProperties[entity.entity.name]?.columns(of: update, in: entity),
                !columns.isEmpty
            else { continue }
            let statement = try connection.statement(
                "UPDATE \(entity.table) SET \(columns.map { "\($0) = NULL" }.joined(separator: ", ")) "
                    + "WHERE Z_PK = ?")
            statement.bind(update.objectID.number, at: 1)
            try statement.run()
        }
    }

    // MARK: What follows

    /// Writes derived values again, because triggers have changed them in the meantime.
    private func writeDerivedValues() throws {
        guard core.hasDerivedAttributes else { return }
        for insertion in changes.inserted {
            try writeDerivedValues(of: insertion.objectID) { insertion.values[$0] }
        }
        for update in changes.updated { try writeDerivedValues(of: update.objectID) { update.values[$0] } }
    }

    private func writeDerivedValues(of objectID: ObjectID, _ value: (Int) -> AttributeValue?) throws {
        guard let entity = layout.entities[objectID.entityName] else { return }
        for (index, attribute) in entity.entity.attributes.enumerated()
        where attribute.isDerived && !attribute.isTransient {
            guard let value = value(index), let column = entity.attributes[index].names.first else { continue }
            let statement = try connection.statement("UPDATE \(entity.table) SET \(column) = ? WHERE Z_PK = ?")
            let place = try values.bind(value, of: entity.attributes[index], to: statement, at: 1)
            statement.bind(objectID.number, at: place)
            try statement.run()
            try large.write(intoRow: objectID.number, of: entity.table, connection)
        }
    }

    /// Ensures that no number is assigned again.
    private func raiseNumbers() throws {
        for (root, number) in reserved.unreserved(in: changes, of: layout.model) {
            try connection.raiseNumber(ofRoot: root, to: number)
        }
    }

    private func grouped(_ objectIDs: [ObjectID]) -> [(key: String, value: [ObjectID])] {
        Dictionary(grouping: objectIDs, by: \.entityName).sorted { $0.key < $1.key }
    }
}
