// Adding and removing links, on both sides.
extension GraphMerge {
    mutating func mergeLinks() throws {
        var removed: [GraphLink] = []
        for link in edits.removed.sorted() where try isKept(link) {
            removed.append(link)
            try remove(link)
        }
        try overwriteDestinations()
        for link in edits.added.sorted() where try isKept(link) {
            if try isDecidedByStore(link) {
                refused.append(link)
            } else {
                try add(link, prevails: decision.prefersObject)
            }
        }
        for edit in edits.edits where fates[edit.reference] == .inserted && edit.state != .inserted {
            try bringBack(edit)
        }
        try putBackWhatGaveWay(removed)
    }

    /// Whether the change of a link survives when the changes of an object are discarded.
    private mutating func isKept(_ link: GraphLink) throws -> Bool {
        for (own, other) in [(link.source, link.destination), (link.destination, link.source)]
        where fates[own] == .restored {
            // A discarded deletion removed the links; a child's link to its parent is the child's own change.
            guard edit(of: own)?.state != .deleted, own != other, let back = try relationship(of: link, at: own),
                back.isToMany, let theirs = try relationship(of: link, at: other), !theirs.isToMany,
                fates[other] != .restored
            else { return false }
        }
        return true
    }

    /// Returns the relationship of a link at one of its ends; nil if there is none.
    private mutating func relationship(
        of link: GraphLink, at reference: ObjectReference
    ) throws -> RelationshipDescription? {
        let relationship = try node(link.source).entity.relationships[link.relationship]
        if reference == link.source { return relationship }
        return try relationship.inverseIndex.map { try node(link.destination).entity.relationships[$0] }
    }

    /// Whether a link is a to-one destination that others have also changed, and theirs takes precedence.
    private mutating func isDecidedByStore(_ link: GraphLink) throws -> Bool {
        guard !decision.prefersObject else { return false }
        for reference in [link.source, link.destination] {
            guard let edit = edit(of: reference), let relationship = try relationship(of: link, at: reference),
                edit.state == .updated, !relationship.isToMany, !leadsBackToOne(relationship)
            else { continue }
            let committed = try node(reference).committedLinks(at: relationship.index)
            if committed != edit.baseLinks(at: relationship.index) { return true }
        }
        return false
    }

    /// Applies this context's to-one destinations, including nil, where both have changed them and this context's take
    /// precedence, and all destinations of overwritten objects, even stale ones (rule CNF-5).
    private mutating func overwriteDestinations() throws {
        guard decision.prefersObject else { return }
        for edit in edits.edits where fates[edit.reference] == .updated {
            for relationship in edit.object.entity.relationships
            where !relationship.isToMany && !leadsBackToOne(relationship) {
                let index = relationship.index
                let isChanged = edit.links[index] != edit.baseLinks(at: index)
                let isOverwritten = decision.type == .overwrite && decision.conflicted.contains(edit.reference)
                guard isChanged || isOverwritten, try node(edit.reference).links[index] != edit.links[index] else {
                    continue
                }
                for destination in try node(edit.reference).links[index].references {
                    try remove(GraphLink(from: edit.reference, by: relationship, to: destination))
                }
                for destination in edit.links[index].references {
                    try add(GraphLink(from: edit.reference, by: relationship, to: destination), prevails: true)
                }
            }
        }
    }

    private func leadsBackToOne(_ relationship: RelationshipDescription) -> Bool {
        guard let inverse = relationship.inverseIndex,
            let destination = context.layout.entity(named: relationship.destinationName)
        else { return false }
        return !destination.relationships[inverse].isToMany
    }

    /// Restores the links of an object that is stored again, unless others have taken the places. Links that its
    /// deletion has left to its sources stay removed, as others see them (rules DEL-11 and DEL-17).
    private mutating func bringBack(_ edit: PendingEdits.Edit) throws {
        for relationship in edit.object.entity.relationships where !relationship.leavesLinksOfDeleted {
            for destination in edit.links[relationship.index].references {
                try add(
                    GraphLink(from: edit.reference, by: relationship, to: destination), prevails: false, isOwn: false)
            }
        }
    }

    /// Restores removed links whose replacement was refused, if there is room.
    private mutating func putBackWhatGaveWay(_ removed: [GraphLink]) throws {
        guard !refused.isEmpty, !removed.isEmpty else { return }
        let ends = Set(refused.flatMap { [$0.source, $0.destination] })
        for link in removed where try link.touches(ends) && wasCommitted(link) {
            let sharesPlace = try refused.contains { other in
                guard other.relationship == link.relationship else { return false }
                return try other.source == link.source && isToOne(link, at: link.source)
                    || other.destination == link.destination && isToOne(link, at: link.destination)
                    || other.source == link.destination && isToOne(link, at: link.destination)
            }
            if sharesPlace { try add(link, prevails: false, isOwn: false) }
        }
    }

    private mutating func wasCommitted(_ link: GraphLink) throws -> Bool {
        try node(link.source).row?.readLinks(at: link.relationship).references.contains(link.destination) ?? false
    }

    private mutating func isToOne(_ link: GraphLink, at reference: ObjectReference) throws -> Bool {
        try relationship(of: link, at: reference).map { !$0.isToMany } ?? false
    }

