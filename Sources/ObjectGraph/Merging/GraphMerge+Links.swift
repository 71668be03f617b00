// Links that come and go, on both sides.
extension GraphMerge {
    mutating func mergeLinks() {
        var removed: [GraphLink] = []
        for link in edits.removed.sorted() where isKept(link) {
            removed.append(link)
            remove(link)
        }
        overwriteDestinations()
        for link in edits.added.sorted() where isKept(link) {
            if isDecidedByStore(link) {
                refused.append(link)
            } else {
                add(link, prevails: decision.prefersObject)
            }
        }
        for edit in edits.edits where fates[edit.reference] == .inserted && edit.state != .inserted { bringBack(edit) }
        putBackWhatGaveWay(removed)
    }

    /// Whether the change of a link is not given up with the changes of an object.
    private mutating func isKept(_ link: GraphLink) -> Bool {
        for (own, other) in [(link.source, link.destination), (link.destination, link.source)]
        where fates[own] == .restored {
            // A deletion that is given up took the links; a child's link to its parent is the child's own change.
            guard edit(of: own)?.state != .deleted, own != other, let back = relationship(of: link, at: own),
                back.isToMany, let theirs = relationship(of: link, at: other), !theirs.isToMany,
                fates[other] != .restored
            else { return false }
        }
        return true
    }

    /// The relationship by which a link leads from one of its ends; nil for none.
    private mutating func relationship(of link: GraphLink, at reference: ObjectReference) -> RelationshipDescription? {
        let relationship = node(link.source).entity.relationships[link.relationship]
        if reference == link.source { return relationship }
        return relationship.inverseIndex.map { node(link.destination).entity.relationships[$0] }
    }

    /// Whether a link is the one destination of an object, which others have changed too, and theirs counts.
    private mutating func isDecidedByStore(_ link: GraphLink) -> Bool {
        guard !decision.prefersObject else { return false }
        for reference in [link.source, link.destination] {
            guard let edit = edit(of: reference), let relationship = relationship(of: link, at: reference),
                edit.state == .updated, !relationship.isToMany, !leadsBackToOne(relationship)
            else { continue }
            let committed = node(reference).committedLinks(at: relationship.index)
            if committed != edit.baseLinks(at: relationship.index) { return true }
        }
        return false
    }

    /// Where both have changed the one destination, and this context's counts, nowhere counts too; and who overwrites
    /// writes stale destinations (rule CNF-5).
    private mutating func overwriteDestinations() {
        guard decision.prefersObject else { return }
        for edit in edits.edits where fates[edit.reference] == .updated {
            for relationship in edit.object.entity.relationships
            where !relationship.isToMany && !leadsBackToOne(relationship) {
                let index = relationship.index
                let isChanged = edit.links[index] != edit.baseLinks(at: index)
                let isOverwritten = decision.type == .overwrite && decision.conflicted.contains(edit.reference)
                guard isChanged || isOverwritten, node(edit.reference).links[index] != edit.links[index] else {
                    continue
                }
                for destination in node(edit.reference).links[index].references {
                    remove(GraphLink(from: edit.reference, by: relationship, to: destination))
                }
                for destination in edit.links[index].references {
                    add(GraphLink(from: edit.reference, by: relationship, to: destination), prevails: true)
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

    /// An object that is stored again has the links it had, as far as no one has taken their places.
    private mutating func bringBack(_ edit: PendingEdits.Edit) {
        for relationship in edit.object.entity.relationships {
            for destination in edit.links[relationship.index].references {
                add(GraphLink(from: edit.reference, by: relationship, to: destination), prevails: false, isOwn: false)
            }
        }
    }

    /// A link that was removed to make room for one that gave way comes back, where there is room.
    private mutating func putBackWhatGaveWay(_ removed: [GraphLink]) {
        guard !refused.isEmpty, !removed.isEmpty else { return }
        let ends = Set(refused.flatMap { [$0.source, $0.destination] })
        for link in removed where link.touches(ends) && wasCommitted(link) {
            let sharesPlace = refused.contains { other in
                guard other.relationship == link.relationship else { return false }
                return other.source == link.source && isToOne(link, at: link.source)
                    || other.destination == link.destination && isToOne(link, at: link.destination)
                    || other.source == link.destination && isToOne(link, at: link.destination)
            }
            if sharesPlace { add(link, prevails: false, isOwn: false) }
        }
    }

    private mutating func wasCommitted(_ link: GraphLink) -> Bool {
        node(link.source).row?.links(at: link.relationship).references.contains(link.destination) ?? false
    }

    private mutating func isToOne(_ link: GraphLink, at reference: ObjectReference) -> Bool {
        relationship(of: link, at: reference).map { !$0.isToMany } ?? false
    }

    /// Adds a link on both sides, if both objects are there.
    ///
    /// - Parameters:
    ///   - prevails: Whether what is in the place of a to-one gives way.
    ///   - isOwn: Whether the context has made the link, and is to have back what gave way to it.
    mutating func add(_ link: GraphLink, prevails: Bool, isOwn: Bool = true) {
        guard node(link.source).isLiving, node(link.destination).isLiving, !contains(link) else { return }
        if !isOwn, fates[link.source] == .deleted || fates[link.destination] == .deleted { return }
        var blocking: [GraphLink] = []
        for reference in [link.source, link.destination] {
            guard let relationship = relationship(of: link, at: reference), !relationship.isToMany,
                case .toOne(let present) = node(reference).links[relationship.index], !present.isNone
            else { continue }
            blocking.append(GraphLink(from: reference, by: relationship, to: present))
        }
        if !blocking.isEmpty, !prevails || blocking.contains(where: edits.added.contains) {
            // Of two links that this context has made for one place, the first stays.
            if isOwn { refused.append(link) }
            return
        }
        for other in blocking { remove(other) }
        changeSides(of: link) { $0.add($1, isOrdered: $2) }
    }

    mutating func remove(_ link: GraphLink) {
        guard contains(link) else { return }
        changeSides(of: link) { $0.remove($1, isOrdered: $2) }
    }

    /// Whether a link is there, asked at the side that knows it sooner.
    private mutating func contains(_ link: GraphLink) -> Bool {
        let relationship = node(link.source).entity.relationships[link.relationship]
        guard relationship.isOrdered, let inverse = relationship.inverseIndex else {
            return node(link.source).links[link.relationship]
                .contains(link.destination, isOrdered: relationship.isOrdered)
        }
        let destination = node(link.destination)
        return destination.links[inverse]
            .contains(link.source, isOrdered: destination.entity.relationships[inverse].isOrdered)
    }

    private mutating func changeSides(of link: GraphLink, _ body: (inout Links, ObjectReference, Bool) -> Void) {
        let relationship = node(link.source).entity.relationships[link.relationship]
        change(link.source, relationship, link.destination, body)
        guard let inverse = relationship.inverseIndex else { return }
        // Its own friend has one side only.
        if link.source == link.destination, inverse == link.relationship { return }
        change(link.destination, node(link.destination).entity.relationships[inverse], link.source, body)
    }

    private mutating func change(
        _ reference: ObjectReference, _ relationship: RelationshipDescription, _ other: ObjectReference,
        _ body: (inout Links, ObjectReference, Bool) -> Void
    ) {
        _ = node(reference)
        guard var links = nodes[reference]?.links[relationship.index] else { return }
        nodes[reference]?.links[relationship.index] = .toOne(.none)
        body(&links, other, relationship.isOrdered)
        nodes[reference]?.links[relationship.index] = links
    }
}
