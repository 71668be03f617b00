/// The invariants of every committed state: both sides of a relationship agree, nothing points to an object that no
/// longer exists unless the model allows it, no relationship contains a member twice, and their number is as the model
/// specifies.
///
/// Examines only what a change set affects, because the state before it is sound. O(*c*) for *c* changed links.
struct GraphCommitRules {
    private let before: GraphSnapshot
    private let after: GraphSnapshot
    private let changes: ChangeSet
    /// The changes of links, from applying the changes.
    private let linkChanges: [GraphEditor.LinkPlace: GraphEditor.LinkChange]
    /// The destinations that ordered relationships no longer have.
    private let unlinked: Set<GraphEditor.Unlinking>
    /// Created when links are examined, which most deletions do not require.
    private lazy var deleted = Set(changes.deleted.lazy.map(\.reference))

    /// The sides of a relationship with two stored sides that report a new or removed link.
    private struct Sides: OptionSet {
        let rawValue: UInt8
        static let reporting = Sides(rawValue: 1)
        static let other = Sides(rawValue: 2)
        static let both: Sides = [.reporting, .other]
    }

    private var added: [GraphLink: Sides] = [:]
    private var removed: [GraphLink: Sides] = [:]
    /// Objects that other changes have left with too few or too many members.
    private var miscounted: Set<ObjectReference> = []

    /// - Parameter editor: The editor that has applied the changes.
    init(_ changes: ChangeSet, appliedBy editor: GraphEditor, before: GraphSnapshot, after: GraphSnapshot) {
        self.changes = changes
        linkChanges = editor.linkChanges
        unlinked = editor.unlinked
        self.before = before
        self.after = after
    }

    /// Checks that the change may be committed.
    ///
    /// - Throws: ``GraphIntegrityError``, or ``StaleObjectsError`` for objects whose members were valid when the change
    ///   started, and no longer are.
    mutating func check() throws {
        try checkInsertions()
        for place in changes.updated.indices where !changes.updated[place].links.isEmpty {
            try check(changes.updated[place])
        }
        try checkDeletions()
        try checkSides()
        guard miscounted.isEmpty else { throw StaleObjectsError(references: miscounted.sorted()) }
    }

    private func entity(of reference: ObjectReference) -> EntityDescription {
        after.layout.entities[reference.entityOrdinal]
    }

    // MARK: - Objects

    /// Examines new objects by index to avoid reference counting, and skips those whose links cannot be wrong.
    private mutating func checkInsertions() throws {
        var lastOrdinal = -1
        var isPassedOver = false
        for place in changes.inserted.indices {
            let ordinal = changes.inserted[place].reference.entityOrdinal
            if ordinal != lastOrdinal {
                lastOrdinal = ordinal
                isPassedOver = changes.deleted.isEmpty && hasPlainLinks(after.layout.entities[ordinal])
            }
            if !isPassedOver { try checkInsertion(at: place) }
        }
    }

    /// Whether new objects of an entity write only to-one links whose inverses are derived and have no bounds.
    ///
    /// - Parameter besidesBounds: Whether to ignore the bounds of their own relationships.
    private func hasPlainLinks(_ entity: EntityDescription, besidesBounds: Bool = false) -> Bool {
        (besidesBounds || entity.checkedRelationshipIndexes.isEmpty)
            && entity.storedLinkIndexes.allSatisfy { index in
                let relationship = entity.relationships[index]
                guard !relationship.isToMany else { return false }
                guard let inverse = relationship.inverseIndex else { return true }
                guard relationship.hasDerivedInverse,
                    let destination = after.layout.entity(named: relationship.destinationName)
                else { return false }
                return !destination.relationships[inverse].hasBounds
            }
    }

    private mutating func checkInsertion(at place: Int) throws {
        let reference = changes.inserted[place].reference
        let entity = entity(of: reference)
        for index in entity.checkedRelationshipIndexes {
            try checkCount(of: reference, entity.relationships[index])
        }
        for index in entity.storedLinkIndexes where !changes.inserted[place].links[index].isEmpty {
            let relationship = entity.relationships[index]
            let references = changes.inserted[place].links[index].references
            if relationship.isToMany, Set(references).count != references.count {
                throw violation(.duplicateMember, reference, relationship)
            }
            try note(references, of: relationship, from: reference)
        }
    }

