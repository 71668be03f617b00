/// Unites objects that must not be equal by a uniqueness constraint (rules UNQ-3 to UNQ-5).
///
/// Links to a discarded object are redirected to the remaining one, which gets the members of both. A stored object
/// gives up only the values of the constraint, if these do not take precedence.
struct UniquenessMerge {
    private let context: ManagedObjectContext
    private let latest: CommittedState
    /// What was read of that state.
    private let rows: ReadRows
    private let type: MergePolicy.MergeType
    private var edits: PendingEdits
    /// The index of each object's edit.
    private var places: [ObjectIdentifier: Int] = [:]
    /// The edits that are left out in the end.
    private var removedPlaces: Set<Int> = []
    /// Discarded objects, whose links are left out in the end.
    private var discarded: Set<ObjectReference> = []
    /// The replacements of discarded objects.
    private var names: [ObjectReference: ObjectReference] = [:]
    private var dropped: [ManagedObject] = []
    /// The references of all new objects that are given up, including those that become stored ones.
    private var givenUp: [ObjectReference] = []
    private var rolledBack: Set<ObjectReference> = []
    /// Objects that one conflict has changed. Other conflicts about them are resolved at the next attempt.
    private var settled: Set<ObjectReference> = []

    /// - Parameters:
    ///   - latest: The state to apply the changes to.
    ///   - rows: What was read of that state.
    /// - Throws: The error of the store that is queried for destinations that have not been read.
    init(
        in context: ManagedObjectContext, onto latest: CommittedState, _ type: MergePolicy.MergeType, _ rows: ReadRows
    ) throws {
        self.context = context
        self.latest = latest
        self.rows = rows
        self.type = type
        edits = try PendingEdits(of: context.changed)
        for (place, edit) in edits.edits.enumerated() { places[ObjectIdentifier(edit.object)] = place }
    }

    /// Resolves conflicts, and applies the result to the context.
    ///
    /// - Parameter conflicted: The changed objects that others have also changed.
    /// - Throws: The error of a store that is queried. The context's ``ManagedObjectContext/memento`` undoes what has
    ///   changed.
    mutating func resolve(_ conflicts: [ConstraintConflict], conflicted: [ObjectReference]) throws {
        let changed = context.changedByPermanentReference
        for conflict in conflicts {
            let claimants = conflict.references.compactMap { changed[$0] }
                .filter { $0.state == .inserted || $0.state == .updated }
            let involved = claimants.map(\.reference) + [conflict.databaseReference].compactMap { $0 }
            guard !claimants.isEmpty, settled.isDisjoint(with: involved) else { continue }
            settled.formUnion(involved)
            try resolve(claimants, conflict)
        }
        let decision = MergeDecision(
            purpose: .saving, type: type, conflicted: rolledBack.union(type == .rollback ? [] : conflicted))
        removeLeftOut()
        let final = names.final
        renameLinks(as: final)
        for reference in givenUp { context.memento?.note(givenUp: reference, for: final[reference] ?? .none) }
        giveUpDropped()
        context.install(try GraphMerge(edits, in: context, onto: latest, decision, rows))
    }

    private mutating func resolve(_ claimants: [ManagedObject], _ conflict: ConstraintConflict) throws {
        let stored = try conflict.databaseReference.flatMap { try rows.row(of: $0) }
        if let stored {
            let relationships = entity(of: stored.reference).relationships
            try DeferredLinks.read(relationships.compactMap { stored.knownLinks(at: $0.index).deferred })
        }
        switch type {
        case .rollback:
            for object in stored == nil ? claimants.dropFirst() : claimants[...] {
                if object.state == .inserted { discard(object) } else { rolledBack.insert(object.reference) }
            }
        case .mergeByPropertyObjectTrump, .overwrite:
            guard let last = claimants.last else { return }
            for object in claimants.dropLast() { unite(object, with: last.reference, conflict) }
            guard let stored else { return }
            if last.state == .inserted, last.entity === entity(of: stored.reference) {
                become(last, stored, keepingValues: true)
            } else {
                absorb(stored, into: last)
            }
        case .mergeByPropertyStoreTrump, .error:
            guard let stored else {
                guard let first = claimants.first else { return }
                for object in claimants.dropFirst() { unite(object, with: first.reference, conflict) }
                return
            }
            let heir = claimants.first { $0.state == .inserted && $0.entity === entity(of: stored.reference) }
            for object in claimants where object !== heir { unite(object, with: stored.reference, conflict) }
            if let heir { become(heir, stored, keepingValues: false) }
        }
    }

