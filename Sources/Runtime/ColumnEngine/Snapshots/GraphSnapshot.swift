/// One committed state of a graph in memory: a value that later commits do not change. Later states share the unchanged
/// parts.
///
/// ```swift
/// let snapshot = store.snapshot
/// print(snapshot.generation, snapshot.contains(objectID))  // 0 false, also after later commits
/// ```
public struct GraphSnapshot: Sendable {
    /// The number of the state, which increases with every commit.
    public package(set) var generation: Int
    /// The entity and store of each table, which is the same for all snapshots of the same stores while they are open.
    package let layout: GraphLayout
    /// The tables, in the order of ``layout``.
    package var tables: [EntityTable]
    /// Whether ordered relationships can refer to objects that no longer exist, against their rules. A position among
    /// all destinations is then not one among those that exist.
    package internal(set) var hasDanglingLinks = false

    /// An empty graph.
    package init(layout: GraphLayout) {
        self.layout = layout
        generation = 0
        tables = layout.entities.map { EntityTable(entity: $0) }
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

    /// The objects that an earlier state of the same stores does not have. O(*n*) in the number of chunks, and in the
    /// number of objects of the changed ones.
    package func references(notIn earlier: GraphSnapshot) -> [ObjectReference] {
        tables.enumerated().flatMap { ordinal, table -> [ObjectReference] in
            let old = ordinal < earlier.tables.count ? earlier.tables[ordinal] : nil
            return table.chunks.flatMap { chunk -> [ObjectReference] in
                let references = chunk.contents.references
                guard let old, let first = references.first else { return Array(references) }
                if old.chunks.chunk(containing: first) === chunk { return [] }
                return references.filter { old.row(of: $0) == nil }
            }
        }
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
        layout.ordinals(ofEntityNamed: name).reduce(0) { $0 + tables[$1].count }
    }

    /// The identities of an entity's own objects, without its descendants': by store, in the order of their numbers.
    public func objectIDs(ofEntityNamed name: String) -> [ObjectID] {
        layout.ordinals(ofEntityNamed: name).flatMap { ordinal in
            let space = layout.spaces[ordinal]
            return tables[ordinal].chunks.flatMap(\.contents.references).map { ObjectID(space, number: $0.number) }
        }
    }

    /// The objects of an entity and its descendants that point to some objects by a relationship, with those of them
    /// that each points to. O(*n*) in their number.
    package func sources(
        of references: Set<ObjectReference>, by relationship: RelationshipDescription, of entityName: String
    ) -> [(row: Row, destinations: [ObjectReference])] {
        guard let entity = layout.entity(named: entityName) else { return [] }
        var sources: [(row: Row, destinations: [ObjectReference])] = []
        for ordinal in entity.concreteFamilyNames.flatMap({ layout.ordinals(ofEntityNamed: $0) }) {
            for chunk in tables[ordinal].chunks {
                for index in 0..<chunk.count {
                    let row = Row(chunk, index)
                    let destinations = row.links(at: relationship.index).references.filter(references.contains)
                    if !destinations.isEmpty { sources.append((row, destinations)) }
                }
            }
        }
        return sources
    }
}
