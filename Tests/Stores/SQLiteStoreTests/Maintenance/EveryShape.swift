import Foundation
import ModelSchema
import ObjectGraph

/// A model with every attribute type and every shape of relationship, and a graph of it.
struct EveryShape {
    static let model = ManagedObjectModel(
        Model(
            name: "EveryShape",
            entities: [
                Entity(
                    name: "Thing", attributes: attributes,
                    relationships: [
                        toOne("box", "Box", "contents"), toMany("shelves", "Box", "shelf"),
                        toMany("friends", "Thing", "friends"), toOne("twin", "Thing", "twin"),
                        toOne("parent", "Thing", "children"), toMany("children", "Thing", "parent"),
                        toMany("before", "Thing", "after", isOrdered: true),
                        toMany("after", "Thing", "before", isOrdered: true),
                        Relationship(name: "origin", isOptional: true, maximumCount: 1, destinationName: "Thing"),
                        Relationship(name: "sources", isOptional: true, isToMany: true, destinationName: "Box"),
                    ]),
                Entity(name: "SpecialThing", parentName: "Thing"),
                Entity(
                    name: "Box", attributes: [Attribute(name: "label", type: .string, isOptional: true)],
                    relationships: [
                        toMany("contents", "Thing", "box", isOrdered: true),
                        toMany("shelf", "Thing", "shelves", isOrdered: true), toOne("lid", "Lid", "box"),
                    ]),
                Entity(name: "Lid", relationships: [toOne("box", "Box", "lid")]),
            ],
            composites: [
                Composite(
                    name: "Place",
                    attributes: [
                        Attribute(name: "x", type: .double, isOptional: true),
                        Attribute(name: "name", type: .string, isOptional: true),
                    ])
            ]))

    private static let attributes =
        AttributeType.allCases.filter { ![.composite, .objectID, .undefined].contains($0) }
        .map { type in
            Attribute(
                name: "\(type)Value", type: type, isOptional: true, allowsExternalBinaryDataStorage: type == .binary)
        } + [Attribute(name: "place", type: .composite, isOptional: true, compositeName: "Place")]

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

    /// Values that are easily lost, by the attribute's name.
    private static let values: [[String: AttributeValue]] = [
        [
            "integer16Value": .integer(-32_768), "integer32Value": .integer(2_147_483_647),
            "integer64Value": .integer(.min), "doubleValue": .double(0.1 + 0.2), "floatValue": .float(0.1),
            "booleanValue": .boolean(true),
            "dateValue": .date(Date(timeIntervalSinceReferenceDate: 712_345_678.123_456_7)),
            "decimalValue": .decimal(Decimal(sign: .minus, exponent: -20, significand: Decimal(UInt64.max))),
            "stringValue": .string("Bär\u{301} 🐻\n\"'"), "uuidValue": .uuid(UUID()),
            "uriValue": .uri(URL(filePath: "/a b?c")),
            "binaryValue": .binary(Data((0..<200_000).map { UInt8($0 % 251) })),
            "transformableValue": .binary(Data([0, 1, 2])),
            "place": .composite(["x": .double(-0.0), "name": .string("")]),
        ],
        [
            "integer64Value": .integer(.max), "doubleValue": .double(.nan), "floatValue": .float(.infinity),
            "booleanValue": .boolean(false), "dateValue": .date(Date(timeIntervalSinceReferenceDate: -1e9)),
            "decimalValue": .decimal(.nan), "stringValue": .string(""), "binaryValue": .binary(Data()),
            "transformableValue": .string("{\"a\": 1}"), "place": .composite(["x": .double(5)]),
        ],
        ["doubleValue": .double(.greatestFiniteMagnitude), "decimalValue": .decimal(5)],
        [:],
    ]

    /// Writes the graph: things 1 and 2, special things 7 and 9, boxes 3 and 4, lid 11.
    static func write(to store: any PersistentStore) throws {
        func objectID(_ name: String, _ number: Int64) -> ObjectID {
            ObjectID(storeIdentifier: store.identifier, entityName: name, number: number)
        }
        let things = [
            objectID("Thing", 1), objectID("Thing", 2), objectID("SpecialThing", 7), objectID("SpecialThing", 9),
        ]
        let boxes = [objectID("Box", 3), objectID("Box", 4)]
        let lid = objectID("Lid", 11)
        var changes = StoreChanges()
        func insert(_ objectID: ObjectID, _ values: [String: AttributeValue], _ links: [String: [ObjectID]]) throws {
            guard let entity = model.entitiesByName[objectID.entityName] else { return }
            changes.inserted.append(
                StoreChanges.Insertion(
                    objectID: objectID, values: entity.attributes.map { values[$0.name] ?? .null },
                    destinations: entity.relationships.map { $0.isStored ? links[$0.name] ?? [] : [] }))
        }
        // Both sides are given of each link; those that are not stored are left out.
        try insert(
            things[0], values[0],
            [
                "box": [boxes[0]], "friends": [things[1], things[2]], "twin": [things[3]], "children": [things[1]],
                "before": [things[3], things[1]], "origin": [things[2]], "sources": [boxes[0], boxes[1]],
                "shelves": [boxes[0], boxes[1]],
            ])
        try insert(
            things[1], values[1],
            [
                "box": [boxes[0]], "friends": [things[0]], "parent": [things[0]], "after": [things[0]],
                "shelves": [boxes[0]],
            ])
        try insert(
            things[2], values[2],
            ["box": [boxes[0]], "friends": [things[0]], "shelves": [boxes[0]], "before": [things[3]]])
        try insert(
            things[3], values[3], ["twin": [things[0]], "after": [things[2], things[0]]])
        try insert(
            boxes[0], ["label": .string("first")],
            [
                "contents": [things[2], things[0], things[1]], "shelf": [things[1], things[2], things[0]], "lid": [lid],
            ])
        try insert(boxes[1], [:], ["shelf": [things[0]]])
        try insert(lid, [:], ["box": [boxes[0]]])
        _ = try store.commit(changes)
    }
}