    private func entity(of reference: ObjectReference) -> EntityDescription {
        context.registry[reference]?.entity ?? context.layout.entities[reference.entityOrdinal]
    }

    // MARK: - Giving up

    /// Replaces a new object by another one, and takes back a stored object's changes to the constraint's properties.
    private mutating func unite(
        _ object: ManagedObject, with reference: ObjectReference, _ conflict: ConstraintConflict
    ) {
        guard object.state == .inserted else { return takeBack(conflict.constraint, of: object) }
        names[object.reference] = reference
        givenUp.append(object.reference)
        remove(object)
        dropped.append(object)
    }

    private mutating func discard(_ object: ManagedObject) {
        remove(object)
        discarded.insert(object.reference)
        givenUp.append(object.reference)
        dropped.append(object)
    }

    /// Leaves out an object's edit.
    private mutating func remove(_ object: ManagedObject) {
        if let place = places.removeValue(forKey: ObjectIdentifier(object)) { removedPlaces.insert(place) }
    }

    /// Removes what was left out, all at once.
    private mutating func removeLeftOut() {
        if !removedPlaces.isEmpty {
            edits.edits = edits.edits.indices.filter { !removedPlaces.contains($0) }.map { edits.edits[$0] }
        }
        if !discarded.isEmpty { edits.added = edits.added.filter { !$0.touches(discarded) } }
    }

    /// Takes back the changes of the properties of a constraint.
    private mutating func takeBack(_ properties: [String], of object: ManagedObject) {
        guard let index = places[ObjectIdentifier(object)] else { return }
        for name in properties {
            if let attribute = object.entity.attributeIndexes[name] {
                edits.edits[index].values[attribute] = edits.edits[index].base?.value(at: attribute) ?? .null
                edits.edits[index].changedAttributes.remove(attribute)
            } else if let relationship = object.entity.relationship(named: name) {
                let base = edits.edits[index].baseLinks(at: relationship.index)
                let (gone, come) = base.difference(to: edits.edits[index].links[relationship.index])
                edits.removed.subtract(gone.map { GraphLink(from: object.reference, by: relationship, to: $0) })
                edits.added.subtract(come.map { GraphLink(from: object.reference, by: relationship, to: $0) })
                edits.edits[index].links[relationship.index] = base
            }
        }
    }

    /// Removes new objects without links from the context.
    private func giveUpDropped() {
        for object in dropped {
            context.memento?.keep(object)
            context.beginEvent(of: object)
            object.pendingLinks = object.entity.noLinks
            context.drop(object)
        }
        // Removes them from the list, which leaves out dropped objects.
        _ = context.changed
        for object in dropped {
            object.state = .clean
            context.release(object)
        }
    }

    // MARK: - Becoming one

