/// The objects of one entity, in chunks that snapshots share.
package struct EntityTable: Sendable {
    /// The entity of the objects, without its descendants.
    package let entity: EntityDescription
    /// Nonempty chunks with ascending references; none if ``reader`` is asked.
    package let chunks: ChunkList
    /// Asks the store that keeps the objects; nil if they are all here.
    let reader: ViewReader?
    /// The rows that the reader already has.
    private let knownRows: KnownRows?

    static let chunkCapacity = 1024

    /// - Precondition: No chunk is empty, and references ascend throughout.
    package init(entity: EntityDescription, chunks: ChunkList = ChunkList()) {
        self.entity = entity
        self.chunks = chunks
        reader = nil
        knownRows = nil
    }

    /// The objects of an entity in a store.
    ///
    /// - Parameter knownRows: The rows that the reader shares.
    init(entity: EntityDescription, reader: ViewReader, _ knownRows: KnownRows) {
        self.entity = entity
        self.reader = reader
        self.knownRows = knownRows
        chunks = ChunkList()
    }

    /// The number of objects in memory. O(1).
    package var count: Int { chunks.rowCount }

    /// The number of objects, wherever they are.
    var objectCount: Int { reader == nil ? count : allReferences.count }

    /// All objects, by number. A store that is asked must not fail. O(*n*).
    var allReferences: [ObjectReference] {
        guard let reader else { return chunks.flatMap(\.contents.references) }
        let first = ObjectReference(entity: entity.ordinal, number: 1)
        return reader.stopping(at: first, "the table") { try allRows().map(\.reference) }
    }

    /// All objects, by number. O(*n*).
    ///
    /// - Throws: The error of the store that is asked for them.
    package func allRows() throws -> [Row] {
        guard let reader else { return chunks.flatMap { chunk in (0..<chunk.count).map { Row(chunk, $0) } } }
        let rows = try reader.answer(StoreQuestion(entity: entity, entityNames: [entity.name])).rows
        return rows.sorted { $0.reference < $1.reference }
    }

    /// O(log *n*), or a query of the store, which must not fail.
    package func row(of reference: ObjectReference) -> Row? {
        if let reader { return reader.stopping(at: reference, "the row") { try reader.row(of: reference) } }
        guard let chunk = chunks.chunk(holding: reference) else { return nil }
        return chunk.contents.row(of: reference).map { Row(chunk, $0) }
    }
}