    /// Adds a link on both sides, if both objects exist.
    ///
    /// - Parameters:
    ///   - prevails: Whether the link replaces an existing to-one destination.
    ///   - isOwn: Whether the context created the link. If it is refused, what it replaced is restored.
    mutating func add(_ link: GraphLink, prevails: Bool, isOwn: Bool = true) throws {
        guard try node(link.source).isLiving, try node(link.destination).isLiving, try !isOnBothSides(link) else {
            return
        }
        if !isOwn, fates[link.source] == .deleted || fates[link.destination] == .deleted { return }
        var blocking: [GraphLink] = []
        for (reference, other) in [(link.source, link.destination), (link.destination, link.source)] {
            // Of sides that differ, one may already have the link.
            guard let relationship = try relationship(of: link, at: reference), !relationship.isToMany,
                case .toOne(let present) = try node(reference).links[relationship.index], !present.isNone,
                present != other
            else { continue }
            blocking.append(GraphLink(from: reference, by: relationship, to: present))
        }
        if !blocking.isEmpty, !prevails || blocking.contains(where: edits.added.contains) {
            // Of two links of this context for one place, the first stays.
            if isOwn { refused.append(link) }
            return
        }
        for other in blocking { try remove(other) }
        let sidesMayDiffer = sidesMayDiffer
        try changeSides(of: link) { links, other, isOrdered in
            if sidesMayDiffer, links.contains(other, isOrdered: isOrdered) { return }
            links.add(other, isOrdered: isOrdered)
        }
    }

    mutating func remove(_ link: GraphLink) throws {
        guard try sidesMayDiffer || isOnBothSides(link) else { return }
        try changeSides(of: link) { $0.remove($1, isOrdered: $2) }
    }

    /// Whether the two sides of a link may be of different states: a child reads one from its parent's changes, and the
    /// other from what others have saved since the parent read the first.
    private var sidesMayDiffer: Bool { latest == nil }

    /// Whether a link exists on both sides, determined at the one that knows it faster if the sides agree.
    private mutating func isOnBothSides(_ link: GraphLink) throws -> Bool {
        guard try isOnFasterSide(link) else { return false }
        guard sidesMayDiffer else { return true }
        let relationship = try node(link.source).entity.relationships[link.relationship]
        guard let inverse = relationship.inverseIndex else { return true }
        let destination = try node(link.destination)
        return try node(link.source).links[link.relationship]
            .contains(link.destination, isOrdered: relationship.isOrdered)
            && destination.links[inverse]
                .contains(link.source, isOrdered: destination.entity.relationships[inverse].isOrdered)
    }

    private mutating func isOnFasterSide(_ link: GraphLink) throws -> Bool {
        let relationship = try node(link.source).entity.relationships[link.relationship]
        guard relationship.isOrdered, let inverse = relationship.inverseIndex else {
            return try node(link.source).links[link.relationship]
                .contains(link.destination, isOrdered: relationship.isOrdered)
        }
        let destination = try node(link.destination)
        return destination.links[inverse]
            .contains(link.source, isOrdered: destination.entity.relationships[inverse].isOrdered)
    }

    private mutating func changeSides(
        of link: GraphLink, _ body: (inout Links, ObjectReference, Bool) -> Void
    ) throws {
        let relationship = try node(link.source).entity.relationships[link.relationship]
        try change(link.source, relationship, link.destination, body)
        guard let inverse = relationship.inverseIndex else { return }
        // A link of an object to itself by a relationship that is its own inverse has one side.
        if link.source == link.destination, inverse == link.relationship { return }
        try change(link.destination, try node(link.destination).entity.relationships[inverse], link.source, body)
    }

    private mutating func change(
        _ reference: ObjectReference, _ relationship: RelationshipDescription, _ other: ObjectReference,
        _ body: (inout Links, ObjectReference, Bool) -> Void
    ) throws {
        _ = try node(reference)
        guard var links = nodes[reference]?.links[relationship.index] else { return }
        nodes[reference]?.links[relationship.index] = .toOne(.none)
        body(&links, other, relationship.isOrdered)
        nodes[reference]?.links[relationship.index] = links
    }
}

/// The order of the members of a relationship that two sides have changed.
///
/// Members that only one side has moved are where that side moved them. A member that one side has added comes after
/// its predecessor on that side. Of members that both have added at the end, the committed ones come first.
struct MergedOrder {
    /// The order before either side changed it.
    var base: [ObjectReference]
    /// The order that this context wants.
    var own: [ObjectReference]
    /// The order that is committed.
    var other: [ObjectReference]
    /// Whether this context's order takes precedence if both have moved members.
    var prefersOwn: Bool

    /// Returns some members in the merged order. O(*n* log *n*) in the lengths.
    func merged(_ members: [ObjectReference]) -> [ObjectReference] {
        let known = Set(members)
        let ownMoved = hasMoved(own)
        let leads = ownMoved && (prefersOwn || !hasMoved(other))
        let (leading, following) = leads ? (own, other) : (other, own)
        let first = leading.filter(known.contains)
        let second = following.filter(known.contains)
        let merged = insert(second, into: first)
        let placed = Set(merged)
        return merged + members.filter { !placed.contains($0) }
    }

    /// Whether earlier members are now in a different order.
    private func hasMoved(_ order: [ObjectReference]) -> Bool {
        let present = Set(order)
        let before = base.filter(present.contains)
        let known = Set(base)
        return before != order.filter(known.contains)
    }

    /// Inserts the members that only the second order has, each after its predecessor there.
    private func insert(_ second: [ObjectReference], into first: [ObjectReference]) -> [ObjectReference] {
        let known = Set(first)
        guard let lastKnown = second.lastIndex(where: known.contains) else { return first + second }
        var leading: [ObjectReference] = []
        var behind: [ObjectReference: [ObjectReference]] = [:]
        var predecessor: ObjectReference?
        for reference in second[...lastKnown] {
            if known.contains(reference) {
                predecessor = reference
            } else if let predecessor {
                behind[predecessor, default: []].append(reference)
            } else {
                leading.append(reference)
            }
        }
        let middle = first.flatMap { [$0] + (behind[$0] ?? []) }
        return leading + middle + second[(lastKnown + 1)...].filter { !known.contains($0) }
    }
}
