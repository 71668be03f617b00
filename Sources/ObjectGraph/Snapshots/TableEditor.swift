/// Changes a table of a snapshot: copies of chunks, made when they are first changed.
struct TableEditor {
    private let table: EntityTable
    /// The relationships of the entity that stores write down.
    let storedRelationships: [RelationshipDescription]
    /// The chunks that are changed, by their places; those after the table's own are new.
    private var edited: [RowContents?]
    /// The rows that go, by the places of their chunks. They stay until the end, so that places stay true.
    private var deleted: [Int: Set<Int>] = [:]

    struct Place {
        var chunk: Int
        var row: Int
    }

    init(_ table: EntityTable) {
        self.table = table
        storedRelationships = table.entity.relationships.filter(\.isStored)
        edited = Array(repeating: nil, count: table.chunks.count)
    }

    func place(of reference: ObjectReference) -> Place? {
        guard let chunk = chunkIndex(for: reference) else { return nil }
        let row = edited[chunk]?.row(of: reference) ?? untouchedRow(of: reference, in: chunk)
        return row.map { Place(chunk: chunk, row: $0) }
    }

    func links(at place: Place, of relationship: Int) -> Links {
        if let contents = edited[place.chunk] { return contents.links[relationship][place.row] }
        return table.chunks[place.chunk].contents.links[relationship][place.row]
    }

    mutating func edit(_ place: Place, _ body: (inout RowContents) -> Void) {
        openChunk(place.chunk)
        guard var contents = edited[place.chunk] else { return }
        // Out of the array while they are changed, so that the columns are not copied.
        edited[place.chunk] = nil
        body(&contents)
        edited[place.chunk] = contents
    }

    /// Adds new objects, ascending by reference: at the end in whole chunks, elsewhere one by one.
    mutating func insert(_ insertions: [ChangeSet.Insertion]) {
        var rest = insertions[...]
        let last = edited.isEmpty ? ObjectReference.none : lastReference(of: edited.count - 1)
        while let first = rest.first, first.reference < last {
            insert(first)
            rest = rest.dropFirst()
        }
        while !rest.isEmpty {
            if edited.isEmpty || count(of: edited.count - 1) >= EntityTable.chunkCapacity {
                edited.append(RowContents(for: table.entity))
            }
            let chunk = edited.count - 1
            openChunk(chunk)
            let run = rest.prefix(EntityTable.chunkCapacity - count(of: chunk))
            edited[chunk]?.append(run)
            rest = rest.dropFirst(run.count)
        }
    }

    private mutating func insert(_ insertion: ChangeSet.Insertion) {
        let reference = insertion.reference
        let last = edited.count - 1
        let isLast = last < 0 || firstReference(of: last) <= reference && lastReference(of: last) < reference
        if isLast, last < 0 || count(of: last) >= EntityTable.chunkCapacity {
            edited.append(RowContents(for: table.entity))
        }
        let chunk = isLast ? edited.count - 1 : chunkIndex(for: reference) ?? 0
        openChunk(chunk)
        let row = isLast ? count(of: chunk) : edited[chunk]?.place(of: reference) ?? 0
        edited[chunk]?.insert(reference, insertion.values, insertion.links, at: row)
    }

    mutating func delete(at place: Place) {
        deleted[place.chunk, default: []].insert(place.row)
    }

    func finish() -> EntityTable {
        var chunks: [RowChunk] = []
        chunks.reserveCapacity(edited.count)
        for (index, contents) in edited.enumerated() {
            let gone = deleted[index] ?? []
            guard contents != nil || !gone.isEmpty else {
                chunks.append(table.chunks[index])
                continue
            }
            var contents = contents ?? table.chunks[index].contents
            if !gone.isEmpty { contents.keep((0..<contents.count).filter { !gone.contains($0) }) }
            chunks += contents.split(every: EntityTable.chunkCapacity).map(RowChunk.init)
        }
        return EntityTable(entity: table.entity, chunks: chunks)
    }

    private mutating func openChunk(_ index: Int) {
        if edited[index] == nil { edited[index] = table.chunks[index].contents }
    }

    private func untouchedRow(of reference: ObjectReference, in chunk: Int) -> Int? {
        edited[chunk] == nil ? table.chunks[chunk].contents.row(of: reference) : nil
    }

    private func count(of chunk: Int) -> Int {
        edited[chunk]?.count ?? table.chunks[chunk].count
    }

    private func firstReference(of chunk: Int) -> ObjectReference {
        edited[chunk]?.references.first ?? table.chunks[chunk].contents.references[0]
    }

    private func lastReference(of chunk: Int) -> ObjectReference {
        let references = edited[chunk]?.references ?? table.chunks[chunk].contents.references
        return references[references.count - 1]
    }

    /// The last chunk that begins at or before a reference; the first for one before all; nil when there is none.
    private func chunkIndex(for reference: ObjectReference) -> Int? {
        guard !edited.isEmpty else { return nil }
        var low = 0
        var high = edited.count
        while low < high {
            let middle = (low + high) / 2
            if firstReference(of: middle) <= reference { low = middle + 1 } else { high = middle }
        }
        return max(low - 1, 0)
    }
}

extension RowContents {
    /// The rows in order, in parts of at most twice a number; none where there are no rows.
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
