import Foundation
import ObjectGraph
import SQLStore

/// The versions of objects before and after a save. The latter omit new objects with version 1.
struct VersionChanges {
    var before: [ObjectID: Int]
    var after: [ObjectID: Int]
}

/// Writes the changes of a save, in a transaction.
struct StoreCommit {
    let core: StoreCore
    let changes: StoreChanges
    let transaction: Transaction
    let deletedVersions: DeletedVersions
    private let values: ValueWriter
    /// Whether new objects have destinations.
    private let leadsFromNew: Bool
    private let mayCopy: Bool
    private var layout: StoreLayout { core.layout }
    private var insertions: InsertionWriter {
        InsertionWriter(
            core: core, changes: changes, transaction: transaction, deletedVersions: deletedVersions,
            leadsFromNew: leadsFromNew, mayCopy: mayCopy)
    }

    /// - Parameter mayCopy: Whether to copy many new rows into their tables. Pass false if it cannot start again.
    init(
        _ changes: StoreChanges, _ core: StoreCore, _ transaction: Transaction, _ deletedVersions: DeletedVersions,
        mayCopy: Bool
    ) {
        self.changes = changes
        self.core = core
        self.transaction = transaction
        self.deletedVersions = deletedVersions
        values = ValueWriter(location: core.location)
        leadsFromNew = changes.inserted.contains { $0.destinations.contains { !$0.isEmpty } }
        self.mayCopy = mayCopy
    }

    /// Writes everything but the row of the transaction.
    ///
    /// - Throws: `MergeConflictError`, or an error of the store. Roll the transaction back then.
    func run() throws -> VersionChanges {
        let reader = StoreReader(core: core) { [transaction] in try transaction.run($0, $1) }
        let storeCheck = try StoreCommitCheck(changes, reader)
        let current = try VersionCheck(
            core: core, changes: changes, kept: storeCheck.objectIDs, leadsFromNew: leadsFromNew
        ).run(in: transaction)
        try delete()
        freeUniqueValues()
        let links = LinkWriter(core: core, transaction: transaction)
        links.removeRemains(toNewIn: changes)
        if !changes.inserted.isEmpty { try insertions.write() }
        var versions = try update(from: current)
        links.write(changes)
        try storeCheck.check()
        versions.merge(deletedVersions.versionsOfReinsertedObjects(in: changes, in: layout)) { _, new in new }
        return VersionChanges(before: current, after: versions)
    }

    /// Writes new objects into empty tables. The caller has checked their values and destinations.
    func fill() throws {
        try insertions.write()
        LinkWriter(core: core, transaction: transaction).write(changes)
    }

    // MARK: Deletion

    private func delete() throws {
        guard !changes.deleted.isEmpty else { return }
        let numbers = Dictionary(grouping: changes.deleted.map(\.objectID)) { objectID in
            layout.entities[objectID.entityName]?.tableName ?? ""
        }.filter { !$0.key.isEmpty }.mapValues { $0.map(\.number).sorted() }
        letGo(ofDeletedIn: numbers)
        let referenced = try layout.stillReferenced(changes.deleted.map(\.objectID), in: core.dialect) { questions in
            try transaction.run(
                questions.map { Statement(text: $0.statement, parameters: [Parameter(keys: $0.keys)]) }
            ).map(\.numbers)
        }
        guard referenced.isEmpty else { throw MergeConflictError(objectIDs: referenced.sorted()) }
        for (table, members) in numbers.sorted(by: { $0.key < $1.key }) {
            let name = layout.qualified(table)
            transaction.add(
                Statement(
                    text: "DELETE FROM \(name) WHERE id = ANY($1)", parameters: [Parameter(keys: members)],
                    expectation: RowExpectation(table: name, count: members.count, areDeleted: true)))
        }
    }

    /// Removes links to deleted objects from objects that are also deleted,
    /// or that have other destinations after the save.
    private func letGo(ofDeletedIn numbers: [String: [Int64]]) {
        var seen: Set<String> = []
        for name in Set(changes.deleted.map(\.objectID.entityName)).sorted() {
            guard let entity = layout.entities[name] else { continue }
            for case .pairs(let pairs)? in entity.links where seen.insert("\(pairs.name).\(pairs.source)").inserted {
                let keys = [Parameter(keys: numbers[entity.tableName] ?? [])]
                transaction.add("DELETE FROM \(pairs.table) WHERE \(SQLName.quoted(pairs.source)) = ANY($1)", keys)
                if pairs.isSymmetric {
                    transaction.add(
                        "DELETE FROM \(pairs.table) WHERE \(SQLName.quoted(pairs.destination)) = ANY($1)", keys)
                }
            }
        }
        for table in layout.tables {
            let links = table.columns.filter { $0.referencedTable.map { numbers[$0] != nil } ?? false }
            for column in links {
                var sources = numbers[table.name] ?? []
                sources += changes.updated.filter { update in
                    guard let entity = layout.entities[update.objectID.entityName], entity.tableName == table.name
                    else { return false }
                    return update.links.contains { index, change in
                        guard case .own(column.name, _)? = entity.links[index] else { return false }
                        return !change.removed.isEmpty
                    }
                }.map(\.objectID.number)
                guard !sources.isEmpty else { continue }
                let name = SQLName.quoted(column.name)
                transaction.add(
                    "UPDATE \(layout.qualified(table.name)) SET \(name) = NULL "
                        + "WHERE id = ANY($1) AND \(name) IS NOT NULL",
                    [Parameter(keys: sources.sorted())])
            }
        }
    }

