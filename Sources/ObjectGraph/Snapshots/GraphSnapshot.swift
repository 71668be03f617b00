/// A whole graph in memory: a value, so every context can keep the state it began with while others commit.
public struct GraphSnapshot: StoreSnapshot {
    public private(set) var generation: Int
    fileprivate var tables: [String: Table]

    fileprivate struct Table: Sendable {
        var records: [Int64: ObjectRecord] = [:]
        var objectIDs: [ObjectID] = []
    }

    public init() {
        generation = 0
        tables = [:]
    }

    /// A state as a store has read it.
    ///
    /// - Parameter records: The objects of each entity, in any order.
    public init(records: [String: [(ObjectID, ObjectRecord)]]) {
        self.init()
        for (name, objects) in records {
            var table = Table()
            table.objectIDs = objects.map(\.0).sorted()
            table.records = Dictionary(objects.map { ($0.0.number, $0.1) }, uniquingKeysWith: { first, _ in first })
            tables[name] = table
        }
    }

    public func objectIDs(ofEntityNamed name: String) -> [ObjectID] {
        tables[name]?.objectIDs ?? []
    }

    /// How many objects there are.
    package var objectCount: Int { tables.values.reduce(0) { $0 + $1.objectIDs.count } }

    /// Makes this a later state than another one, of the same store.
    package mutating func moveGeneration(past other: GraphSnapshot) {
        generation = max(generation, other.generation + 1)
    }

    public func record(for objectID: ObjectID) -> ObjectRecord? {
        guard let table = tables[objectID.entityName],
            table.objectIDs.first?.storeIdentifier == objectID.storeIdentifier
        else { return nil }
        return table.records[objectID.number]
    }

    /// The state after a change set.
    ///
    /// - Throws: ``MergeConflict`` when an object was changed or deleted since the state the change began with.
    public func applying(_ changes: ChangeSet) throws -> GraphSnapshot {
        try checkVersions(of: changes)
        var next = self
        next.generation += 1
        for change in changes.inserted {
            next.tables[change.objectID.entityName, default: Table()].insert(change.objectID, change.record)
        }
        for change in changes.updated {
            var record = change.record
            record.version += 1
            next.tables[change.objectID.entityName]?.records[change.objectID.number] = record
        }
        let deletedByEntity = Dictionary(grouping: changes.deleted, by: \.objectID.entityName)
        for (name, deletions) in deletedByEntity {
            next.tables[name]?.remove(Set(deletions.map(\.objectID)))
        }
        return next
    }

    private func checkVersions(of changes: ChangeSet) throws {
        let expected =
            changes.updated.map { ($0.objectID, $0.record.version) }
            + changes.deleted.map { ($0.objectID, $0.version) }
        let conflicting = expected.filter { record(for: $0.0)?.version != $0.1 }.map(\.0)
        guard conflicting.isEmpty else { throw MergeConflict(objectIDs: conflicting.sorted()) }
    }
}

extension GraphSnapshot.Table {
    fileprivate mutating func insert(_ objectID: ObjectID, _ record: ObjectRecord) {
        records[objectID.number] = record
        if let last = objectIDs.last, objectID < last {
            objectIDs.append(objectID)
            objectIDs.sort()
        } else {
            objectIDs.append(objectID)
        }
    }

    fileprivate mutating func remove(_ removed: Set<ObjectID>) {
        for objectID in removed { records[objectID.number] = nil }
        objectIDs.removeAll { removed.contains($0) }
    }
}
