import ModelExpressions

/// Reads the values of objects from the columns of a snapshot, without making instances.
///
/// With a context, its unsaved changes lie on top of them.
struct GraphSource: QuerySource {
    /// An object, with its row where that is known already.
    struct Subject: Sendable {
        var reference: ObjectReference
        var row: Row?
    }

    let snapshot: GraphSnapshot
    /// Whose changes count; nil where only what is stored does.
    let context: ManagedObjectContext?

    init(snapshot: GraphSnapshot, context: ManagedObjectContext?) {
        self.snapshot = snapshot
        self.context = context.flatMap { $0.hasChanges ? $0 : nil }
    }

    func value(forKey key: String, of subject: Subject) throws -> QueryValue<Subject> {
        let entity = snapshot.layout.entities[subject.reference.entityOrdinal]
        let changed = context?.changedObject(for: subject.reference).flatMap { $0.hasPending ? $0 : nil }
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
        if let object = context?.changedObject(for: reference) {
            return object.state == .deleted ? nil : Subject(reference: reference, row: nil)
        }
        return snapshot.row(of: reference).map { Subject(reference: reference, row: $0) }
    }
}
