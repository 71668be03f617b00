import ModelSchema
import ObjectGraph

extension ManagedObjectModel {
    /// An attribute of each type, indexes, a family, relationships of each kind, and such as lead to what was deleted.
    static let queried = ManagedObjectModel(
        Model(
            name: "Queried",
            entities: [
                Entity(
                    name: "Item",
                    attributes: [
                        Attribute(name: "text", type: .string, isOptional: true),
                        Attribute(name: "other", type: .string, isOptional: true),
                        Attribute(name: "small", type: .integer16, isOptional: true),
                        Attribute(name: "number", type: .integer32, isOptional: true),
                        Attribute(name: "large", type: .integer64, isOptional: true),
                        Attribute(name: "real", type: .double, isOptional: true),
                        Attribute(name: "single", type: .float, isOptional: true),
                        Attribute(name: "price", type: .decimal, isOptional: true),
                        Attribute(name: "flag", type: .boolean, isOptional: true),
                        Attribute(name: "date", type: .date, isOptional: true),
                        Attribute(name: "later", type: .date, isOptional: true),
                        Attribute(name: "uuid", type: .uuid, isOptional: true),
                        Attribute(name: "uri", type: .uri, isOptional: true),
                        Attribute(name: "data", type: .binary, isOptional: true),
                    ],
                    relationships: [
                        Relationship(name: "box", isOptional: true, destinationName: "Box", inverseName: "items"),
                        Relationship(name: "maker", isOptional: true, destinationName: "Maker"),
                        Relationship(
                            name: "tags", isOptional: true, isToMany: true, destinationName: "Tag",
                            inverseName: "items"),
                        Relationship(
                            name: "parts", isOptional: true, isToMany: true, destinationName: "Item",
                            inverseName: "whole"),
                        Relationship(name: "whole", isOptional: true, destinationName: "Item", inverseName: "parts"),
                        Relationship(
                            name: "friends", isOptional: true, isToMany: true, isOrdered: true,
                            destinationName: "SpecialItem", inverseName: "admirers"),
                    ],
                    indexes: [
                        FetchIndex(
                            name: "byNumber",
                            elements: [FetchIndex.Element(propertyName: "number", order: .ascending)]),
                        FetchIndex(
                            name: "byText", elements: [FetchIndex.Element(propertyName: "text", order: .ascending)]),
                        FetchIndex(
                            name: "byDate", elements: [FetchIndex.Element(propertyName: "date", order: .ascending)]),
                        FetchIndex(
                            name: "byUUID", elements: [FetchIndex.Element(propertyName: "uuid", order: .ascending)]),
                    ]),
                Entity(
                    name: "SpecialItem", parentName: "Item",
                    attributes: [Attribute(name: "extra", type: .integer32, isOptional: true)],
                    relationships: [
                        Relationship(
                            name: "admirers", isOptional: true, isToMany: true, destinationName: "Item",
                            inverseName: "friends")
                    ]),
                Entity(
                    name: "Box",
                    attributes: [
                        Attribute(name: "title", type: .string, isOptional: true),
                        Attribute(name: "size", type: .integer32, isOptional: true),
                    ],
                    relationships: [
                        Relationship(
                            name: "items", isOptional: true, isToMany: true, destinationName: "Item",
                            inverseName: "box"),
                        Relationship(name: "room", isOptional: true, destinationName: "Maker"),
                    ]),
                Entity(
                    name: "Maker",
                    attributes: [
                        Attribute(name: "name", type: .string, isOptional: true),
                        Attribute(name: "since", type: .date, isOptional: true),
                    ]),
                Entity(
                    name: "Tag",
                    attributes: [
                        Attribute(name: "name", type: .string, isOptional: true),
                        Attribute(name: "weight", type: .double, isOptional: true),
                    ],
                    relationships: [
                        Relationship(
                            name: "items", isOptional: true, isToMany: true, destinationName: "Item",
                            inverseName: "tags")
                    ]),
            ]))
}
