import ObjectGraph

/// A model with every attribute type and every shape of relationship.
enum ConformanceModel {
    static let model = ManagedObjectModel(
        Model(
            name: "Conformance",
            entities: [
                Entity(name: "Thing", attributes: attributes, relationships: things),
                Entity(name: "SpecialThing", parentName: "Thing"),
                Entity(
                    name: "Box",
                    attributes: [Attribute(name: "label", type: .string, isOptional: true)],
                    relationships: [
                        toMany("contents", "Thing", "box"), toMany("shelf", "Thing", "shelves", isOrdered: true),
                        toOne("lid", "Lid", "box"),
                    ]),
                Entity(name: "Lid", relationships: [toOne("box", "Box", "lid")]),
            ],
            configurations: [Configuration(name: noEntities, entityNames: [])]))

    /// The name of a configuration without entities.
    static let noEntities = "NoEntities"

    private static let attributes = AttributeType.allCases.filter {
        ![.composite, .objectID, .transformable, .undefined].contains($0)
    }.map { type in
        Attribute(
            name: "\(type)Value", type: type, isOptional: true, preservesValueInHistoryOnDeletion: type == .string)
    }

    private static let things = [
        toOne("box", "Box", "contents"), toMany("shelves", "Box", "shelf"), toMany("friends", "Thing", "friends"),
        toOne("parent", "Thing", "children"), toMany("children", "Thing", "parent"),
        // Without an inverse, so they can point to deleted objects.
        Relationship(name: "origin", isOptional: true, maximumCount: 1, destinationName: "Thing"),
        Relationship(name: "sources", isOptional: true, isToMany: true, destinationName: "Thing"),
    ]

    private static func toOne(_ name: String, _ destination: String, _ inverse: String) -> Relationship {
        Relationship(
            name: name, isOptional: true, maximumCount: 1, destinationName: destination, inverseName: inverse,
            inverseEntityName: destination)
    }

    private static func toMany(
        _ name: String, _ destination: String, _ inverse: String, isOrdered: Bool = false
    ) -> Relationship {
        Relationship(
            name: name, isOptional: true, isToMany: true, isOrdered: isOrdered, destinationName: destination,
            inverseName: inverse, inverseEntityName: destination)
    }
}
