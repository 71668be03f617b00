import ColumnEngine

/// Rows of an entity in chunks of equal size, whatever pieces they come in.
struct RowCollection {
    private let entity: EntityDescription
    private var references: [ObjectReference] = []
    private var columns: [Column]
    private var links: [LinkColumn]
    private(set) var chunks: [RowContents] = []

    init(of entity: EntityDescription) {
        self.entity = entity
        columns = entity.attributes.map { Column(for: $0.type) }
        links = entity.relationships.map(LinkColumn.init)
    }

    /// Adds rows behind those that are there.
    mutating func append(_ contents: RowContents) {
        // As most pieces are: nothing is looked at.
        if references.isEmpty, contents.count == GraphLoader.chunkCapacity {
            chunks.append(contents)
            return
        }
        for row in 0..<contents.count {
            append(contents.references[row], contents.columns.map { $0[row] }, contents.links, row)
        }
    }

    private mutating func append(
        _ reference: ObjectReference, _ values: [AttributeValue], _ sources: [LinkColumn], _ row: Int
    ) {
        let place = references.count
        references.append(reference)
        for index in columns.indices { columns[index].append(values[index]) }
        for index in links.indices where entity.relationships[index].isStored {
            links[index].insert(sources[index][row], at: place)
        }
        if references.count == GraphLoader.chunkCapacity { finishChunk() }
    }

    private mutating func finishChunk() {
        chunks.append(RowContents(references: references, columns: columns, links: links))
        let finished = chunks
        self = RowCollection(of: entity)
        chunks = finished
    }

    /// Adds the last rows.
    mutating func finish() {
        if !references.isEmpty { finishChunk() }
    }
}
