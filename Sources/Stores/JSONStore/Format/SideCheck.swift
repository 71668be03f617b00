import ColumnEngine

/// Checks that both sides of a relationship agree, if a file contains both, as it does if one is ordered.
struct SideCheck {
    /// A link whose destination does not point back.
    struct OneSidedLink {
        var source: ObjectReference
        /// The index among the source's relationships.
        var relationship: Int
        var destination: ObjectReference
        var inverseName: String
    }

    private struct Link: Hashable {
        var source: ObjectReference
        var relationship: Int
        var destination: ObjectReference
    }

    let snapshot: GraphSnapshot
    let model: ManagedObjectModel

    /// The first link whose destination does not point back.
    func first() -> OneSidedLink? {
        // A set, because one object's destinations can be most of the graph.
        var links: Set<Link> = []
        forEachDoubledLink { link, _ in
            links.insert(link)
            return true
        }
        guard !links.isEmpty else { return nil }
        var found: OneSidedLink?
        forEachDoubledLink { link, inverse in
            let back = Link(source: link.destination, relationship: inverse.index, destination: link.source)
            // Files omit links to objects that no longer exist.
            guard !links.contains(back), snapshot.row(of: link.destination) != nil else { return true }
            found = OneSidedLink(
                source: link.source, relationship: link.relationship, destination: link.destination,
                inverseName: inverse.name)
            return false
        }
        return found
    }

    /// Calls `body` with the links of relationships that are stored on both sides, until it returns false.
    private func forEachDoubledLink(_ body: (Link, RelationshipDescription) -> Bool) {
        for table in snapshot.tables {
            for relationship in table.entity.relationships where relationship.isStored {
                guard let inverse = storedInverse(of: relationship) else { continue }
                for chunk in table.chunks {
                    for (row, source) in chunk.contents.references.enumerated() {
                        for destination in chunk.contents.links[relationship.index][row].references {
                            let link = Link(source: source, relationship: relationship.index, destination: destination)
                            guard body(link, inverse) else { return }
                        }
                    }
                }
            }
        }
    }

    private func storedInverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
        guard let inverseName = relationship.inverseName,
            let inverse = model.entitiesByName[relationship.destinationName]?.relationship(named: inverseName),
            inverse.isStored
        else { return nil }
        return inverse
    }
}
