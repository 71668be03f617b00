/// One committed state of a coordinator's stores: a value that later commits do not change.
///
/// It has two kinds of tables. The objects of resident stores are in memory, in columns. Those of queried stores are
/// read from a view of the store when they are needed, which can fail;
/// so whatever may need them throws the store's error.
///
/// ```swift
/// let before = coordinator.committedState
/// Hero(context: context).name = "Robin"
/// try context.save()
/// let after = coordinator.committedState
/// print(try before.objectCount(ofEntityNamed: "Hero"), try after.objectCount(ofEntityNamed: "Hero"))  // 1 2
/// ```
public struct CommittedState: Sendable {
    /// The objects in memory. The tables of queried stores are empty here.
    package private(set) var columns: GraphSnapshot
    /// The tables of queried stores by ordinal, and nil for the others; empty if no store is queried.
    private var queries: [QueriedTable?] = []

    /// A table that is read by queries.
    private struct QueriedTable: Sendable {
        var reader: ViewReader
        /// The rows that the reader has read, kept as long as the state.
        var knownRows: KnownRows
    }

    /// The state of a resident store.
    package init(_ columns: GraphSnapshot) { self.columns = columns }

    /// The state of a queried store.
    ///
    /// - Parameter ordinals: The store's tables.
    init(layout: GraphLayout, _ reader: ViewReader, ordinals: Range<Int>) {
        columns = GraphSnapshot(layout: layout)
        queries = Array(repeating: nil, count: layout.entities.count)
        read(ordinals, by: reader)
    }

    /// Reads a queried store's tables by another reader from now on.
    mutating func read(_ ordinals: Range<Int>, by reader: ViewReader) {
        let table = QueriedTable(reader: reader, knownRows: reader.shareKnownRows())
        for ordinal in ordinals { queries[ordinal] = table }
    }

    /// The number of the state, which increases with every commit.
    public package(set) var generation: Int {
        get { columns.generation }
        set { columns.generation = newValue }
    }

    /// The entity and store of each table.
    package var layout: GraphLayout { columns.layout }

    /// Whether some stores are queried.
    package var isQueried: Bool { !queries.isEmpty }

    /// Takes the tables of another state with the same tables.
    package mutating func takeTables(_ ordinals: some Sequence<Int>, from other: CommittedState) {
        if queries.isEmpty, other.isQueried {
            queries = Array(repeating: nil, count: columns.tables.count)
        }
        for ordinal in ordinals {
            columns.tables[ordinal] = other.columns.tables[ordinal]
            if !queries.isEmpty { queries[ordinal] = other.isQueried ? other.queries[ordinal] : nil }
        }
    }

    // MARK: - Reading

    /// The reader of a queried table; nil for a table in memory.
    package func reader(ofTable ordinal: Int) -> ViewReader? {
        ordinal < queries.count ? queries[ordinal]?.reader : nil
    }

    /// The reader that reads an object; nil for an object in memory.
    @inline(__always)
    package func reader(of reference: ObjectReference) -> ViewReader? {
        queries.isEmpty || reference.isTemporary ? nil : reader(ofTable: reference.entityOrdinal)
    }

    /// An object; nil if there is none. O(log *n*), or a query.
    ///
    /// - Throws: The error of the store that is queried.
    @inline(__always)
    package func row(of reference: ObjectReference) throws -> Row? {
        guard let reader = reader(of: reference) else { return columns.row(of: reference) }
        return try reader.row(of: reference)
    }

    /// An object, without a query; nil also if it has not been read from its store.
    package func knownRow(of reference: ObjectReference) -> Row? {
        guard let reader = reader(of: reference) else { return columns.row(of: reference) }
        return reader.knownRow(of: reference)
    }

    /// Reads objects ahead that would otherwise be read one by one.
    ///
    /// - Throws: The error of a store that is queried.
    package func readAhead(_ references: some Sequence<ObjectReference>) throws {
        for (reader, references) in groups(of: references) { try reader.readAhead(references) }
    }