    private mutating func check(_ update: ChangeSet.Update) throws {
        guard let row = before.row(of: update.reference) else { return }
        let entity = entity(of: update.reference)
        for (index, links) in update.links {
            let relationship = entity.relationships[index]
            let old = row.links(at: index)
            let place = GraphEditor.LinkPlace(reference: update.reference, relationship: index)
            let known = linkChanges[place].map { ($0.removed, $0.added) }
            let (gone, come) = known ?? old.difference(to: links)
            if relationship.isToMany {
                let isDistinct = links.count == old.count - gone.count + come.count && Set(come).count == come.count
                guard isDistinct, !come.contains(where: { isLinked(update.reference, relationship, $0) }) else {
                    throw violation(.duplicateMember, update.reference, relationship)
                }
            }
            if entity.checkedRelationshipIndexes.contains(index) {
                try checkCount(of: update.reference, relationship)
            }
            try note(come, of: relationship, from: update.reference)
            for destination in gone { noteRemoval(of: destination, relationship, from: update.reference) }
        }
    }

    /// Whether an object pointed to another one before.
    private func isLinked(
        _ source: ObjectReference, _ relationship: RelationshipDescription, _ destination: ObjectReference
    ) -> Bool {
        guard let inverse = relationship.inverseIndex, let other = before.row(of: destination) else {
            let row = before.row(of: source)
            return row?.links(at: relationship.index).contains(destination, isOrdered: relationship.isOrdered) ?? false
        }
        let isOrdered = entity(of: destination).relationships[inverse].isOrdered
        return other.links(at: inverse).contains(source, isOrdered: isOrdered)
    }

    /// Examines deletions, except of objects that write only links whose inverses are derived.
    private mutating func checkDeletions() throws {
        var passesOver: [Int: Bool] = [:]
        var lastOrdinal = -1
        var isPassedOver = false
        for place in changes.deleted.indices {
            let reference = changes.deleted[place].reference
            let ordinal = reference.entityOrdinal
            if ordinal != lastOrdinal {
                lastOrdinal = ordinal
                isPassedOver = passesOver[ordinal] ?? writesPlainLinksOnly(entity(of: reference))
                passesOver[ordinal] = isPassedOver
            }
            if !isPassedOver { try checkDeletion(of: reference) }
        }
    }

    private func writesPlainLinksOnly(_ entity: EntityDescription) -> Bool {
        entity.relationships.allSatisfy(\.isStored) && hasPlainLinks(entity, besidesBounds: true)
    }

    private mutating func checkDeletion(of reference: ObjectReference) throws {
        guard let row = before.row(of: reference) else { return }
        for relationship in entity(of: reference).relationships {
            guard let inverse = relationship.inverseIndex else { continue }
            if relationship.isStored {
                if !relationship.hasDerivedInverse {
                    for destination in row.links(at: relationship.index).references {
                        noteRemoval(of: destination, relationship, from: reference)
                    }
                } else if let first = row.links(at: relationship.index).references.first {
                    countBackLinks(row.links(at: relationship.index).references, inverse, like: first)
                }
                continue
            }
            for source in row.links(at: relationship.index).references {
                let back = entity(of: source).relationships[inverse]
                let side = GraphEditor.LinkPlace(reference: source, relationship: inverse)
                guard !back.allowsMissingDestination,
                    !unlinked.contains(GraphEditor.Unlinking(place: side, destination: reference)),
                    // An object that is also deleted points nowhere.
                    let other = after.row(of: source),
                    other.links(at: inverse).contains(reference, isOrdered: back.isOrdered)
                else { continue }
                throw violation(.deletedDestination, source, back)
            }
        }
    }

    // MARK: - Links

