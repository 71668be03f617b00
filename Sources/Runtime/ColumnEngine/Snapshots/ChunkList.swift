/// The chunks of a table, in a tree whose nodes are shared by lists: a list that differs in one of *n* chunks has O(log
/// *n*) nodes of its own.
package struct ChunkList: Sendable {
    private var root: ChunkNode

    private static let noChunks = ChunkNode(chunks: [])

    /// No chunks.
    package init() { root = Self.noChunks }

    /// Creates a list of chunks with ascending references. O(*n*).
    package init(_ chunks: some Sequence<RowChunk>) {
        root = Self.noChunks
        replace(0..<0, with: Array(chunks))
    }

    /// The number of rows in all chunks. O(1).
    package var rowCount: Int { root.rowCount }

    /// Replaces chunks. The references of the result must ascend. O(log *n*) for few chunks.
    ///
    /// - Precondition: The range contains at most one chunk, and is not beyond the end.
    package mutating func replace(_ range: Range<Int>, with chunks: [RowChunk]) {
        if range.count == 1, chunks.count == 1 {
            root = root.replacing(range.lowerBound, with: chunks[0])
            return
        }
        var level = root.replacing(range, with: chunks)
        while level.count > 1 { level = ChunkNode.parents(of: level) }
        root = level.first ?? Self.noChunks
        while root.nodes.count == 1 { root = root.nodes[0] }
    }

    /// The last chunk that starts at or before a reference, or the first chunk; nil if there is none. O(log *n*).
    package func chunk(containing reference: ObjectReference) -> RowChunk? {
        root.chunkCount == 0 ? nil : root.chunk(containing: reference)
    }

    /// The place of ``chunk(containing:)``.
    package func index(containing reference: ObjectReference) -> Int? {
        root.chunkCount == 0 ? nil : root.index(containing: reference)
    }

    /// The nodes of the tree, to determine which ones lists share.
    package var nodeIdentities: Set<ObjectIdentifier> {
        var identities: Set<ObjectIdentifier> = []
        root.forEachNode { identities.insert(ObjectIdentifier($0)) }
        return identities
    }
}

extension ChunkList: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { root.chunkCount }

    /// O(log *n*).
    package subscript(index: Int) -> RowChunk {
        require(index >= 0 && index < count, "the index \(index) is out of range")
        var offset = index
        return root.neighbors(at: &offset)[offset]
    }

    /// Iterates over the chunks, in O(1) for each.
    package struct Iterator: IteratorProtocol {
        private let root: ChunkNode
        /// The chunks of one of the lowest nodes.
        private var chunks: [RowChunk] = []
        private var offset = 0
        /// The number of chunks up to the end of these.
        private var end = 0

        fileprivate init(_ root: ChunkNode) { self.root = root }

        package mutating func next() -> RowChunk? {
            if offset == chunks.count {
                guard end < root.chunkCount else { return nil }
                offset = end
                chunks = root.neighbors(at: &offset)
                end += chunks.count
            }
            defer { offset += 1 }
            return chunks[offset]
        }
    }

    package func makeIterator() -> Iterator { Iterator(root) }
}