    /// Clears unique values that will change, so that objects can exchange them.
    private func freeUniqueValues() {
        var members: [String: (table: String, columns: [String], keys: [Int64])] = [:]
        for update in changes.updated {
            guard let entity = layout.entities[update.objectID.entityName],
                let columns = core.uniqueProperties[entity.entity.name]?.columns(of: update, in: entity),
                !columns.isEmpty
            else { continue }
            let key = "\(entity.table) \(columns)"
            members[key, default: (entity.table, columns, [])].keys.append(update.objectID.number)
        }
        // A single object has nothing to exchange with.
        let keyCount = members.values.reduce(0) { $0 + $1.keys.count }
        guard keyCount > 1 || !changes.inserted.isEmpty else { return }
        for (_, group) in members.sorted(by: { $0.key < $1.key }) {
            let assignments = group.columns.map { "\(SQLName.quoted($0)) = NULL" }.joined(separator: ", ")
            transaction.add(
                "UPDATE \(group.table) SET \(assignments) WHERE id = ANY($1)", [Parameter(keys: group.keys.sorted())])
        }
    }

    // MARK: Change

    /// The common form of updates that are written together.
    private struct UpdateShape: Hashable {
        var entityName: String
        var attributes: [Int]
        var links: [Int]
    }

    /// - Returns: The new versions.
    private func update(from current: [ObjectID: Int]) throws -> [ObjectID: Int] {
        if changes.updated.isEmpty { return [:] }
        var versions: [ObjectID: Int] = [:]
        var groups: [UpdateShape: [StoreChanges.Update]] = [:]
        var order: [UpdateShape] = []
        for update in changes.updated {
            guard let entity = layout.entities[update.objectID.entityName] else { continue }
            let shape = UpdateShape(
                entityName: entity.entity.name, attributes: update.values.keys.sorted(),
                links: entity.ownLinks(among: update.links.keys))
            if groups[shape, default: []].isEmpty { order.append(shape) }
            groups[shape, default: []].append(update)
        }
        for shape in order {
            guard let entity = layout.entities[shape.entityName], let updates = groups[shape] else { continue }
            let parts = StatementParts().parts(of: updates) { update in
                update.values.values.reduce(0) { $0 + $1.approximateByteCount }
            }
            for part in parts {
                let batch = try batch(of: part, shape, entity, current, &versions)
                transaction.add(batch.update(of: entity.table))
            }
        }
        return versions
    }

    private func batch(
        of updates: ArraySlice<StoreChanges.Update>, _ shape: UpdateShape, _ entity: EntityLayout,
        _ current: [ObjectID: Int], _ versions: inout [ObjectID: Int]
    ) throws -> RowBatch {
        var columns: [(name: String, type: ServerType, cast: String)] = [
            ("id", .bigint, ""), ("version", .integer, ""),
        ]
        for index in shape.attributes {
            columns += entity.attributes[index].columns.map { ($0.name, $0.type.wire, $0.type.cast) }
        }
        for index in shape.links {
            if case .own(let column, _)? = entity.links[index] { columns.append((column, .bigint, "")) }
        }
        var batch = RowBatch(columns)
        let limits = layout.limits(of: entity, location: core.location)
        for update in updates {
            let version = try limits.version(after: current[update.objectID] ?? 0, ofRow: update.objectID.number)
            versions[update.objectID] = version
            batch.append(update.objectID.number, at: 0)
            batch.append(Int32(version), at: 1)
            var place = 2
            for index in shape.attributes {
                let bytes = try values.bytes(
                    of: update.values[index] ?? .null, in: entity.attributes[index],
                    named: entity.entity.attributes[index].name, of: entity.entity.name)
                let count = entity.attributes[index].columns.count
                if count > 0 { batch.append(bytes.first, at: place) }
                if count > 1 { batch.append(bytes.second, at: place + 1) }
                place += count
            }
            for index in shape.links {
                if let destination = update.links[index]?.destinations.first {
                    batch.append(destination.number, at: place)
                } else {
                    batch.appendNull(at: place)
                }
                place += 1
            }
            batch.endRow()
        }
        return batch
    }
}
