/// The objects of one entity, in chunks that snapshots share.
package struct EntityTable: Sendable {
    /// Whose objects they are, without descendants'.
    package let entity: EntityDescription
    /// None of them empty, their references ascending throughout.
    package private(set) var chunks: [RowChunk]
    /// The number of objects.
    package private(set) var count: Int

    static let chunkCapacity = 1024

    /// - Precondition: No chunk is empty, and references ascend throughout.
    package init(entity: EntityDescription, chunks: [RowChunk] = []) {
        self.entity = entity
        self.chunks = chunks
        count = chunks.reduce(0) { $0 + $1.count }
    }

    /// O(log *n*).
    package func row(of reference: ObjectReference) -> Row? {
        guard let index = chunkIndex(for: reference) else { return nil }
        let chunk = chunks[index]
        return chunk.contents.row(of: reference).map { Row(chunk, $0) }
    }

    /// The last chunk that begins at or before a reference; the first for one before all; nil when there is none.
    func chunkIndex(for reference: ObjectReference) -> Int? {
        guard !chunks.isEmpty else { return nil }
        var low = 0
        var high = chunks.count
        while low < high {
            let middle = (low + high) / 2
            if chunks[middle].contents.references[0] <= reference { low = middle + 1 } else { high = middle }
        }
        return max(low - 1, 0)
    }
}
