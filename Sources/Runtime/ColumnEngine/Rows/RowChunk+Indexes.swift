import Synchronization

extension RowChunk {
    /// The words of an attribute's strings by row, zeros for nil. They are contiguous, while the strings are scattered
    /// in memory.
    ///
    /// They are created at the second scan of the strings, and kept: sixteen bytes per row.
    ///
    /// - Returns: Nil the first time, and for attributes of other types.
    func textWords(ofAttribute attribute: Int) -> [TextWord]? {
        guard case .string(let values) = contents.columns[attribute] else { return nil }
        return indexState.withLock { state in
            if attribute < state.textWords.count, let words = state.textWords[attribute] { return words }
            if state.textAttributes.insert(attribute).inserted { return nil }
            let words = (0..<values.count).map(values.words)
            if state.textWords.isEmpty { state.textWords = Array(repeating: nil, count: contents.columns.count) }
            state.textWords[attribute] = words
            return words
        }
    }

    /// The index of an attribute.
    ///
    /// - Parameter isDeclared: Whether to create one immediately.
    /// - Returns: Nil if there is none yet, or the attribute cannot have one.
    func index(ofAttribute attribute: Int, isDeclared: Bool) -> ChunkIndex? {
        indexState.withLock { state in
            if attribute < state.indexes.count, let index = state.indexes[attribute] { return index }
            if !isDeclared {
                let count = state.scanCounts[attribute, default: 0] + 1
                state.scanCounts[attribute] = count
                guard count > ChunkIndexState.scansBeforeIndex else { return nil }
            }
            let index = ChunkIndex(contents.columns[attribute], rowCount: count)
            if state.indexes.isEmpty { state.indexes = Array(repeating: nil, count: contents.columns.count) }
            state.indexes[attribute] = index
            return index
        }
    }
}
