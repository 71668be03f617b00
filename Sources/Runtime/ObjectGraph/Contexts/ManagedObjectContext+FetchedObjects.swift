// What a fetch does to the objects that it has found.
extension ManagedObjectContext {
    /// Fires faults (rule FLT-6).
    ///
    /// - Throws: The error of the store that is queried.
    func realize(_ objects: [ManagedObject]) throws {
        try loadValues(of: objects)
        for object in objects where object.flags.contains(.isFault) { _ = object.committedRow }
    }

    /// Updates unchanged objects to the latest committed values (rule CTX-40). Faults read them anyway.
    ///
    /// - Throws: The error of the store that is queried.
    func refreshUnchanged(_ objects: [ManagedObject]) throws {
        for object in objects where !object.hasChanges && !object.isFault {
            guard let row = try read(object.reference), !object.heldRow.isSame(as: row) else { continue }
            refresh(object, mergeChanges: true)
        }
    }

    /// Whether an object has no changes and has, or as a fault will read, the latest committed values.
    func isCurrent(_ object: ManagedObject) -> Bool {
        guard !object.hasChanges, !object.hasPending else { return false }
        if snapshot.reader(of: object.reference) != nil { return object.snapshotStamp == committed.stamp }
        guard let row = snapshot.columns.row(of: object.reference) else { return false }
        return object.heldRow.isNone || object.heldRow.isSame(as: row)
    }

    /// Reads the destinations of relationships, one request for each step of a path, and retains them until the next
    /// prefetching, save, or rollback (rule FLT-8).
    ///
    /// - Parameters:
    ///   - keyPaths: Paths of relationships.
    ///   - objects: Objects of the entity, of this context.
    /// - Throws: ``FetchError`` for a path that does not follow the entity's relationships, or the store's error.
    package func prefetch(_ keyPaths: [String], of objects: [ManagedObject], _ entity: EntityDescription) throws {
        guard !keyPaths.isEmpty else { return }
        retained.keep(
            prefetched: try reading(.load, of: entity) { try destinations(at: keyPaths, of: objects, entity) })
    }

    private func destinations(
        at keyPaths: [String], of objects: [ManagedObject], _ entity: EntityDescription
    ) throws -> [ManagedObject] {
        var held: [ManagedObject] = []
        for keyPath in keyPaths {
            var (objects, entity) = (objects, entity)
            for key in keyPath.split(separator: ".", omittingEmptySubsequences: false) {
                guard let relationship = entity.relationship(named: String(key)),
                    let destination = managedObjectModel.entitiesByName[relationship.destinationName]
                else { throw FetchError.notARelationship(String(key), in: keyPath, of: entity) }
                var answers: [(reader: ViewReader, rows: [Row])] = []
                try DeferredLinks.read(objects.compactMap { try deferredLinks(of: $0, at: relationship.index) }) {
                    answers.append(($0, $1))
                }
                var found = try objects.flatMap { try links(of: $0, at: relationship.index).references }
                // An object that several objects point to comes once.
                if !relationship.isToMany
                    || destination.relationship(named: relationship.inverseName ?? "")?.isToMany != false
                {
                    var seen = ReferenceTable<Void>()
                    found = found.filter { seen.insert((), for: $0) }
                }
                let subjects = try subjectsWithRows(found, answers)
                for object in objects { object.noteReading(of: relationship.index) }
                (objects, entity) = (self.objects(for: subjects), destination)
                try realize(objects)
                held += objects
            }
        }
        return held
    }

    /// Returns objects that still exist, with the rows of unread ones, for which it asks the store once.
    ///
    /// - Parameter answers: The rows that the store returned with the destinations.
    private func subjectsWithRows(
        _ references: [ObjectReference], _ answers: [(reader: ViewReader, rows: [Row])]
    ) throws -> [GraphSource.Subject] {
        // Usually, one answer has exactly these rows in this order. The links may come from an earlier state, though,
        // whose rows are not the committed ones.
        if answers.count == 1, answers[0].rows.count == references.count,
            zip(references, answers[0].rows).allSatisfy({ $0 == $1.reference }),
            isAsked(answers[0].reader, of: references)
        {
            var subjects: [GraphSource.Subject] = []
            subjects.reserveCapacity(references.count)
            for row in answers[0].rows where isLiving(row.reference, isAsked: true) {
                subjects.append(GraphSource.Subject(reference: row.reference, row: row))
            }
            return subjects
        }
        for answer in answers { try answer.reader.keep(answer.rows) }
        var subjects = references.map { reference in
            GraphSource.Subject(reference: reference, row: snapshot.knownRow(of: reference))
        }
        let unread = subjects.indices.filter { index in
            let subject = subjects[index]
            guard subject.row == nil, !subject.reference.isTemporary else { return false }
            return registry[subject.reference]?.heldRow.isNone != false
        }
        if !unread.isEmpty {
            try snapshot.readAhead(unread.lazy.map { subjects[$0].reference })
            for index in unread { subjects[index].row = snapshot.knownRow(of: subjects[index].reference) }
        }
        return subjects.filter { isLiving($0.reference) }
    }

    /// Whether the latest state reads all of some objects with a reader.
    private func isAsked(_ reader: ViewReader, of references: [ObjectReference]) -> Bool {
        var lastOrdinal = -1
        for reference in references where reference.isTemporary || reference.entityOrdinal != lastOrdinal {
            guard snapshot.reader(of: reference) === reader else { return false }
            lastOrdinal = reference.entityOrdinal
        }
        return true
    }

    /// The destinations of a relationship, without firing a fault.
    func links(of object: ManagedObject, at index: Int) throws -> Links {
        try knownLinks(of: object, at: index).read()
    }

    private func knownLinks(of object: ManagedObject, at index: Int) throws -> Links {
        if object.hasPending { return object.pendingLinks[index] }
        let row = try object.heldRow.row ?? read(object.reference)
        return row?.knownLinks(at: index) ?? Links(noneOf: object.entity.relationships[index])
    }

    /// What must still be read of a relationship; nil if nothing must be.
    ///
    /// - Throws: The error of the store that is queried for the object.
    func deferredLinks(of object: ManagedObject, at index: Int) throws -> DeferredLinks? {
        try knownLinks(of: object, at: index).deferred
    }
}
