// What requests ask to be done to the objects that a fetch has found.
extension ManagedObjectContext {
    /// Reads the values of faults, so that none is left (rule FLT-6).
    func realize(_ objects: [ManagedObject]) {
        var unread: [ObjectReference] = []
        for object in objects where object.isFault && object.heldRow.isNone { unread.append(object.reference) }
        // What cannot be read ahead says so where it is read.
        if !unread.isEmpty { try? snapshot.readAhead(unread) }
        for object in objects where object.isFault { _ = object.committedRow }
    }

    /// Lets unchanged objects have the latest committed values (rule CTX-40). A fault takes them anyway.
    func refreshUnchanged(_ objects: [ManagedObject]) {
        for object in objects where !object.hasChanges && !object.isFault {
            guard let row = row(for: object.reference), !object.heldRow.isSame(as: row)
            else {
                continue
            }
            refresh(object, mergeChanges: true)
        }
    }

    /// Whether an object has no changes and reads as it is in the latest committed state, or will when it is read.
    func isCurrent(_ object: ManagedObject) -> Bool {
        guard !object.hasChanges, !object.hasPending else { return false }
        if snapshot.reader(of: object.reference) != nil { return object.snapshotStamp == snapshotCount }
        guard let row = snapshot.row(of: object.reference) else { return false }
        return object.heldRow.isNone || object.heldRow.isSame(as: row)
    }

    /// Reads what relationships of objects point to, all objects of a step at once, and holds it until others are
    /// prefetched, or changes are saved or given up (rule FLT-8).
    ///
    /// - Throws: ``FetchError`` for a path that does not lead along relationships of the entity.
    func prefetch(_ keyPaths: [String], of objects: [ManagedObject], _ entity: EntityDescription) throws {
        guard !keyPaths.isEmpty else { return }
        var held: [ManagedObject] = []
        for keyPath in keyPaths {
            var (objects, entity) = (objects, entity)
            for key in keyPath.split(separator: ".", omittingEmptySubsequences: false) {
                guard let relationship = entity.relationship(named: String(key)),
                    let destination = managedObjectModel.entitiesByName[relationship.destinationName]
                else { throw FetchError.noRelationship(String(key), in: keyPath, of: entity) }
                var answers: [(reader: ViewReader, rows: [Row])] = []
                try DeferredLinks.read(objects.compactMap { deferredLinks(of: $0, at: relationship.index) }) {
                    answers.append(($0, $1))
                }
                var found = objects.flatMap { links(of: $0, at: relationship.index).references }
                // What points back to one object only comes once.
                if !relationship.isToMany
                    || destination.relationship(named: relationship.inverseName ?? "")?.isToMany != false
                {
                    var seen = ReferenceTable<Void>()
                    found = found.filter { seen.insert((), for: $0) }
                }
                let subjects = try subjectsWithRows(found, answers)
                for object in objects { object.noteReading(of: relationship.index) }
                (objects, entity) = (self.objects(for: subjects), destination)
                realize(objects)
                held += objects
            }
        }
        prefetched = held
    }

    /// Objects that are not gone, with the rows of those that have not been read: a store is asked for them at once.
    ///
    /// - Parameter answers: The rows that came up when the store was asked where objects lead.
    private func subjectsWithRows(
        _ references: [ObjectReference], _ answers: [(reader: ViewReader, rows: [Row])]
    ) throws -> [GraphSource.Subject] {
        // Mostly one answer has just these, in just this order. What leads to them may have been read from an earlier state,
        // though, whose rows are not what is committed now.
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

    /// Whether a reader is what the latest state asks for all of some objects.
    private func isAsked(_ reader: ViewReader, of references: [ObjectReference]) -> Bool {
        var lastOrdinal = -1
        for reference in references where reference.isTemporary || reference.entityOrdinal != lastOrdinal {
            guard snapshot.reader(of: reference) === reader else { return false }
            lastOrdinal = reference.entityOrdinal
        }
        return true
    }

    /// Where a relationship of an object leads, without reading a fault.
    private func links(of object: ManagedObject, at index: Int) -> Links {
        knownLinks(of: object, at: index).resolved
    }

    private func knownLinks(of object: ManagedObject, at index: Int) -> Links {
        if object.hasPending { return object.pendingLinks[index] }
        let row = object.heldRow.row ?? row(for: object.reference)
        return row?.knownLinks(at: index) ?? Links(noneOf: object.entity.relationships[index])
    }

    /// What is still to be asked for of a relationship; nil if nothing is.
    func deferredLinks(of object: ManagedObject, at index: Int) -> DeferredLinks? {
        if case .deferred(let deferred) = knownLinks(of: object, at: index) { deferred } else { nil }
    }
}
