import Foundation
import ObjectGraph

// The rules for saved contents.
extension ConformanceSession {
    private static let values: [String: [any Sendable & Hashable]] = [
        "booleanValue": [true, false],
        "integer16Value": [Int16.min, Int16.max, Int16(0)],
        "integer32Value": [Int32.min, Int32.max],
        "integer64Value": [Int64.min, Int64.max, Int64(1) << 53 + 1],
        "floatValue": [Float.leastNonzeroMagnitude, Float.infinity, Float(0.1)],
        "doubleValue": [Double.leastNonzeroMagnitude, -Double.infinity, 0.1, -0.0],
        "decimalValue": [Decimal(string: "12345678901234567890.0123456789") ?? 0, Decimal(-1)],
        "stringValue": ["", "a\u{2028}\u{0}\"\\\n", "e\u{301}", "é", "👩‍👩‍👧"],
        "dateValue": [Date(timeIntervalSinceReferenceDate: 0.1), Date.distantPast, Date.distantFuture],
        "binaryValue": [Data(), Data([0, 255, 10])],
        "uuidValue": [UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))],
        "uriValue": [URL(string: "https://example.org/a%20b?c=d#e")].compactMap { $0 },
    ]

    func valuesRoundTrip() throws {
        var expected: [ObjectID: (String, AnyHashable)] = [:]
        try withContextTwice(
            { context in
                var made: [(ManagedObject, String, AnyHashable)] = []
                for (key, values) in Self.values.sorted(by: { $0.key < $1.key }) {
                    for value in values {
                        let thing = context.insertNewObject(forEntityName: "Thing")
                        thing.setValue(value, forKey: key)
                        made.append((thing, key, AnyHashable(value)))
                    }
                }
                try context.save()
                for (thing, key, value) in made { expected[thing.objectID] = (key, value) }
            },
            { context in
                try expect(try context.things().count == expected.count, "objects are lost or duplicated")
                for (objectID, (key, value)) in expected {
                    let found = context.object(with: objectID).value(forKey: key) as? AnyHashable
                    try expect(found == value, "a value of '\(key)' differs")
                }
            })
    }

    func relationshipsRoundTrip() throws {
        try withContextTwice(
            { context in
                let box = context.insertNewObject(forEntityName: "Box")
                let lid = context.insertNewObject(forEntityName: "Lid")
                lid.setValue(box, forKey: "box")
                let parent = context.insertNewObject(forEntityName: "Thing")
                for name in ["Thing", "SpecialThing"] {
                    let thing = context.insertNewObject(forEntityName: name)
                    thing.setValue(box, forKey: "box")
                    thing.setValue(parent, forKey: "parent")
                    thing.setValue([parent], forKey: "friends")
                }
                try context.save()
            },
            { context in
                guard let box = try context.things("Box").first, let parent = try context.things().first else {
                    throw StoreConformanceError(description: "objects are lost")
                }
                let others = Set(try context.things()).subtracting([parent])
                try expect(box.members("contents") == others, "a to-many relationship has different destinations")
                try expect(box.member("lid")?.member("box") === box, "a one-to-one relationship does not point back")
                try expect(parent.members("children") == others, "the inverse on the same entity differs")
                try expect(parent.members("friends") == others, "a relationship that is its own inverse is one-sided")
                try expect(
                    others.allSatisfy { $0.members("friends") == [parent] },
                    "a many-to-many relationship does not point back")
                try expect(try context.things("SpecialThing").count == 1, "an object has another entity")
            })
    }

    func orderRoundTrips() throws {
        var order: [ObjectID] = []
        try withContextTwice(
            { context in
                let box = context.insertNewObject(forEntityName: "Box")
                let things = (0..<5).map { _ in context.insertNewObject(forEntityName: "Thing") }
                box.setValue(things, forKey: "shelf")
                try context.save()
                box.setValue([things[3], things[0], things[4], things[1], things[2]], forKey: "shelf")
                try context.save()
                order = [3, 0, 4, 1, 2].map { things[$0].objectID }
            },
            { context in
                let found = try context.things("Box").first?.list("shelf").map(\.objectID)
                try expect(found == order, "an ordered relationship has a different order")
            })
    }

    func deletionsTakeEffect() throws {
        try withContextTwice(
            { context in
                let box = context.insertNewObject(forEntityName: "Box")
                let things = (0..<3).map { _ in context.insertNewObject(forEntityName: "Thing") }
                for thing in things { thing.setValue(box, forKey: "box") }
                things[0].setValue([things[1], things[2]], forKey: "friends")
                try context.save()
                context.delete(things[1])
                try context.save()
            },
            { context in
                try expect(try context.things().count == 2, "a deleted object still exists")
                try expect(
                    try context.things("Box").first?.members("contents").count == 2,
                    "a relationship points to a deleted object")
                try expect(
                    try context.things().first?.members("friends").count == 1,
                    "a relationship points to a deleted object")
            })
    }
}
