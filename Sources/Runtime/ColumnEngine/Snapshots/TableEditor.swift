/// Changes a table of a snapshot. Copies each chunk at its first change.
struct TableEditor {
    private let table: EntityTable
    /// The indexes of the copies of chunks in ``edited``.
    private var slots: ChunkSlots
    private var edited: [EditedChunk] = []
    /// The chunks after the table's own.
    private var added: [RowContents] = []

    private struct EditedChunk {
        /// The index in the table.
        let chunk: Int
        var contents: RowContents
        /// The rows to remove. They stay until the end, so indexes remain valid.
        var deleted: Set<Int> = []
    }

    struct Position {
        /// The index in the table; continued after its end for added chunks.
        var chunk: Int
        var row: Int
    }

    init(_ table: EntityTable) {
        self.table = table
        slots = ChunkSlots(chunkCount: table.chunks.count)
    }

    func place(of reference: ObjectReference) -> Position? {
        guard let chunk = chunkIndex(for: reference) else { return nil }
        return reading(chunk) { $0.row(of: reference) }.map { Position(chunk: chunk, row: $0) }
    }

    func links(at place: Position, of relationship: Int) -> Links {
        reading(place.chunk) { $0.links[relationship][place.row] }
    }

    mutating func edit(_ place: Position, _ body: (inout RowContents) -> Void) { edit(place.chunk, body) }

    /// Adds new objects, in ascending order of their references: in whole chunks at the end, otherwise one by one.
    mutating func insert(_ insertions: [ChangeSet.Insertion]) {
        var rest = insertions[...]
        if let last = lastReference {
            while let first = rest.first, first.reference < last {
                insert(first)
                rest = rest.dropFirst()
            }
        }
        while !rest.isEmpty {
            var room = EntityTable.chunkCapacity - lastCount
            if chunkCount == 0 || room <= 0 {
                added.append(RowContents(for: table.entity))
                room = EntityTable.chunkCapacity
            }
            let run = rest.prefix(room)
            edit(chunkCount - 1) { $0.append(run) }
            rest = rest.dropFirst(run.count)
        }
    }

    /// Adds a new object before the last one.
    private mutating func insert(_ insertion: ChangeSet.Insertion) {
        let reference = insertion.reference
        guard let chunk = chunkIndex(for: reference) else { return }
        edit(chunk) { $0.insert(reference, insertion.values, insertion.links, at: $0.place(of: reference)) }
    }

    mutating func delete(at place: Position) {
        let slot = slot(of: place.chunk)
        edited[slot].deleted.insert(place.row)
    }

    func finish() -> EntityTable {
        var chunks = table.chunks
        // From the last to the first, so indexes remain valid.
        for edited in edited.sorted(by: { $0.chunk > $1.chunk }) { replace(edited, in: &chunks) }
        if !added.isEmpty { chunks.replace(chunks.count..<chunks.count, with: added.map(RowChunk.init)) }
        return EntityTable(entity: table.entity, chunks: chunks)
    }

    private func replace(_ edited: EditedChunk, in chunks: inout ChunkList) {
        var contents = edited.contents
        if !edited.deleted.isEmpty { contents.keep((0..<contents.count).filter { !edited.deleted.contains($0) }) }
        let parts = contents.split(every: EntityTable.chunkCapacity).map(RowChunk.init)
        chunks.replace(edited.chunk..<edited.chunk + 1, with: parts)
    }

    // MARK: Chunks

    private var chunkCount: Int { table.chunks.count + added.count }

    /// The number of rows in the last chunk.
    private var lastCount: Int { chunkCount == 0 ? 0 : reading(chunkCount - 1) { $0.count } }

    private var lastReference: ObjectReference? {
        chunkCount == 0 ? nil : reading(chunkCount - 1) { $0.references.last }
    }

    private func reading<Result>(_ chunk: Int, _ body: (RowContents) -> Result) -> Result {
        if chunk >= table.chunks.count { return body(added[chunk - table.chunks.count]) }
        if let slot = slots[chunk] { return body(edited[slot].contents) }
        return body(table.chunks[chunk].contents)
    }

    private mutating func edit(_ chunk: Int, _ body: (inout RowContents) -> Void) {
        if chunk >= table.chunks.count { return body(&added[chunk - table.chunks.count]) }
        let slot = slot(of: chunk)
        body(&edited[slot].contents)
    }

    private mutating func slot(of chunk: Int) -> Int {
        if let slot = slots[chunk] { return slot }
        slots.add(edited.count, of: chunk)
        edited.append(EditedChunk(chunk: chunk, contents: table.chunks[chunk].contents))
        return edited.count - 1
    }

    /// The last chunk that starts at or before a reference, or the first chunk; nil if there is none.
    private func chunkIndex(for reference: ObjectReference) -> Int? {
        guard let first = added.first?.references.first, reference >= first || table.chunks.isEmpty else {
            // Insertions in the meantime change the first references of the table's chunks at most.
            return table.chunks.index(containing: reference)
        }
        return table.chunks.count + max(added.partitioningIndex { $0.references[0] > reference } - 1, 0)
    }
}

extension RowContents {
    /// The rows in order, in parts of at most twice the capacity; none if there are no rows.
    fileprivate func split(every capacity: Int) -> [RowContents] {
        if count == 0 { return [] }
        if count <= 2 * capacity { return [self] }
        return stride(from: 0, to: count, by: capacity).map { start in
            var part = self
            part.keep(Array(start..<min(start + capacity, count)))
            return part
        }
    }
}

/// The chunks of a table that are being changed, and the slots of their copies.
///
/// A table of all chunks is created only when many of them have slots, so it costs no more than the change.
struct ChunkSlots {
    private let chunkCount: Int
    /// The chunks with slots, ascending, while these are few.
    private var few: [(chunk: Int, slot: Int)] = []
    /// The slot of each chunk, -1 for none; empty while ``few`` contains them.
    private var all: [Int32] = []

    /// The maximum number of chunks for each slot at which the table is created.
    private static let ratio = 64

    init(chunkCount: Int) { self.chunkCount = chunkCount }

    /// nil for a chunk without one.
    subscript(chunk: Int) -> Int? {
        guard all.isEmpty else { return all[chunk] < 0 ? nil : Int(all[chunk]) }
        let place = place(of: chunk)
        return place < few.count && few[place].chunk == chunk ? few[place].slot : nil
    }

    /// Assigns a slot to a chunk without one.
    mutating func add(_ slot: Int, of chunk: Int) {
        if all.isEmpty, (few.count + 1) * Self.ratio > chunkCount {
            all = Array(repeating: -1, count: chunkCount)
            for (chunk, slot) in few { all[chunk] = Int32(slot) }
        }
        if all.isEmpty {
            few.insert((chunk, slot), at: place(of: chunk))
        } else {
            all[chunk] = Int32(slot)
        }
    }

    /// The index of a chunk among the few, or the one where it would be inserted.
    private func place(of chunk: Int) -> Int { few.partitioningIndex { $0.chunk >= chunk } }
}
