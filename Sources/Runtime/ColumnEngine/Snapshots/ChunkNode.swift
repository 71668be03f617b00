/// A node of a ``ChunkList``: chunks at the lowest level, otherwise nodes of equal height.
final class ChunkNode: Sendable {
    private let chunks: [RowChunk]
    let nodes: [ChunkNode]
    /// The number of chunks below the node.
    let chunkCount: Int
    /// The number of rows in them.
    let rowCount: Int
    private let first: ObjectReference

    /// The maximum number of chunks or nodes in a node. Two neighbors together have more than half of that, so a list
    /// of *n* chunks has O(log *n*) levels, whatever was removed from it.
    private static let capacity = 32

    init(chunks: [RowChunk]) {
        self.chunks = chunks
        nodes = []
        chunkCount = chunks.count
        rowCount = chunks.reduce(0) { $0 + $1.count }
        first = chunks.first?.first ?? .none
    }

    private init(nodes: [ChunkNode]) {
        chunks = []
        self.nodes = nodes
        chunkCount = nodes.reduce(0) { $0 + $1.chunkCount }
        rowCount = nodes.reduce(0) { $0 + $1.rowCount }
        first = nodes.first?.first ?? .none
    }

    // MARK: Finding

    /// The chunks of the lowest node that contains a chunk. The position becomes that in the node.
    func neighbors(at index: inout Int) -> [RowChunk] {
        nodes.isEmpty ? chunks : nodes[place(of: &index)].neighbors(at: &index)
    }

    /// The index of the node that contains a chunk; the last node for a position at the end. The position becomes that
    /// in the node.
    private func place(of index: inout Int) -> Int {
        for place in 0..<(nodes.count - 1) {
            if index < nodes[place].chunkCount { return place }
            index -= nodes[place].chunkCount
        }
        return nodes.count - 1
    }

    /// The last chunk that starts at or before a reference, or the first.
    ///
    /// - Precondition: The node is not empty.
    func chunk(containing reference: ObjectReference) -> RowChunk {
        nodes.isEmpty ? chunks[chunkPlace(of: reference)] : nodes[nodePlace(of: reference)].chunk(containing: reference)
    }

    /// The place of ``chunk(containing:)``.
    func index(containing reference: ObjectReference) -> Int {
        if nodes.isEmpty { return chunkPlace(of: reference) }
        let place = nodePlace(of: reference)
        var index = nodes[place].index(containing: reference)
        for earlier in 0..<place { index += nodes[earlier].chunkCount }
        return index
    }

    private func chunkPlace(of reference: ObjectReference) -> Int {
        max(chunks.partitioningIndex { $0.first > reference } - 1, 0)
    }

    private func nodePlace(of reference: ObjectReference) -> Int {
        max(nodes.partitioningIndex { $0.first > reference } - 1, 0)
    }

    // MARK: Changing

    /// The node with one chunk replaced.
    func replacing(_ index: Int, with chunk: RowChunk) -> ChunkNode {
        var offset = index
        guard !nodes.isEmpty else {
            var chunks = chunks
            chunks[offset] = chunk
            return ChunkNode(chunks: chunks)
        }
        let place = place(of: &offset)
        var nodes = nodes
        nodes[place] = nodes[place].replacing(offset, with: chunk)
        return ChunkNode(nodes: nodes)
    }

    /// The nodes of the same height with some chunks replaced; none if no chunk is left.
    ///
    /// - Precondition: The range contains at most one chunk.
    func replacing(_ range: Range<Int>, with new: [RowChunk]) -> [ChunkNode] {
        let isAtEnd = range.upperBound == chunkCount
        guard !nodes.isEmpty else {
            var chunks = chunks
            chunks.replaceSubrange(range, with: new)
            return Self.parts(of: chunks, growingAtEnd: isAtEnd).map(ChunkNode.init(chunks:))
        }
        var offset = range.lowerBound
        let place = place(of: &offset)
        let parts = nodes[place].replacing(offset..<offset + range.count, with: new)
        var nodes = nodes
        nodes.replaceSubrange(place...place, with: parts)
        Self.join(place + parts.count - 1, in: &nodes)
        Self.join(place - 1, in: &nodes)
        return Self.parts(of: nodes, growingAtEnd: isAtEnd).map(ChunkNode.init(nodes:))
    }

    /// As few nodes as possible one level up.
    static func parents(of nodes: [ChunkNode]) -> [ChunkNode] {
        parts(of: nodes, growingAtEnd: true).map(ChunkNode.init(nodes:))
    }

    /// Splits elements among nodes: full ones if more follow at the end, otherwise of about equal size.
    private static func parts<Element>(of elements: [Element], growingAtEnd: Bool) -> [[Element]] {
        if elements.count <= capacity { return elements.isEmpty ? [] : [elements] }
        let partCount = (elements.count + capacity - 1) / capacity
        let size = growingAtEnd ? capacity : (elements.count + partCount - 1) / partCount
        return stride(from: 0, to: elements.count, by: size).map { start in
            Array(elements[start..<min(start + size, elements.count)])
        }
    }

    /// Joins two neighbors, unless there is only one, or the result would be too large.
    private static func join(_ place: Int, in nodes: inout [ChunkNode]) {
        guard place >= 0, place + 1 < nodes.count else { return }
        let (left, right) = (nodes[place], nodes[place + 1])
        let width = left.chunks.count + left.nodes.count + right.chunks.count + right.nodes.count
        guard width <= capacity / 2 else { return }
        nodes[place] =
            left.nodes.isEmpty
            ? ChunkNode(chunks: left.chunks + right.chunks) : ChunkNode(nodes: left.nodes + right.nodes)
        nodes.remove(at: place + 1)
    }

    // MARK: Sharing

    func forEachNode(_ body: (ChunkNode) -> Void) {
        body(self)
        for node in nodes { node.forEachNode(body) }
    }
}
