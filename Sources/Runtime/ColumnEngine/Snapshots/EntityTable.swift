/// The objects of one entity, in chunks that snapshots share.
package struct EntityTable: Sendable {
    /// The entity of the objects, without its descendants.
    package let entity: EntityDescription
    /// Nonempty chunks with ascending references.
    package let chunks: ChunkList

    static let chunkCapacity = 1024

    /// - Precondition: No chunk is empty, and references ascend throughout.
    package init(entity: EntityDescription, chunks: ChunkList = ChunkList()) {
        self.entity = entity
        self.chunks = chunks
    }

    /// The number of objects. O(1).
    package var count: Int { chunks.rowCount }

    /// The object with a reference; nil if there is none. O(log *n*).
    package func row(of reference: ObjectReference) -> Row? {
        guard let chunk = chunks.chunk(containing: reference) else { return nil }
        return chunk.contents.row(of: reference).map { Row(chunk, $0) }
    }
}
