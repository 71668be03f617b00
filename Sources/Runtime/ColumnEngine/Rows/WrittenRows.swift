/// Rows of one entity that a save has written to a store that is asked, so they need not be read.
package struct WrittenRows {
    private var contents: RowContents

    /// Retaining one of the rows retains all of them.
    private static let maximumCount = 128

    /// No rows.
    package init(of entity: EntityDescription) { contents = RowContents(deferringLinksOf: entity) }

    /// Whether an object can be added: references must ascend, and be of the same entity.
    package func takes(_ reference: ObjectReference) -> Bool {
        guard let last = contents.references.last else { return true }
        return last < reference && last.entityOrdinal == reference.entityOrdinal && contents.count < Self.maximumCount
    }

    /// Adds the row of an object.
    package mutating func append(
        _ reference: ObjectReference, _ version: Int32, _ values: [AttributeValue], _ links: [Links]
    ) {
        contents.append(reference, values, links)
        contents.setVersion(version, at: contents.count - 1)
    }

    /// The rows in the order in which they were added.
    package func finish() -> [Row] {
        let chunk = RowChunk(contents)
        return (0..<chunk.count).map { Row(chunk, $0) }
    }
}

/// The versions of the objects that a commit has written, as far as the store has reported them.
package struct WrittenVersions: Sendable {
    /// The change set that was written; nil if none was.
    var changeSetNumber: Int?
    /// For updated objects, and new ones with a version of their own.
    var versions: [ObjectReference: Int32] = [:]
    /// For all other new objects.
    var ofInserted: Int32?

    /// The version of an object; nil if the object must be read first.
    ///
    /// - Parameter changes: The change set with the object. It may have been empty, or written to other stores alone,
    ///   and the versions are then those of somebody else's commit.
    package func version(of reference: ObjectReference, isNew: Bool, in changes: ChangeSet) -> Int32? {
        guard changeSetNumber == changes.number else { return nil }
        if versions.isEmpty { return isNew ? ofInserted : nil }
        return versions[reference] ?? (isNew ? ofInserted : nil)
    }
}
