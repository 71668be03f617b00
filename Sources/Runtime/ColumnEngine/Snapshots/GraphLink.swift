/// A link between two objects, described from one of its sides: always the same one for a relationship with an inverse.
package struct GraphLink: Hashable {
    package var source: ObjectReference
    /// The index among the source's relationships.
    package var relationship: Int
    package var destination: ObjectReference

    /// The link from an object to another one by one of its relationships.
    package init(
        from source: ObjectReference, by relationship: RelationshipDescription, to destination: ObjectReference
    ) {
        let isTurned = relationship.isOwnInverse ? destination < source : !relationship.reportsLinks
        if isTurned, let inverse = relationship.inverseIndex {
            self.source = destination
            self.relationship = inverse
            self.destination = source
        } else {
            self.source = source
            self.relationship = relationship.index
            self.destination = destination
        }
    }

    package func touches(_ references: Set<ObjectReference>) -> Bool {
        references.contains(source) || references.contains(destination)
    }

    /// The link between the new references of the two objects.
    ///
    /// - Parameter entity: The entity of the source, which does not change.
    package func renamed(
        as names: [ObjectReference: ObjectReference], entity: (ObjectReference) -> EntityDescription
    ) -> GraphLink {
        guard names[source] != nil || names[destination] != nil else { return self }
        let relationship = entity(source).relationships[relationship]
        return GraphLink(from: names[source] ?? source, by: relationship, to: names[destination] ?? destination)
    }
}

extension GraphLink: Comparable {
    package static func < (left: GraphLink, right: GraphLink) -> Bool {
        (left.source, left.relationship, left.destination) < (right.source, right.relationship, right.destination)
    }
}
