import Synchronization

/// Some objects of one entity, side by side: their values in typed columns. Never changed once it is part of a snapshot.
@usableFromInline
package final class RowChunk: Sendable {
    /// The columns.
    @usableFromInline
    package let contents: RowContents
    /// The first of the rows.
    let first: ObjectReference
    /// What queries have found out about the columns.
    let indexState = Mutex(ChunkIndexState())

    /// A chunk of rows, not empty, whose references ascend.
    package init(_ contents: RowContents) {
        self.contents = contents
        first = contents.references.first ?? .none
    }

    /// The number of rows.
    @inlinable
    package var count: Int { contents.references.count }
}

/// The columns of a chunk.
@usableFromInline
package struct RowContents: Sendable {
    /// Ascending. One entity's, so by number.
    @usableFromInline
    package internal(set) var references: [ObjectReference] = []
    /// How often each object has been saved since the store was opened, for telling that it has changed.
    @usableFromInline
    package internal(set) var versions: [Int32] = []
    /// In the order of ``EntityDescription/attributes``.
    @usableFromInline
    package internal(set) var columns: [Column]
    /// In the order of ``EntityDescription/relationships``.
    @usableFromInline
    package internal(set) var links: [LinkColumn]

    /// Columns without rows.
    package init(for entity: EntityDescription) {
        columns = entity.attributes.map { Column(for: $0.type) }
        links = entity.relationships.map(LinkColumn.init)
    }

    /// Rows that a store has read, none of them changed since.
    package init(references: [ObjectReference], columns: [Column], links: [LinkColumn]) {
        self.references = references
        versions = Array(repeating: 0, count: references.count)
        self.columns = columns
        self.links = links
    }

    /// Columns without rows, for such as come from a store and whose relationships need not have been read.
    init(deferringLinksOf entity: EntityDescription) {
        columns = entity.attributes.map { Column(for: $0.type) }
        links = entity.relationships.map { _ in .deferred([]) }
    }

    /// The number of rows.
    @inlinable
    package var count: Int { references.count }

    /// Sets how often an object has been saved.
    mutating func setVersion(_ version: Int32, at row: Int) {
        versions[row] = version
    }

    /// The row of an object; nil for none. O(1) where no number is missing, else O(log *n*).
    @inlinable
    package func row(of reference: ObjectReference) -> Int? {
        guard let first = references.first, reference >= first, reference <= references[references.count - 1] else {
            return nil
        }
        // Numbers mostly follow one another.
        let guess = Int(clamping: reference.rawValue - first.rawValue)
        if guess < references.count, references[guess] == reference { return guess }
        let row = place(of: reference)
        return row < references.count && references[row] == reference ? row : nil
    }

    /// The row of an object, or the one it would get.
    @usableFromInline
    func place(of reference: ObjectReference) -> Int {
        references.firstPlace { $0 >= reference }
    }

    mutating func append(_ reference: ObjectReference, _ values: [AttributeValue], _ links: [Links]) {
        insert(reference, values, links, at: count)
    }

    /// Adds new objects at the end, column by column.
    mutating func append(_ insertions: ArraySlice<ChangeSet.Insertion>) {
        references.reserveCapacity(count + insertions.count)
        for place in insertions.indices { references.append(insertions[place].reference) }
        versions.append(contentsOf: repeatElement(0, count: insertions.count))
        for index in columns.indices {
            columns[index].append(contentsOf: InsertedValues(insertions: insertions, attribute: index))
        }
        for index in links.indices {
            links[index].append(contentsOf: InsertedLinks(insertions: insertions, relationship: index))
        }
    }

    mutating func insert(_ reference: ObjectReference, _ values: [AttributeValue], _ links: [Links], at row: Int) {
        insert(reference, version: 0, values, at: row) { links[$0] }
    }

    /// - Parameter links: Where the object leads by the place of a relationship. The columns are of no use where it throws.
    mutating func insert(
        _ reference: ObjectReference, version: Int32, _ values: [AttributeValue], at row: Int,
        links: (Int) throws -> Links
    ) rethrows {
        let isLast = row == references.count
        references.insert(reference, at: row)
        versions.insert(version, at: row)
        for index in columns.indices {
            if isLast {
                columns[index].append(values[index])
            } else {
                columns[index].insert(values[index], at: row)
            }
        }
        for index in self.links.indices { self.links[index].insert(try links(index), at: row) }
    }

    /// Makes room for a number of rows in all.
    mutating func reserveCapacity(_ count: Int) {
        references.reserveCapacity(count)
        versions.reserveCapacity(count)
        for index in columns.indices { columns[index].reserveCapacity(count) }
        for index in links.indices { links[index].reserveCapacity(count) }
    }

    /// Leaves only some rows, given by their places in ascending order.
    mutating func keep(_ rows: [Int]) {
        references = rows.map { references[$0] }
        versions = rows.map { versions[$0] }
        for index in columns.indices { columns[index].keep(rows) }
        for index in links.indices { links[index].keep(rows) }
    }
}

/// The values of one attribute of new objects, looked at where they are.
private struct InsertedValues: RandomAccessCollection {
    let insertions: ArraySlice<ChangeSet.Insertion>
    let attribute: Int

    var startIndex: Int { insertions.startIndex }
    var endIndex: Int { insertions.endIndex }

    subscript(place: Int) -> AttributeValue {
        _read { yield insertions[place].values[attribute] }
    }
}

/// Where one relationship of new objects leads, looked at where it is.
private struct InsertedLinks: RandomAccessCollection {
    let insertions: ArraySlice<ChangeSet.Insertion>
    let relationship: Int

    var startIndex: Int { insertions.startIndex }
    var endIndex: Int { insertions.endIndex }

    subscript(place: Int) -> Links {
        _read { yield insertions[place].links[relationship] }
    }
}

/// One object of a chunk.
@usableFromInline
package struct Row: Sendable {
    /// Where the object is.
    @usableFromInline
    package let chunk: RowChunk
    /// Its place there.
    @usableFromInline
    package let index: Int

    /// - Precondition: The chunk has the row.
    @inlinable
    package init(_ chunk: RowChunk, _ index: Int) {
        self.chunk = chunk
        self.index = index
    }

    /// The object's identity in the graph.
    @inlinable
    package var reference: ObjectReference { chunk.contents.references[index] }
    /// How often it has been saved since the store was opened.
    @inlinable
    package var version: Int32 { chunk.contents.versions[index] }

    /// The value of an attribute by its place in ``EntityDescription/attributes``.
    @inlinable
    package func value(at attribute: Int) -> AttributeValue { chunk.contents.columns[attribute][index] }

    /// Where a relationship leads, by its place in ``EntityDescription/relationships``; to objects that no longer exist too.
    @inlinable
    package func links(at relationship: Int) -> Links { chunk.contents.links[relationship][index].resolved }

    /// The row of another object that is next to it; nil for one that is elsewhere.
    @inlinable
    package func neighbor(_ reference: ObjectReference) -> Row? {
        chunk.contents.row(of: reference).map { Row(chunk, $0) }
    }

    /// Where a relationship leads, as far as that has been read.
    @inlinable
    package func knownLinks(at relationship: Int) -> Links { chunk.contents.links[relationship][index] }
}
