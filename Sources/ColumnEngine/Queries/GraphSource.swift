import ModelExpressions

/// Reads the values of objects from the columns of a snapshot, without making instances.
///
/// Unsaved changes lie on top of them: those of a context, and under these its parents'.
package struct GraphSource: QuerySource {
    /// An object, with its row where that is known already.
    package struct Subject: Sendable {
        package var reference: ObjectReference
        package var row: Row?

        /// An object, with its row; nil if that is not known.
        package init(reference: ObjectReference, row: Row?) {
            self.reference = reference
            self.row = row
        }
    }

    let snapshot: GraphSnapshot
    /// The changes that count, a child's before its parent's; none where only what is stored does.
    let changes: [any UnsavedChanges]

    /// Whether there are changes that are not stored.
    var hasChanges: Bool { !changes.isEmpty }

    /// The object with the changes that count for a reference, deletion among them; nil for one without changes.
    func changedObject(for reference: ObjectReference) -> UnsavedObject? {
        for layer in changes {
            if let object = layer.unsavedObject(for: reference) { return object }
        }
        return nil
    }

    /// The objects with the changes that count: of an object that several contexts have changed, the first one's.
    var changedObjects: [UnsavedObject] {
        guard let first = changes.first else { return [] }
        var objects = first.unsavedObjects
        guard changes.count > 1 else { return objects }
        var known = Set(objects.map(\.reference))
        for layer in changes.dropFirst() {
            objects += layer.unsavedObjects.filter { known.insert($0.reference).inserted }
        }
        return objects
    }

    /// Whether an object is stored, or new and not saved.
    func exists(_ reference: ObjectReference) -> Bool {
        snapshot.row(of: reference) != nil
            || changes.contains { $0.unsavedObject(for: reference)?.change == .insertion }
    }

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

    package func objectID(of subject: Subject) -> ObjectID {
        snapshot.layout.objectID(for: subject.reference)
    }

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
        if snapshot.reader(of: reference) != nil, changes.isEmpty { return Subject(reference: reference, row: nil) }
        return snapshot.row(of: reference).map { Subject(reference: reference, row: $0) }
    }
}
