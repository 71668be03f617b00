/// A link between two objects, told from one of its sides: of a relationship with an inverse always from the same one.
package struct GraphLink: Hashable {
    package var source: ObjectReference
    /// The index among the source's relationships.
    package var relationship: Int
    package var destination: ObjectReference

    /// The link that leads from an object by one of its relationships to another one.
    package init(
        from source: ObjectReference, by relationship: RelationshipDescription, to destination: ObjectReference
    ) {
        let isTurned = relationship.isOwnInverse ? destination < source : !relationship.tellsLinks
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

    /// The link between the objects that these have become.
    ///
    /// - Parameter entity: Of the source, which stays what it is.
    package func renamed(
        as names: [ObjectReference: ObjectReference], entity: (ObjectReference) -> EntityDescription
    ) -> GraphLink {
        guard names[source] != nil || names[destination] != nil else { return self }
        let relationship = entity(source).relationships[relationship]
        return GraphLink(
            from: names[source] ?? source, by: relationship, to: names[destination] ?? destination)
    }
}

extension GraphLink: Comparable {
    package static func < (left: GraphLink, right: GraphLink) -> Bool {
        (left.source, left.relationship, left.destination) < (right.source, right.relationship, right.destination)
    }
}