    private mutating func note(
        _ destinations: [ObjectReference], of relationship: RelationshipDescription, from source: ObjectReference
    ) throws {
        for destination in destinations {
            if deleted.contains(destination), !relationship.allowsMissingDestination {
                throw violation(.deletedDestination, source, relationship)
            }
            guard !relationship.hasDerivedInverse, relationship.inverseIndex != nil else { continue }
            let link = GraphLink(from: source, by: relationship, to: destination)
            added[link, default: []].formUnion(side(of: link, source))
        }
        if relationship.hasDerivedInverse, let inverse = relationship.inverseIndex, let first = destinations.first {
            countBackLinks(destinations, inverse, like: first)
        }
    }

    private mutating func noteRemoval(
        of destination: ObjectReference, _ relationship: RelationshipDescription, from source: ObjectReference
    ) {
        if relationship.hasDerivedInverse {
            guard let inverse = relationship.inverseIndex else { return }
            countBackLinks([destination], inverse, like: destination)
        } else if relationship.inverseIndex != nil {
            let link = GraphLink(from: source, by: relationship, to: destination)
            removed[link, default: []].formUnion(side(of: link, source))
        }
    }

    private func side(of link: GraphLink, _ reporter: ObjectReference) -> Sides {
        if link.source == link.destination { return .both }
        return link.source == reporter ? .reporting : .other
    }

    /// - Throws: The first violation in the order of the objects. The order of a dictionary differs between runs.
    private mutating func checkSides() throws {
        var violations: [(link: GraphLink, violation: GraphIntegrityError)] = []
        for (link, sides) in added where sides != .both {
            // A deleted object reports nothing, and links to it have been checked above.
            if deleted.contains(sides.contains(.reporting) ? link.destination : link.source) { continue }
            let relationship = entity(of: link.source).relationships[link.relationship]
            violations.append((link, violation(.inconsistentInverse, link.source, relationship)))
        }
        for (link, sides) in removed where sides != .both {
            let relationship = entity(of: link.source).relationships[link.relationship]
            let silent = sides.contains(.reporting) ? link.destination : link.source
            // An object that no longer exists reports nothing.
            if deleted.contains(silent) || after.row(of: silent) == nil { continue }
            let reporter = silent == link.source ? link.destination : link.source
            let silentSide =
                silent == link.source
                ? relationship : relationship.inverseIndex.map { entity(of: link.destination).relationships[$0] }
            if deleted.contains(reporter), silentSide?.allowsMissingDestination != false { continue }
            // The removed link may be one that the silent side never had.
            guard let silentSide, let row = after.row(of: silent),
                row.links(at: silentSide.index).contains(reporter, isOrdered: silentSide.isOrdered)
            else { continue }
            let code: GraphIntegrityError.Code = deleted.contains(reporter) ? .deletedDestination : .inconsistentInverse
            violations.append((link, violation(code, silent, silentSide)))
        }
        let first = violations.min { left, right in
            (left.link.source, left.link.relationship, left.link.destination)
                < (right.link.source, right.link.relationship, right.link.destination)
        }
        if let first { throw first.violation }
    }

    // MARK: - Counts

    private func checkCount(of reference: ObjectReference, _ relationship: RelationshipDescription) throws {
        guard let count = after.row(of: reference)?.links(at: relationship.index).count,
            !relationship.allows(count: count)
        else { return }
        throw violation(.wrongCount, reference, relationship)
    }

    /// Examines the members of relationships that are not stored, which others may have changed at the same time.
    private mutating func countBackLinks(_ owners: [ObjectReference], _ inverse: Int, like first: ObjectReference) {
        guard entity(of: first).relationships[inverse].hasBounds else { return }
        for owner in owners where !deleted.contains(owner) {
            guard let row = after.row(of: owner) else { continue }
            let count = row.links(at: inverse).count
            guard !entity(of: owner).relationships[inverse].allows(count: count) else { continue }
            miscounted.insert(owner)
        }
    }

    private func violation(
        _ code: GraphIntegrityError.Code, _ reference: ObjectReference, _ relationship: RelationshipDescription
    ) -> GraphIntegrityError {
        GraphIntegrityError(
            code: code, objectID: after.layout.objectID(for: reference), propertyName: relationship.name)
    }
}
