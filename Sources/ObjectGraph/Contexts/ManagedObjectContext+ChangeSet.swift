// What a save hands to the store.
extension ManagedObjectContext {
    /// What a save is to write: of updated objects only what differs from what is committed.
    func changeSet() -> ChangeSet {
        var changes = ChangeSet()
        changes.author = transactionAuthor
        changes.contextName = name
        for object in changed {
            switch object.state {
            case .inserted: changes.inserted.append(insertion(of: object))
            case .updated:
                let update = update(of: object)
                if update.values.isEmpty && update.links.isEmpty {
                    changes.touched.append(object.reference)
                } else {
                    changes.updated.append(update)
                }
            case .deleted:
                let base = object.heldRow.row
                changes.deleted.append(ChangeSet.Deletion(reference: object.reference, base: base))
            case .clean: break
            }
        }
        changes.checked = objectsToCheck.compactMap { object in
            guard object.state == .clean, let row = object.heldRow.row else { return nil }
            return ChangeSet.Version(reference: object.reference, version: row.version)
        }
        return changes
    }

    private func insertion(of object: ManagedObject) -> ChangeSet.Insertion {
        let entity = object.entity
        var values = object.pendingValues
        for index in entity.transientIndexes { values[index] = .null }
        var links = layout.noLinks(of: entity)
        for index in entity.storedLinkIndexes where object.withChanges({ $0.links[index].isEmpty }) == false {
            links[index] = permanent(object.pendingLinks[index], since: nil, of: entity.relationships[index])
        }
        return ChangeSet.Insertion(reference: object.permanentOrOwnReference, values: values, links: links)
    }

    private func update(of object: ManagedObject) -> ChangeSet.Update {
        let entity = object.entity
        let version = object.heldRow.row?.version ?? 0
        var update = ChangeSet.Update(reference: object.reference, version: version)
        if snapshot.asksStores { update.base = object.heldRow.row }
        for index in entity.attributes.indices
        where !entity.isTransient(attribute: index) && object.isChanged(attribute: index) {
            update.values.append((index, object.pendingValues[index]))
        }
        for index in entity.storedLinkIndexes where object.isChanged(relationship: index) {
            let links = permanent(
                object.pendingLinks[index], since: object.baseLinks(at: index), of: entity.relationships[index])
            update.links.append((index, links))
        }
        return update
    }

    /// Destinations as they are saved. New objects that were dropped again have no identity to be saved with.
    ///
    /// - Parameter base: What is committed, where no destination is a new object.
    private func permanent(_ links: Links, since base: Links?, of relationship: RelationshipDescription) -> Links {
        if case .toOne(let reference) = links, !reference.isTemporary { return links }
        return links.mapping(since: base, isOrdered: relationship.isOrdered) { reference in
            guard reference.isTemporary else { return reference }
            let permanent = registry[reference]?.permanentReference ?? .none
            return permanent.isNone ? nil : permanent
        }
    }
}
