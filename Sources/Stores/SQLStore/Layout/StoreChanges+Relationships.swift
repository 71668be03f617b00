package import StoreProtocol

/// A change of a relationship of an object.
package struct RelationshipChange {
    package let source: ObjectID
    package let relationship: RelationshipDescription
    package let change: StoreChanges.LinkChange
}

extension StoreChanges {
    /// Returns the changes of relationships, those of new objects first.
    ///
    /// - Parameter includesToOne: Whether to-one relationships are wanted, too.
    package func relationshipChanges(
        in model: ManagedObjectModel, includingToOne includesToOne: Bool
    ) -> [RelationshipChange] {
        var found: [RelationshipChange] = []
        // By index, so that objects that are only read are not reference-counted.
        for place in inserted.indices where inserted[place].destinations.contains(where: { !$0.isEmpty }) {
            let insertion = inserted[place]
            for relationship in model.entitiesByName[insertion.objectID.entityName]?.relationships ?? [] {
                let destinations = insertion.destinations[relationship.index]
                guard !destinations.isEmpty, includesToOne || relationship.isToMany else { continue }
                let change = LinkChange(destinations: destinations, added: destinations, removed: [])
                found.append(RelationshipChange(source: insertion.objectID, relationship: relationship, change: change))
            }
        }
        for update in updated where !update.links.isEmpty {
            guard let entity = model.entitiesByName[update.objectID.entityName] else { continue }
            for (index, change) in update.links.sorted(by: { $0.key < $1.key }) {
                found.append(
                    RelationshipChange(
                        source: update.objectID, relationship: entity.relationships[index], change: change))
            }
        }
        return found
    }
}
