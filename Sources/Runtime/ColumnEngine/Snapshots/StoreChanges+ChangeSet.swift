// Conversions between changes by identity, for stores, and by reference, for the coordinator.
extension StoreChanges {
    /// - Parameter before: The state to compare updates with if they do not contain their base.
    /// - Throws: An error of the store, which is asked for the earlier destinations of changed relationships that have
    ///   not been read.
    init(_ changes: ChangeSet, before: CommittedState) throws {
        self.init()
        let layout = before.layout
        let bases = try changes.updated.map { try $0.base ?? before.row(of: $0.reference) }
        try DeferredLinks.read(
            zip(changes.updated, bases).flatMap { update, base in
                update.links.compactMap { index, _ in base?.knownLinks(at: index).deferred }
            })
        func objectIDs(_ links: Links) -> [ObjectID] { links.references.map(layout.objectID) }
        inserted = changes.inserted.map { insertion in
            Insertion(
                objectID: layout.objectID(for: insertion.reference), values: insertion.values,
                destinations: insertion.links.map(objectIDs))
        }
        updated = zip(changes.updated, bases).map { update, base in
            var links: [Int: LinkChange] = [:]
            for (index, changed) in update.links {
                let nowhere = Links(noneOf: layout.entities[update.reference.entityOrdinal].relationships[index])
                let difference = (base?.knownLinks(at: index) ?? nowhere).difference(to: changed)
                links[index] = LinkChange(
                    destinations: objectIDs(changed), added: difference.added.map(layout.objectID),
                    removed: difference.removed.map(layout.objectID))
            }
            return Update(
                objectID: layout.objectID(for: update.reference), version: Int(update.version),
                values: Dictionary(uniqueKeysWithValues: update.values.map { ($0.index, $0.value) }), links: links)
        }
        deleted = changes.deleted.map { deletion in
            ObjectVersion(
                objectID: layout.objectID(for: deletion.reference), version: (deletion.base?.version).map { Int($0) })
        }
        expectedVersions = changes.expectedVersions.map { version in
            ObjectVersion(objectID: layout.objectID(for: version.reference), version: Int(version.version))
        }
        indirectlyUpdated = changes.indirectlyUpdated.map(layout.objectID)
        author = changes.author
        contextName = changes.contextName
    }
}

extension ChangeSet {
    /// - Parameter snapshot: The latest state of the store that commits them.
    /// - Throws: ``MergeConflictError`` for objects that are not in the store, or have another version there.
    init(_ changes: StoreChanges, in snapshot: GraphSnapshot) throws {
        self.init()
        let layout = snapshot.layout
        func reference(_ objectID: ObjectID) throws -> ObjectReference {
            guard let reference = layout.reference(for: objectID), !reference.isTemporary else {
                throw MergeConflictError(objectIDs: [objectID])
            }
            return reference
        }
        func links(_ objectIDs: [ObjectID], _ relationship: RelationshipDescription) throws -> Links {
            Links(try objectIDs.map(reference), of: relationship)
        }
        for insertion in changes.inserted {
            let reference = try reference(insertion.objectID)
            let entity = layout.entities[reference.entityOrdinal]
            inserted.append(
                Insertion(
                    reference: reference, values: insertion.values,
                    links: try entity.relationships.map { try links(insertion.destinations[$0.index], $0) }))
        }
        for update in changes.updated {
            let reference = try reference(update.objectID)
            let relationships = layout.entities[reference.entityOrdinal].relationships
            var own = Update(reference: reference, version: Int32(clamping: update.version))
            own.values = update.values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            own.links = try update.links.sorted { $0.key < $1.key }.map {
                ($0.key, try links($0.value.destinations, relationships[$0.key]))
            }
            updated.append(own)
        }
        for deletion in changes.deleted {
            let reference = try reference(deletion.objectID)
            let row = snapshot.row(of: reference)
            if let version = deletion.version, row?.version != Int32(clamping: version) {
                throw MergeConflictError(objectIDs: [deletion.objectID])
            }
            deleted.append(Deletion(reference: reference, base: row))
        }
        expectedVersions = try changes.expectedVersions.map {
            ObjectVersion(reference: try reference($0.objectID), version: Int32(clamping: $0.version ?? 0))
        }
        indirectlyUpdated = try changes.indirectlyUpdated.map(reference)
        author = changes.author
        contextName = changes.contextName
    }
}
