import ModelExpressions

/// Reads the values of objects from the columns of a snapshot, without making instances.
///
/// Unsaved changes lie on top of them: those of a context, and under these its parents'.
@usableFromInline
package struct GraphSource: QuerySource {
    /// An object, with its row where that is known already.
    @usableFromInline
    package struct Subject: Sendable {
        @usableFromInline
        package var reference: ObjectReference
        @usableFromInline
        package var row: Row?

        /// An object, with its row; nil if that is not known.
        @inlinable
        package init(reference: ObjectReference, row: Row?) {
            self.reference = reference
            self.row = row
        }
    }

    let snapshot: GraphSnapshot
    /// What counts beside it; nil where only what is stored does.
    private let overlay: ChangeOverlay?

    /// - Parameter changes: The changes that count, a child's before its parent's.
    init(snapshot: GraphSnapshot, changes: [any UnsavedChanges]) {
        self.snapshot = snapshot
        overlay = changes.isEmpty ? nil : ChangeOverlay(changes)
    }

    /// Whether there are changes that are not stored.
    var hasChanges: Bool { overlay != nil }

    /// The object with the changes that count for a reference, deletion among them; nil for one without changes.
    func changedObject(for reference: ObjectReference) -> UnsavedObject? { overlay?[reference] }

    /// The objects with the changes that count.
    var changedObjects: [UnsavedObject] { overlay?.objects ?? [] }

    /// The table that a changed object is in, or will be when it is saved; nil if no store has its entity.
    func table(of reference: ObjectReference) -> Int? {
        reference.isTemporary ? overlay?.table(ofNew: reference) : reference.entityOrdinal
    }

    /// Whether an object is stored, or new and not saved.
    func exists(_ reference: ObjectReference) -> Bool {
        snapshot.row(of: reference) != nil || overlay?.isNew(reference) == true
    }

    @usableFromInline
    package func value(forKey key: String, of subject: Subject) throws -> QueryValue<Subject> {
        let entity = snapshot.layout.entities[subject.reference.entityOrdinal]
        let changed = changedObject(for: subject.reference)?.contents
        if let index = entity.attributeIndexes[key] {
            if let changed { return QueryValue(changed.values[index]) }
            return row(of: subject).map { QueryValue($0.value(at: index)) } ?? .null
        }
        if let relationship = entity.relationship(named: key) {
            let links = changed?.links[relationship.index] ?? row(of: subject)?.links(at: relationship.index)
            let destinations = (links?.references ?? []).compactMap(living)
            return relationship.isToMany
                ? .many(destinations.map { .object($0) })
                : destinations.first.map {
                    .object($0)
                } ?? .null
        }
        switch key {
        case "self", "objectID": return .object(subject)
        case "entity":
            return .structure(QueryStructure(name: "entity", members: ["name": .string(entity.name)], isOpen: true))
        default: throw QueryError.unknownKey(key, of: entity.name, among: entity.propertyNames)
        }
    }

    @usableFromInline
    package func objectID(of subject: Subject) -> ObjectID {
        snapshot.layout.objectID(for: subject.reference)
    }

    @usableFromInline
    package func subject(with objectID: ObjectID) -> Subject? {
        snapshot.layout.reference(for: objectID).flatMap(living)
    }

    private func row(of subject: Subject) -> Row? {
        subject.row ?? snapshot.row(of: subject.reference)
    }

    /// An object, unless it has been deleted.
    func living(_ reference: ObjectReference) -> Subject? {
        if let object = changedObject(for: reference) {
            return object.change == .deletion ? nil : Subject(reference: reference, row: nil)
        }
        // What a store that is asked leads to it holds.
        if snapshot.reader(of: reference) != nil, overlay == nil { return Subject(reference: reference, row: nil) }
        return snapshot.row(of: reference).map { Subject(reference: reference, row: $0) }
    }
}
