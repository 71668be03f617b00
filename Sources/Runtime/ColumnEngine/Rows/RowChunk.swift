import Synchronization

/// Some objects of one entity, with their values in typed columns. Never changes once it is part of a snapshot.
@usableFromInline
package final class RowChunk: Sendable {
    /// The columns.
    @usableFromInline
    package let contents: RowContents
    let first: ObjectReference
    /// The indexes that queries have created for the columns.
    let indexState = Mutex(ChunkIndexState())

    /// A nonempty chunk of rows with ascending references.
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
    /// Ascending; by number, because all are of one entity.
    @usableFromInline
    package internal(set) var references: [ObjectReference] = []
    /// The number of saves of each object since the store was opened, which shows whether it has changed.
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

    /// Rows as a store has read them.
    package init(references: [ObjectReference], columns: [Column], links: [LinkColumn]) {
        self.references = references
        versions = Array(repeating: 0, count: references.count)
        self.columns = columns
        self.links = links
    }

    /// Empty columns for rows of a store, whose relationships may not have been read.
    init(deferringLinksOf entity: EntityDescription) {
        columns = entity.attributes.map { Column(for: $0.type) }
        links = entity.relationships.map { _ in .deferred([]) }
    }

    /// The number of rows.
    @inlinable
    package var count: Int { references.count }

    /// Sets the number of saves of an object.
    mutating func setVersion(_ version: Int32, at row: Int) { versions[row] = version }

    /// The row of an object; nil for none. O(1) if no number is missing, otherwise O(log *n*).
    @inlinable
    package func row(of reference: ObjectReference) -> Int? {
        guard let first = references.first, reference >= first, reference <= references[references.count - 1] else {
            return nil
        }
        // Numbers are mostly consecutive.
        let guess = Int(clamping: reference.rawValue - first.rawValue)
        if guess < references.count, references[guess] == reference { return guess }
        let row = place(of: reference)
        return row < references.count && references[row] == reference ? row : nil
    }

    /// The row of an object, or the one where it would be inserted.
    @usableFromInline
    func place(of reference: ObjectReference) -> Int { references.partitioningIndex { $0 >= reference } }

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

    /// - Parameter links: Returns an object's destinations by the index of a relationship. If it throws, the columns
    ///   are unusable.
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

    /// Reserves capacity for a total number of rows.
    mutating func reserveCapacity(_ count: Int) {
        references.reserveCapacity(count)
        versions.reserveCapacity(count)
        for index in columns.indices { columns[index].reserveCapacity(count) }
        for index in links.indices { links[index].reserveCapacity(count) }
    }

    /// Keeps only some rows, given by their positions in ascending order.
    mutating func keep(_ rows: [Int]) {
        references = rows.map { references[$0] }
        versions = rows.map { versions[$0] }
        for index in columns.indices { columns[index].keep(rows) }
        for index in links.indices { links[index].keep(rows) }
    }
}

/// The values of one attribute of new objects, without copying them.
private struct InsertedValues: RandomAccessCollection {
    let insertions: ArraySlice<ChangeSet.Insertion>
    let attribute: Int

    var startIndex: Int { insertions.startIndex }
    var endIndex: Int { insertions.endIndex }

    subscript(place: Int) -> AttributeValue { _read { yield insertions[place].values[attribute] } }
}

/// The links of one relationship of new objects, without copying them.
private struct InsertedLinks: RandomAccessCollection {
    let insertions: ArraySlice<ChangeSet.Insertion>
    let relationship: Int

    var startIndex: Int { insertions.startIndex }
    var endIndex: Int { insertions.endIndex }

    subscript(place: Int) -> Links { _read { yield insertions[place].links[relationship] } }
}

/// One object of a chunk.
@usableFromInline
package struct Row: Sendable {
    /// The chunk of the object.
    @usableFromInline
    package let chunk: RowChunk
    /// The index of the row there.
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
    /// The number of its saves since the store was opened.
    @inlinable
    package var version: Int32 { chunk.contents.versions[index] }

    /// The value of an attribute by its index in ``EntityDescription/attributes``.
    @inlinable
    package func value(at attribute: Int) -> AttributeValue { chunk.contents.columns[attribute][index] }

    /// The destinations of a relationship by its index in ``EntityDescription/relationships``, including objects that
    /// no longer exist.
    @inlinable
    package func links(at relationship: Int) -> Links { chunk.contents.links[relationship][index].resolved }

    /// The destinations of a relationship, which are read if necessary.
    ///
    /// - Throws: The error of the store that is queried.
    @inlinable
    package func readLinks(at relationship: Int) throws -> Links {
        try chunk.contents.links[relationship][index].read()
    }

    /// Whether two rows certainly have the same destinations, because they share them in memory,
    /// or both have none. O(1).
    package func sharesLinks(with other: Row, at relationship: Int) -> Bool {
        chunk.contents.links[relationship]
            .shares(at: index, with: other.chunk.contents.links[relationship], at: other.index)
    }

    /// Whether this is so for all relationships of the entity. O(1) for each of them.
    package func sharesLinks(with other: Row) -> Bool {
        chunk.contents.links.indices.allSatisfy { sharesLinks(with: other, at: $0) }
    }

    /// The row of another object in the same chunk; nil if it is elsewhere.
    @inlinable
    package func neighbor(_ reference: ObjectReference) -> Row? {
        chunk.contents.row(of: reference).map { Row(chunk, $0) }
    }

    /// The destinations of a relationship, if they have been read.
    @inlinable
    package func knownLinks(at relationship: Int) -> Links { chunk.contents.links[relationship][index] }
}
