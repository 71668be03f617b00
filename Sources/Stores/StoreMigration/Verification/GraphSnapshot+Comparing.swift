package import ColumnEngine
import FileAccess
import Foundation
import Synchronization

extension GraphSnapshot {
    /// The first object with different stored attributes or destinations in another graph of the same model, or that is
    /// missing there; nil if both graphs are equal. O(*n*) in the number of objects.
    package func firstDifference(from other: GraphSnapshot) -> ObjectID? {
        for (table, otherTable) in zip(tables, other.tables) where !Self.areSame(table, otherTable) {
            // The contents or their layout differ: comparing row by row shows which.
            var others = RowWalk(otherTable)
            var rows = RowWalk(table)
            while let row = rows.next() {
                guard let otherRow = others.next(), row.reference == otherRow.reference,
                    Self.areSame(row, otherRow, of: table.entity)
                else { return layout.objectID(for: row.reference) }
            }
            if let row = others.next() { return layout.objectID(for: row.reference) }
        }
        return nil
    }

    /// Whether two tables have the same contents in chunks of the same rows; compares some chunks at a time.
    private static func areSame(_ table: EntityTable, _ other: EntityTable) -> Bool {
        guard table.count == other.count else { return false }
        // A chunk never changes, so one that both tables have needs no comparison.
        let pairs = zip(table.chunks, other.chunks).filter { $0 !== $1 }
        let entity = table.entity
        let isDifferent = Atomic(false)
        _ = ParallelWork.map(pairs) { chunk, otherChunk in
            guard !isDifferent.load(ordering: .relaxed) else { return }
            guard !areSame(chunk.contents, otherChunk.contents, of: entity) else { return }
            isDifferent.store(true, ordering: .relaxed)
        }
        return !isDifferent.load(ordering: .relaxed)
    }

    private static func areSame(_ contents: RowContents, _ others: RowContents, of entity: EntityDescription) -> Bool {
        guard contents.references == others.references else { return false }
        let attributes = entity.attributes
        let columns = attributes.indices.filter { !attributes[$0].isTransient && !attributes[$0].isDerived }
        return columns.allSatisfy { contents.columns[$0].hasSameValues(as: others.columns[$0]) }
            && entity.relationships.filter { $0.isStored && !$0.schema.isTransient }.allSatisfy {
                contents.links[$0.index].isSame(as: others.links[$0.index])
            }
    }

    private static func areSame(_ row: Row, _ other: Row, of entity: EntityDescription) -> Bool {
        for (index, attribute) in entity.attributes.enumerated() where !attribute.isTransient && !attribute.isDerived {
            guard row.value(at: index).isSame(as: other.value(at: index)) else { return false }
        }
        for relationship in entity.relationships where relationship.isStored && !relationship.schema.isTransient {
            let destinations = row.links(at: relationship.index).resolved.references
            let others = other.links(at: relationship.index).resolved.references
            guard relationship.isOrdered ? destinations == others : destinations.sorted() == others.sorted() else {
                return false
            }
        }
        return true
    }
}

extension LinkColumn {
    fileprivate func isSame(as other: LinkColumn) -> Bool {
        switch (self, other) {
        case (.toOne(let one), .toOne(let other)): one == other
        case (.toMany(let one), .toMany(let other)): one == other
        default: false
        }
    }
}

/// The rows of a table, one after the other, in the order of their references.
private struct RowWalk {
    private var chunks: ChunkList.Iterator
    private var chunk: RowChunk?
    private var row = 0

    init(_ table: EntityTable) {
        chunks = table.chunks.makeIterator()
        chunk = chunks.next()
    }

    mutating func next() -> Row? {
        while let present = chunk {
            if row < present.count {
                defer { row += 1 }
                return Row(present, row)
            }
            chunk = chunks.next()
            row = 0
        }
        return nil
    }
}

extension AttributeValue {
    /// Whether both are the same value. Unlike with `==`, NaN is the same as NaN, and a composite without members is
    /// the same as nil, because a SQLite store has only the members.
    func isSame(as other: AttributeValue) -> Bool {
        switch (self, other) {
        case (.double(let one), .double(let other)): one == other || one.isNaN && other.isNaN
        case (.float(let one), .float(let other)): one == other || one.isNaN && other.isNaN
        case (.decimal(let one), .decimal(let other)): one == other || one.isNaN && other.isNaN
        case (.date(let one), .date(let other)):
            AttributeValue.double(one.timeIntervalSinceReferenceDate)
                .isSame(as: .double(other.timeIntervalSinceReferenceDate))
        case (.composite(let one), .composite(let other)):
            Set(one.keys).union(other.keys).allSatisfy { (one[$0] ?? .null).isSame(as: other[$0] ?? .null) }
        case (.composite(let members), .null), (.null, .composite(let members)):
            members.values.allSatisfy { $0.isSame(as: .null) }
        default: self == other
        }
    }
}
