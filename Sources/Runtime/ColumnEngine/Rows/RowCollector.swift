/// Collects the rows that a store returns one by one in columns, by entity.
struct RowCollector {
    /// Rows of one entity that will share their columns.
    private struct OpenChunk {
        let entity: EntityDescription
        let ordinal: Int
        /// The types of the attributes, in their order.
        let types: [AttributeType]
        var contents: RowContents
        /// The place of each row among all rows.
        var places: [Int] = []
    }

    private let reader: ViewReader
    /// In the order in which the entities came up.
    private var open: [OpenChunk] = []
    private var places: [Int: Int] = [:]
    private var lastEntity: ViewReader.LastEntity?
    private var lastDestination: ViewReader.LastEntity?
    /// The columns of the last row: the next one usually has the same entity.
    private var lastOpen = 0
    /// Nil for rows that are not in a chunk yet.
    private var rows: [Row?] = []

    /// The number of rows that share columns: few, so an object keeps the values of few others in memory.
    static let chunkCapacity = 128
    /// The minimum number of rows for columns of their own if the next row is not in order.
    private static let leastRun = 16

    init(_ reader: ViewReader) { self.reader = reader }

    /// Takes the row of an object from the store.
    ///
    /// - Throws: ``StoreContractError`` if the object cannot have such a row.
    mutating func append(_ row: StoreRow) throws {
        let reference = try reader.reference(row.objectID, after: &lastEntity)
        let place = openChunk(for: reference.entityOrdinal)
        // Columns are in the order of references. Rows mostly arrive in this order, or in runs of it.
        var isNext = open[place].contents.references.last.map { $0 < reference } ?? true
        if !isNext, open[place].contents.count >= Self.leastRun {
            close(place)
            isNext = true
        }
        let index = isNext ? open[place].contents.count : open[place].contents.place(of: reference)
        try reader.insert(
            row, reference, open[place].entity, open[place].types, at: index, of: &open[place].contents,
            lastDestination: &lastDestination)
        open[place].places.insert(rows.count, at: index)
        rows.append(nil)
        if open[place].contents.count == Self.chunkCapacity { close(place) }
    }

    /// All rows, in the order of their arrival.
    mutating func finish() -> [Row] {
        for place in open.indices { close(place) }
        defer { rows = [] }
        return rows.compactMap { $0 }
    }

    private mutating func openChunk(for ordinal: Int) -> Int {
        if lastOpen < open.count, open[lastOpen].ordinal == ordinal { return lastOpen }
        if let known = places[ordinal] {
            lastOpen = known
        } else {
            lastOpen = open.count
            places[ordinal] = lastOpen
            let entity = reader.layout.entities[ordinal]
            open.append(
                OpenChunk(
                    entity: entity, ordinal: ordinal, types: entity.attributes.map(\.type),
                    contents: RowContents(deferringLinksOf: entity)))
        }
        return lastOpen
    }

    private mutating func close(_ place: Int) {
        guard !open[place].places.isEmpty else { return }
        let chunk = RowChunk(open[place].contents)
        for (index, place) in open[place].places.enumerated() { rows[place] = Row(chunk, index) }
        open[place].contents = RowContents(deferringLinksOf: open[place].entity)
        // After many rows, many more are likely.
        if chunk.count >= Self.leastRun { open[place].contents.reserveCapacity(Self.chunkCapacity) }
        open[place].places.removeAll(keepingCapacity: true)
    }
}