    /// The objects among some that are in queried stores, and exist there. They are not kept.
    ///
    /// - Throws: The error of a store that is queried.
    package func queriedRows(of references: some Sequence<ObjectReference>) throws -> [ObjectReference: Row] {
        try groups(of: references).reduce(into: [:]) { rows, group in
            let found = try group.reader.rows(of: group.references)
            if rows.isEmpty { rows = found } else { rows.merge(found) { first, _ in first } }
        }
    }

    /// The objects of queried stores, by the reader that reads them.
    private func groups(
        of references: some Sequence<ObjectReference>
    ) -> [(reader: ViewReader, references: [ObjectReference])] {
        guard isQueried else { return [] }
        var groups: [(reader: ViewReader, references: [ObjectReference])] = []
        for reference in references {
            guard let reader = reader(of: reference) else { continue }
            if let place = groups.firstIndex(where: { $0.reader === reader }) {
                groups[place].references.append(reference)
            } else {
                groups.append((reader, [reference]))
            }
        }
        return groups
    }

    /// All objects of a table, by number. O(*n*).
    ///
    /// - Throws: The error of the store that is queried.
    package func rows(ofTable ordinal: Int) throws -> [Row] {
        let table = columns.tables[ordinal]
        guard let reader = reader(ofTable: ordinal) else {
            return table.chunks.flatMap { chunk in (0..<chunk.count).map { Row(chunk, $0) } }
        }
        let rows = try reader.execute(StoreQuery(entity: table.entity, entityNames: [table.entity.name])).rows
        return rows.sorted { $0.reference < $1.reference }
    }

    // MARK: - By identity

    /// Whether there is an object with an identity.
    ///
    /// - Throws: The error of the store that is queried.
    public func contains(_ objectID: ObjectID) throws -> Bool {
        try layout.reference(for: objectID).flatMap { try row(of: $0) } != nil
    }

    /// The destinations of an object's relationships, in the order of ``EntityDescription/relationships``, including
    /// objects that no longer exist; nil if the store does not contain the object.
    ///
    /// - Throws: The error of the store that is queried.
    public func destinationIDs(of objectID: ObjectID) throws -> [[ObjectID]]? {
        guard let reference = layout.reference(for: objectID), let row = try row(of: reference) else { return nil }
        return try layout.entities[reference.entityOrdinal].relationships.indices.map { index in
            try row.readLinks(at: index).references.map(layout.objectID)
        }
    }

    /// The number of objects of an entity, without its descendants'.
    ///
    /// - Throws: The error of the store that is queried.
    public func objectCount(ofEntityNamed name: String) throws -> Int {
        try layout.ordinals(ofEntityNamed: name).reduce(0) { count, ordinal in
            guard reader(ofTable: ordinal) != nil else { return count + columns.tables[ordinal].count }
            return count + (try rows(ofTable: ordinal)).count
        }
    }

    /// The identities of an entity's own objects, without its descendants': by store, in the order of their numbers.
    ///
    /// - Throws: The error of the store that is queried.
    public func objectIDs(ofEntityNamed name: String) throws -> [ObjectID] {
        try layout.ordinals(ofEntityNamed: name).flatMap { ordinal in
            try rows(ofTable: ordinal).map { ObjectID(layout.spaces[ordinal], number: $0.reference.number) }
        }
    }

    // MARK: - Changes

    /// Checks whether a commit of a change set would be rejected, as far as that is known in advance.
    ///
    /// - Throws: As ``GraphSnapshot/applying(_:)`` does, or the error of a store that is queried.
    package func checkConflicts(of changes: ChangeSet) throws {
        guard isQueried else {
            _ = try columns.applying(changes)
            return
        }
        try readAhead(
            changes.updated.map(\.reference) + changes.indirectlyUpdated + changes.expectedVersions.map(\.reference)
                + changes.deleted.map(\.reference) + changes.inserted.map(\.reference))
        let stale = try changes.staleReferences(in: self)
        guard stale.isEmpty else { throw MergeConflictError(objectIDs: Set(stale).sorted().map(layout.objectID)) }
    }
}

extension CommittedState: ComparedState {
    func links(of row: Row, at relationship: Int) throws -> Links { try row.readLinks(at: relationship) }
}
