/// Makes rows of what a store hands out one after the other: side by side with those of their entities, in columns.
struct RowCollector {
    /// Rows of one entity that are to share their columns.
    private struct OpenChunk {
        let entity: EntityDescription
        let ordinal: Int
        /// Those of the attributes, in their order.
        let types: [AttributeType]
        var contents: RowContents
        /// Where each row stands among all.
        var places: [Int] = []
    }

    private let reader: ViewReader
    /// In the order in which the entities came up.
    private var open: [OpenChunk] = []
    private var places: [Int: Int] = [:]
    private var lastEntity: ViewReader.LastEntity?
    private var lastDestination: ViewReader.LastEntity?
    /// That of the row that came last: the next is mostly of its entity.
    private var lastOpen = 0
    /// Nil for those that are in no chunk yet.
    private var rows: [Row?] = []

    /// How many rows share their columns: few, so that an object that is held holds few others' values.
    static let chunkCapacity = 128
    /// How many rows are worth columns of their own where the next is not in order.
    private static let leastRun = 16

    init(_ reader: ViewReader) {
        self.reader = reader
    }

    /// Takes what the store holds of an object.
    ///
    /// - Throws: ``BrokenPromise`` if it is not what the object can have.
    mutating func append(_ row: StoreRow) throws {
        let reference = try reader.reference(row.objectID, after: &lastEntity)
        let place = openChunk(for: reference.entityOrdinal)
        // Columns are in the order of references, which rows mostly come in, or in runs of it.
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

    /// All the rows, in the order in which they came.
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
        // Where there were many, so will the next be.
        if chunk.count >= Self.leastRun { open[place].contents.reserveCapacity(Self.chunkCapacity) }
        open[place].places.removeAll(keepingCapacity: true)
    }
}