    /// Turns a new object into the equal stored one.
    private mutating func become(_ object: ManagedObject, _ row: Row, keepingValues: Bool) {
        guard let index = places[ObjectIdentifier(object)] else { return }
        let present = context.registry[row.reference]
        let presentEdit = present.flatMap { places[ObjectIdentifier($0)] }.map { edits.edits[$0] }
        var edit = edits.edits[index]
        let entity = object.entity
        if keepingValues {
            edit.changedAttributes = Set(entity.attributes.indices)
        } else {
            let own = edit.values
            edit.values = presentEdit?.values ?? entity.attributes.indices.map { row.value(at: $0) }
            // No store has these.
            for index in entity.transientIndexes where presentEdit == nil { edit.values[index] = own[index] }
            edit.changedAttributes = presentEdit?.changedAttributes ?? []
        }
        edit.state = .updated
        edit.base = row
        for relationship in entity.relationships {
            edit.links[relationship.index] = joined(
                edit.links[relationship.index],
                presentEdit?.links[relationship.index] ?? row.links(at: relationship.index),
                relationship)
        }
        edits.edits[index] = edit
        names[object.reference] = row.reference
        givenUp.append(object.reference)
        context.memento?.keep(object)
        if let present {
            context.memento?.keep(present)
            context.beginEvent(of: present)
            remove(present)
            if present.hasChanges { context.unnote(present) }
            context.release(present)
        }
        context.rename(object, to: row.reference)
        object.permanentReference = .none
        object.state = .updated
        context.memento?.note(object, became: present)
    }

    /// Returns the destinations of both; of a to-one relationship, the first that exists.
    private func joined(_ first: Links, _ second: Links, _ relationship: RelationshipDescription) -> Links {
        guard relationship.isToMany else { return first.isEmpty ? second : first }
        var joined = second
        for reference in first.references where !joined.contains(reference, isOrdered: relationship.isOrdered) {
            joined.add(reference, isOrdered: relationship.isOrdered)
        }
        return joined
    }

    /// Replaces the stored object that now has the values by a changed object, which also gets its links.
    private mutating func absorb(_ row: Row, into object: ManagedObject) {
        let stored = context.object(for: row.reference)
        context.memento?.keep(stored)
        remove(stored)
        stored.take(row)
        if !stored.hasPending { stored.copyCommitted() }
        context.beginEvent(of: stored)
        let present = stored.entity.relationships.map { row.links(at: $0.index) }
        for relationship in stored.entity.relationships {
            let isTaken = !relationship.isToMany && leads(object, by: relationship)
            for destination in present[relationship.index].references {
                let link = GraphLink(from: stored.reference, by: relationship, to: destination)
                edits.removed.insert(link)
                if !isTaken { edits.added.insert(link) }
            }
        }
        stored.pendingLinks = stored.entity.noLinks
        if stored.state == .clean { context.note(stored) }
        stored.state = .deleted
        places[ObjectIdentifier(stored)] = edits.edits.count
        edits.edits.append(
            PendingEdits.Edit(
                object: stored, state: .deleted, base: row, values: stored.pendingValues, changedAttributes: [],
                links: stored.pendingLinks))
        names[row.reference] = object.reference
    }

    private func leads(_ object: ManagedObject, by relationship: RelationshipDescription) -> Bool {
        relationship.index < object.entity.relationships.count && !object.pendingLinks[relationship.index].isEmpty
    }

    // MARK: - Links

    /// Redirects added links to the replacements of objects, if possible, and each once.
    private mutating func renameLinks(as final: [ObjectReference: ObjectReference]) {
        guard !final.isEmpty else { return }
        var added: Set<GraphLink> = []
        for link in edits.added {
            guard final[link.source] != nil || final[link.destination] != nil else {
                added.insert(link)
                continue
            }
            guard fits(link, as: final) else { continue }
            added.insert(link.renamed(as: final, entity: entity(of:)))
        }
        edits.added = added
        for index in edits.edits.indices {
            let entity = edits.edits[index].object.entity
            for relationship in entity.relationships {
                edits.edits[index].links[relationship.index] = edits.edits[index].links[relationship.index]
                    .replacing(final, of: relationship)
            }
        }
    }

    /// Whether the replacements of both ends can be linked in the same way.
    private func fits(_ link: GraphLink, as names: [ObjectReference: ObjectReference]) -> Bool {
        let relationship = entity(of: link.source).relationships[link.relationship]
        let source = entity(of: names[link.source] ?? link.source)
        let destination = entity(of: names[link.destination] ?? link.destination)
        guard link.relationship < source.relationships.count,
            source.relationships[link.relationship].name == relationship.name
        else { return false }
        return destination.isKindOf(entityNamed: relationship.destinationName)
    }
}
