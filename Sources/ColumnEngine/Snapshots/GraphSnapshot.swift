/// One committed state of a graph: a value that later commits do not change. Later states share the unchanged parts.
public struct GraphSnapshot: Sendable {
    /// The number of the state, which increases with every commit.
    public package(set) var generation: Int
    /// The entity and store of each table, which is the same for all snapshots of the same stores while they are open.
    package let layout: GraphLayout
    /// The tables, in the order of ``layout``.
    package var tables: [EntityTable]
    /// Whether ordered relationships can refer to objects that no longer exist, against their rules. A position among
    /// all destinations is then not one among those that exist.
    package internal(set) var hasLooseEnds = false

    /// Whether some tables are in stores that answer questions about them.
    package var asksStores = false

    /// An empty graph.
    package init(layout: GraphLayout) {
        self.layout = layout
        generation = 0
        tables = layout.entities.map { EntityTable(entity: $0) }
    }

    /// The graph of a store that is asked for its objects.
    ///
    /// - Parameter ordinals: The store's tables.
    init(layout: GraphLayout, _ reader: ViewReader, ordinals: Range<Int>) {
        self.layout = layout
        generation = 0
        asksStores = true
        let knownRows = reader.shareKnownRows()
        tables = layout.entities.enumerated().map { ordinal, entity in
            ordinals.contains(ordinal)
                ? EntityTable(entity: entity, reader: reader, knownRows) : EntityTable(entity: entity)
        }
    }

    /// The reader that reads an object; nil for an object in memory.
    package func reader(of reference: ObjectReference) -> ViewReader? {
        guard asksStores, !reference.isTemporary, reference.entityOrdinal < tables.count else { return nil }
        return tables[reference.entityOrdinal].reader
    }

    /// Reads objects ahead that would otherwise be read one by one.
    package func readAhead(_ references: some Sequence<ObjectReference>) throws {
        guard asksStores else { return }
        var readers: [ObjectIdentifier: (reader: ViewReader, references: [ObjectReference])] = [:]
        for reference in references {
            guard let reader = reader(of: reference) else { continue }
            readers[ObjectIdentifier(reader), default: (reader, [])].references.append(reference)
        }
        for (reader, references) in readers.values { try reader.readAhead(references) }
    }

    /// Creates a graph from a store's objects.
    ///
    /// - Parameter objects: The objects in any order. Their links must agree, and no derived to-one side may have
    ///   several sources.
    /// - Throws: An error if they are not consistent after all.
    package init(layout: GraphLayout, objects: [ChangeSet.Insertion]) throws {
        var editor = GraphEditor(GraphSnapshot(layout: layout))
        var changes = ChangeSet()
        changes.inserted = objects.sorted { $0.reference < $1.reference }
        try editor.apply(changes)
        self = editor.finish()
        generation = 0
    }

    /// Makes this a later state than another one of the same store, after a change by another process.
    package mutating func follow(_ earlier: GraphSnapshot) { generation = earlier.generation + 1 }

    /// An object; nil if there is none. O(log *n*).
    package func row(of reference: ObjectReference) -> Row? {
        guard !reference.isTemporary, reference.entityOrdinal < tables.count else { return nil }
        return tables[reference.entityOrdinal].row(of: reference)
    }

    /// An object; nil if there is none.
    ///
    /// - Throws: The error of the store that is asked for it.
    package func read(_ reference: ObjectReference) throws -> Row? {
        guard let reader = reader(of: reference) else { return row(of: reference) }
        return try reader.row(of: reference)
    }

    /// An object, without asking a store; nil also if it has not been read from its store.
    package func knownRow(of reference: ObjectReference) -> Row? {
        if reference.isTemporary { return nil }
        guard let reader = reader(of: reference) else { return row(of: reference) }
        return reader.knownRow(of: reference)
    }

    /// Whether there is an object with an identity.
    public func contains(_ objectID: ObjectID) -> Bool { layout.reference(for: objectID).flatMap(row) != nil }

    /// The destinations of an object's relationships, in the order of ``EntityDescription/relationships``, including
    /// objects that no longer exist; nil if there is no such object.
    public func destinationIDs(of objectID: ObjectID) -> [[ObjectID]]? {
        guard let row = layout.reference(for: objectID).flatMap(row) else { return nil }
        return row.chunk.contents.links.map { $0[row.index].references.map(layout.objectID) }
    }

    /// The number of objects of an entity, without its descendants'.
    public func objectCount(ofEntityNamed name: String) -> Int {
        layout.ordinals(ofEntityNamed: name).reduce(0) { $0 + tables[$1].objectCount }
    }

    /// The identities of an entity's own objects, without its descendants': by store, in the order of their numbers.
    public func objectIDs(ofEntityNamed name: String) -> [ObjectID] {
        layout.ordinals(ofEntityNamed: name).flatMap { ordinal in
            let space = layout.spaces[ordinal]
            return tables[ordinal].allReferences.map { ObjectID(space, number: $0.number) }
        }
    }

    /// The objects of an entity and its descendants that point to an object by a relationship. O(*n*) in their number.
    ///
    /// Omits objects of a store that is asked, because they only point to objects of that store.
    package func sources(
        of reference: ObjectReference, by relationship: RelationshipDescription, of entityName: String
    ) -> [Row] {
        guard let entity = layout.entity(named: entityName) else { return [] }
        return entity.concreteFamilyNames.flatMap { layout.ordinals(ofEntityNamed: $0) }.flatMap { ordinal in
            tables[ordinal].chunks.flatMap { chunk in
                (0..<chunk.count).map { Row(chunk, $0) }.filter {
                    $0.links(at: relationship.index).contains(reference, isOrdered: relationship.isOrdered)
                }
            }
        }
    }
}
