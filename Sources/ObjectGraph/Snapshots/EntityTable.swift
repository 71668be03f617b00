/// The objects of one entity, in chunks that snapshots share.
package struct EntityTable: Sendable {
    /// Whose objects they are, without descendants'.
    package let entity: EntityDescription
    /// None of them empty, their references ascending throughout.
    package let chunks: ChunkList

    static let chunkCapacity = 1024

    /// - Precondition: No chunk is empty, and references ascend throughout.
    package init(entity: EntityDescription, chunks: ChunkList = ChunkList()) {
        self.entity = entity
        self.chunks = chunks
    }

    /// The number of objects. O(1).
    package var count: Int { chunks.rowCount }

    /// O(log *n*).
    package func row(of reference: ObjectReference) -> Row? {
        guard let chunk = chunks.chunk(holding: reference) else { return nil }
        return chunk.contents.row(of: reference).map { Row(chunk, $0) }
    }
}
