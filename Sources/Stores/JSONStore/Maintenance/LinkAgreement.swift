import ColumnEngine

/// Makes both sides of every relationship agree, and keeps every link of either side, if there is room.
///
/// If several objects claim a to-one relationship, links that both sides of a one-to-one relationship contain come
/// first, and those of the to-one relationship itself; then those to an object without a destination; then the others.
/// Among equals, the first object by identity wins.
struct LinkAgreement {
    /// The destinations of each object, by the index of the relationship.
    private(set) var links: [ObjectReference: [[ObjectReference]]]
    private(set) var decisions: [LinkDecision] = []

    private let layout: GraphLayout
    /// The inverses of relationships, by the table and the index of the relationship.
    private let inverses: [[RelationshipDescription?]]
    private let sources: [ObjectReference]

    /// One relationship of one object.
    private struct End: Hashable {
        var object: ObjectReference
        var relationship: Int
    }

    private struct Link: Hashable {
        var source: End
        var destination: ObjectReference
    }

    /// A link with an end that has room for only one.
    private struct Claim {
        var link: Link
        var relationship: RelationshipDescription
        var inverse: RelationshipDescription
        /// Lower ones come first.
        var rank: Int

        var inverseEnd: End { End(object: link.destination, relationship: inverse.index) }

        func precedes(_ other: Claim) -> Bool {
            (rank, link.source.object, link.source.relationship, link.destination)
                < (other.rank, other.link.source.object, other.link.source.relationship, other.link.destination)
        }
    }

    /// - Parameter links: The existing destinations of each object's stored relationships, without duplicates.
    init(_ links: [ObjectReference: [[ObjectReference]]], layout: GraphLayout, model: ManagedObjectModel) {
        self.links = links
        self.layout = layout
        inverses = layout.entities.map { entity in
            entity.relationships.map { relationship in
                relationship.inverseName.flatMap {
                    model.entitiesByName[relationship.destinationName]?.relationship(named: $0)
                }
            }
        }
        sources = links.keys.sorted()
        settleClaims()
        leadBack()
    }

    /// Removes links to and from objects that can point to only one, and point to another.
    private mutating func settleClaims() {
        var holders: [End: ObjectReference] = [:]
        // Removed at the end, because a list can be long, and lose many.
        var removed: [End: Set<ObjectReference>] = [:]
        for claim in claims().sorted(by: { $0.precedes($1) }) {
            let link = claim.link
            if let disagreement = disagreement(with: claim, holders) {
                if claim.relationship.isToMany {
                    removed[link.source, default: []].insert(link.destination)
                } else {
                    links[link.source.object]?[claim.relationship.index].removeAll { $0 == link.destination }
                }
                decide(disagreement, link, claim.relationship)
            } else {
                if !claim.relationship.isToMany { holders[link.source] = link.destination }
                if !claim.inverse.isToMany { holders[claim.inverseEnd] = link.source.object }
            }
        }
        for (end, destinations) in removed {
            links[end.object]?[end.relationship].removeAll(where: destinations.contains)
        }
    }

    private func claims() -> [Claim] {
        var claims: [Claim] = []
        forEachLink { link, relationship, inverse in
            // A to-one relationship with a derived inverse has room for its only link.
            guard !inverse.isToMany || !relationship.isToMany && inverse.isStored else { return }
            let present = links[link.destination]?[inverse.index].first
            let isTaken = !inverse.isToMany && present != nil && present != link.source.object
            let isMutual = inverse.isToMany || present == link.source.object
            let rank = isMutual ? 0 : isTaken ? 2 : 1
            claims.append(Claim(link: link, relationship: relationship, inverse: inverse, rank: rank))
        }
        return claims
    }

    private func disagreement(with claim: Claim, _ holders: [End: ObjectReference]) -> LinkDecision.Disagreement? {
        if !claim.relationship.isToMany, let holder = holders[claim.link.source], holder != claim.link.destination {
            return .claimed(inverseName: claim.inverse.name, holder: layout.name(of: holder))
        }
        guard !claim.inverse.isToMany, let holder = holders[claim.inverseEnd], holder != claim.link.source.object
        else { return nil }
        let isOwn = links[claim.link.destination]?[claim.inverse.index].first == holder
        let name = layout.name(of: holder)
        return isOwn
            ? .ledElsewhere(inverseName: claim.inverse.name, holder: name)
            : .contested(inverseName: claim.inverse.name, holder: name)
    }

    /// Adds links that only one of two stored sides contains to the other one.
    private mutating func leadBack() {
        var known: Set<Link> = []
        forEachLink { link, _, inverse in
            if inverse.isStored { known.insert(link) }
        }
        var missing: [(link: Link, relationship: RelationshipDescription, inverse: RelationshipDescription)] = []
        forEachLink { link, relationship, inverse in
            let end = End(object: link.destination, relationship: inverse.index)
            guard inverse.isStored, !known.contains(Link(source: end, destination: link.source.object)) else { return }
            missing.append((link, relationship, inverse))
        }
        for (link, relationship, inverse) in missing {
            links[link.destination]?[inverse.index].append(link.source.object)
            decide(.oneSided(inverse: inverse), link, relationship)
        }
    }

    /// Calls `body` with the links of relationships that have an inverse, those of the first object first.
    private func forEachLink(_ body: (Link, RelationshipDescription, RelationshipDescription) -> Void) {
        for source in sources {
            for relationship in layout.entities[source.entityOrdinal].relationships where relationship.isStored {
                guard let inverse = inverses[source.entityOrdinal][relationship.index] else { continue }
                let end = End(object: source, relationship: relationship.index)
                for destination in links[source]?[relationship.index] ?? [] {
                    body(Link(source: end, destination: destination), relationship, inverse)
                }
            }
        }
    }

    private mutating func decide(
        _ disagreement: LinkDecision.Disagreement, _ link: Link, _ relationship: RelationshipDescription
    ) {
        decisions.append(
            LinkDecision(
                source: link.source.object, relationship: relationship, destination: layout.name(of: link.destination),
                disagreement: disagreement))
    }
}
