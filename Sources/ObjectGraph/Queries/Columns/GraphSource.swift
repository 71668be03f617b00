import ModelExpressions

/// Reads the values of objects from the columns of a snapshot, without making instances.
///
/// With a context, its unsaved changes lie on top of them, and under these its parents'.
struct GraphSource: QuerySource {
    /// An object, with its row where that is known already.
    struct Subject: Sendable {
        var reference: ObjectReference
        var row: Row?
    }

    let snapshot: GraphSnapshot
    /// Whose changes count, a child before its parent; none where only what is stored does.
    let contexts: [ManagedObjectContext]

    /// - Parameter context: Whose changes count, and whose parents'; nil if only what is stored does.
    init(snapshot: GraphSnapshot, context: ManagedObjectContext?) {
        self.snapshot = snapshot
        guard let context else {
            contexts = []
            return
        }
        contexts = sequence(first: context, next: \.parent).filter(\.hasChanges)
    }

    /// Whether there are changes that are not stored.
    var hasChanges: Bool { !contexts.isEmpty }

    /// The object with the changes that count for a reference, deletion among them; nil for one without changes.
    func changedObject(for reference: ObjectReference) -> ManagedObject? {
        for context in contexts {
            if let object = context.changedObject(for: reference) { return object }
        }
        return nil
    }

    /// The objects with the changes that count: of an object that several contexts have changed, the first one's.
    var changedObjects: [ManagedObject] {
        guard let first = contexts.first else { return [] }
        var objects = first.changed
        guard contexts.count > 1 else { return objects }
        var known = Set(objects.map(\.reference))
        for context in contexts.dropFirst() {
            objects += context.changed.filter { known.insert($0.reference).inserted }
        }
        return objects
    }

    /// Whether an object is stored, or new in a context.
    func exists(_ reference: ObjectReference) -> Bool {
        snapshot.row(of: reference) != nil
            || contexts.contains { $0.changedObject(for: reference)?.state == .inserted }
    }

    func value(forKey key: String, of subject: Subject) throws -> QueryValue<Subject> {
        let entity = snapshot.layout.entities[subject.reference.entityOrdinal]
        let changed = changedObject(for: subject.reference).flatMap { $0.hasPending ? $0 : nil }
        if let index = entity.attributeIndexes[key] {
            if let changed { return QueryValue(changed.pendingValues[index]) }
            return row(of: subject).map { QueryValue($0.value(at: index)) } ?? .null
        }
        if let relationship = entity.relationship(named: key) {
            let links = changed?.pendingLinks[relationship.index] ?? row(of: subject)?.links(at: relationship.index)
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

    func objectID(of subject: Subject) -> ObjectID {
        snapshot.layout.objectID(for: subject.reference)
    }

    func subject(with objectID: ObjectID) -> Subject? {
        snapshot.layout.reference(for: objectID).flatMap(living)
    }

    private func row(of subject: Subject) -> Row? {
        subject.row ?? snapshot.row(of: subject.reference)
    }

    /// An object, unless it has been deleted.
    func living(_ reference: ObjectReference) -> Subject? {
        if let object = changedObject(for: reference) {
            return object.state == .deleted ? nil : Subject(reference: reference, row: nil)
        }
        // What a store that is asked leads to it holds.
        if snapshot.reader(of: reference) != nil, contexts.isEmpty { return Subject(reference: reference, row: nil) }
        return snapshot.row(of: reference).map { Subject(reference: reference, row: $0) }
    }
}
