/// Creates a snapshot from columns that a store has read, and derives the sides of relationships that are not stored.
package struct GraphLoader {
    private let layout: GraphLayout
    /// The chunks of each entity, by its index.
    private var chunks: [[RowContents]]

    /// A stored link to an object that can point back to only one object, and already does.
    package struct ContestedLinkError: Error {
        /// The second object that points there.
        package var source: ObjectReference
        /// The index among the source's relationships.
        package var relationship: Int
        /// The destination of both.
        package var destination: ObjectReference
    }

    /// The number of rows of each chunk except the last of an entity.
    package static let chunkCapacity = EntityTable.chunkCapacity

    /// The derived side of a relationship while its links are collected.
    private struct Derived {
        var isToMany: Bool
        /// The rows with destinations, and these destinations, in the order of the destinations.
        var rows: [Int32] = []
        var destinations: [ObjectReference] = []
    }

    /// Creates a loader without rows.
    package init(layout: GraphLayout) {
        self.layout = layout
        chunks = Array(repeating: [], count: layout.entities.count)
    }

    /// Adds rows of an entity after its existing ones, in the order of their references.
    ///
    /// - Parameter contents: ``chunkCapacity`` rows, or fewer at the end.
    ///   Columns of links that are not stored are empty.
    package mutating func append(_ contents: RowContents, toEntityAt ordinal: Int) {
        chunks[ordinal].append(contents)
    }

    /// The graph. Links to objects that do not exist have no inverse side.
    package consuming func finish() throws(ContestedLinkError) -> GraphSnapshot {
        var derived = layout.entities.map { entity in
            entity.relationships.map { relationship -> Derived? in
                guard !relationship.isStored else { return nil }
                return Derived(isToMany: relationship.isToMany)
            }
        }
        for ordinal in chunks.indices {
            for relationship in layout.entities[ordinal].relationships
            where relationship.isStored && relationship.hasDerivedInverse {
                try derive(relationship, of: ordinal, into: &derived)
            }
        }
        var snapshot = GraphSnapshot(layout: layout)
        for ordinal in chunks.indices {
            let count = chunks[ordinal].reduce(0) { $0 + $1.count }
            for (index, side) in derived[ordinal].enumerated() {
                if let side { fill(side, index, ordinal, count: count) }
            }
            snapshot.tables[ordinal] = EntityTable(
                entity: layout.entities[ordinal], chunks: ChunkList(chunks[ordinal].lazy.map(RowChunk.init)))
            chunks[ordinal] = []
        }
        return snapshot
    }

    private func derive(
        _ relationship: RelationshipDescription, of ordinal: Int, into derived: inout [[Derived?]]
    ) throws(ContestedLinkError) {
        guard let inverse = relationship.inverseIndex else { return }
        var claimed: [ObjectReference: ObjectReference] = [:]
        func add(_ destination: ObjectReference, from source: ObjectReference) throws(ContestedLinkError) {
            guard let target = row(of: destination) else { return }
            if derived[destination.entityOrdinal][inverse]?.isToMany == false,
                claimed.updateValue(source, forKey: destination) != nil
            {
                throw ContestedLinkError(source: source, relationship: relationship.index, destination: destination)
            }
            derived[destination.entityOrdinal][inverse]?.rows.append(Int32(target))
            derived[destination.entityOrdinal][inverse]?.destinations.append(source)
        }
        let none = ObjectReference.none
        for contents in chunks[ordinal] {
            switch contents.links[relationship.index] {
            case .toOne(let destinations):
                for row in destinations.indices where destinations[row] != none {
                    try add(destinations[row], from: contents.references[row])
                }
            case .toMany(let lists):
                for row in lists.indices {
                    for destination in lists[row] { try add(destination, from: contents.references[row]) }
                }
            case .deferred(let links):
                for row in links.indices {
                    for destination in links[row].references { try add(destination, from: contents.references[row]) }
                }
            }
        }
    }

    /// The row of an object among all objects of its entity.
    private func row(of reference: ObjectReference) -> Int? {
        let chunks = chunks[reference.entityOrdinal]
        // Numbers are mostly consecutive.
        guard let first = chunks.first?.references.first, reference >= first else { return nil }
        let guess = Int(clamping: (reference.rawValue - first.rawValue) / UInt64(Self.chunkCapacity))
        if guess < chunks.count, let row = chunks[guess].row(of: reference) {
            return guess * Self.chunkCapacity + row
        }
        let chunk = chunks.partitioningIndex { $0.references[0] > reference } - 1
        return chunks[chunk].row(of: reference).map { chunk * Self.chunkCapacity + $0 }
    }

    private mutating func fill(_ side: Derived, _ index: Int, _ ordinal: Int, count: Int) {
        if !side.isToMany {
            var column = Array(repeating: ObjectReference.none, count: count)
            for (row, destination) in zip(side.rows, side.destinations) { column[Int(row)] = destination }
            setColumn(index, ordinal) { .toOne(Array(column[$0])) }
            return
        }
        // A counting sort by row, which keeps the order of each row's destinations.
        var ends = Array(repeating: 0, count: count + 1)
        for row in side.rows { ends[Int(row) + 1] += 1 }
        for row in 0..<count { ends[row + 1] += ends[row] }
        var places = ends
        var sorted = side.destinations
        for (row, destination) in zip(side.rows, side.destinations) {
            sorted[places[Int(row)]] = destination
            places[Int(row)] += 1
        }
        setColumn(index, ordinal) { rows in
            .toMany(
                rows.map { row in
                    ends[row] == ends[row + 1] ? ReferenceList() : ReferenceList(sorted[ends[row]..<ends[row + 1]])
                })
        }
    }

    private mutating func setColumn(_ index: Int, _ ordinal: Int, _ body: (Range<Int>) -> LinkColumn) {
        var start = 0
        for chunk in chunks[ordinal].indices {
            let end = start + chunks[ordinal][chunk].count
            chunks[ordinal][chunk].links[index] = body(start..<end)
            start = end
        }
    }
}
