import Foundation
import ModelSchema
import ObjectGraph
import TestSupport

extension ManagedObjectModel {
    /// An attribute of each type, an index and a constraint, a family, and relationships of each kind.
    static let columns = ManagedObjectModel(
        Model(
            name: "Columns",
            entities: [
                Entity(
                    name: "Item",
                    attributes: [
                        Attribute(name: "text", type: .string, isOptional: true),
                        Attribute(name: "code", type: .string, isOptional: true),
                        Attribute(name: "small", type: .integer16, isOptional: true, isIndexed: true),
                        Attribute(name: "number", type: .integer32, isOptional: true),
                        Attribute(name: "large", type: .integer64, isOptional: true),
                        Attribute(name: "real", type: .double, isOptional: true),
                        Attribute(name: "single", type: .float, isOptional: true),
                        Attribute(name: "price", type: .decimal, isOptional: true),
                        Attribute(name: "flag", type: .boolean, isOptional: true),
                        Attribute(name: "date", type: .date, isOptional: true),
                        Attribute(name: "uuid", type: .uuid, isOptional: true),
                        Attribute(name: "uri", type: .uri, isOptional: true),
                        Attribute(name: "data", type: .binary, isOptional: true),
                    ],
                    relationships: [
                        Relationship(name: "box", isOptional: true, destinationName: "Box", inverseName: "items"),
                        Relationship(
                            name: "tags", isOptional: true, isToMany: true, destinationName: "Tag",
                            inverseName: "items"),
                    ],
                    indexes: [
                        FetchIndex(
                            name: "byNumber", elements: [FetchIndex.Element(propertyName: "number", order: .ascending)])
                    ], uniquenessConstraints: [UniquenessConstraint(["code"])]),
                Entity(
                    name: "SpecialItem", parentName: "Item",
                    attributes: [Attribute(name: "extra", type: .integer32, isOptional: true)]),
                Entity(
                    name: "Box",
                    attributes: [
                        Attribute(name: "title", type: .string, isOptional: true),
                        Attribute(name: "size", type: .integer32, isOptional: true),
                    ],
                    relationships: [
                        Relationship(
                            name: "items", isOptional: true, isToMany: true, destinationName: "Item",
                            inverseName: "box")
                    ]),
                Entity(
                    name: "Tag", attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(
                            name: "items", isOptional: true, isToMany: true, destinationName: "Item",
                            inverseName: "tags")
                    ]),
            ]))
}

/// A random graph of ``ObjectGraph/ManagedObjectModel/columns``, and random conditions on its items.
struct RandomItems {
    var generator: SplitMix
    private(set) var context: ManagedObjectContext
    private(set) var items: [ManagedObject] = []
    private var boxes: [ManagedObject] = []
    private var tags: [ManagedObject] = []

    init(seed: UInt64, count: Int) throws {
        generator = SplitMix(seed: seed)
        context = try makeContext(.columns)
        for _ in 0..<4 {
            let box = context.insertNewObject(forEntityName: "Box")
            box.setValue(text(), forKey: "title")
            box.setValue(maybe { Int.random(in: 0..<3, using: &$0) }, forKey: "size")
            boxes.append(box)
            let tag = context.insertNewObject(forEntityName: "Tag")
            tag.setValue(text(), forKey: "name")
            tags.append(tag)
        }
        for number in 0..<count { insert(number) }
        try context.save()
    }

    mutating func insert(_ number: Int) {
        let item = context.insertNewObject(forEntityName: chance(4) ? "SpecialItem" : "Item")
        item.setValue(chance(8) ? nil : "code\(number)", forKey: "code")
        items.append(item)
        change(item)
    }

    /// Gives an item other values.
    mutating func change(_ item: ManagedObject) {
        item.setValue(text(), forKey: "text")
        item.setValue(maybe { Int.random(in: -3..<4, using: &$0) }, forKey: "small")
        item.setValue(maybe { Int.random(in: -9..<10, using: &$0) }, forKey: "number")
        item.setValue(
            maybe { ([.min, -1, 0, 1, 9_007_199_254_740_993, .max] as [Int64]).randomElement(using: &$0) },
            forKey: "large")
        item.setValue(
            maybe {
                ([-1.5, 0, -0.0, 0.1, 2, .infinity, .nan, 9_007_199_254_740_992] as [Double]).randomElement(using: &$0)
            },
            forKey: "real")
        item.setValue(maybe { ([-1.5, 0, 0.1, 2] as [Float]).randomElement(using: &$0) }, forKey: "single")
        item.setValue(maybe { Decimal(Int.random(in: -2..<3, using: &$0)) / 2 }, forKey: "price")
        item.setValue(maybe { Bool.random(using: &$0) }, forKey: "flag")
        item.setValue(
            maybe { Date(timeIntervalSinceReferenceDate: Double(Int.random(in: -2..<3, using: &$0))) }, forKey: "date")
        item.setValue(maybe { Self.uuids.randomElement(using: &$0) }, forKey: "uuid")
        item.setValue(maybe { URL(string: "https://example.org/\(Int.random(in: 0..<3, using: &$0))") }, forKey: "uri")
        item.setValue(maybe { Data([UInt8.random(in: 0..<3, using: &$0)]) }, forKey: "data")
        item.setValue(chance(3) ? nil : boxes.randomElement(using: &generator), forKey: "box")
        item.setValue(Set(tags.filter { _ in chance(3) }), forKey: "tags")
        if item.entity.name == "SpecialItem" {
            item.setValue(maybe { Int.random(in: 0..<3, using: &$0) }, forKey: "extra")
        }
    }

    /// Changes, deletes and inserts some items, and now and then what they lead to, without saving.
    mutating func disturb() {
        for number in 0..<6 {
            guard let item = items.randomElement(using: &generator), !item.isDeleted else { continue }
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: context.delete(item)
            case 1: insert(10_000 + number + Int.random(in: 0..<1_000_000, using: &generator))
            case 2: boxes.randomElement(using: &generator)?.setValue(text(), forKey: "title")
            default: change(item)
            }
        }
        items.removeAll { $0.isDeleted || $0.managedObjectContext == nil }
    }

    /// Goes on in a child of the context.
    mutating func descend() {
        context = ManagedObjectContext(parent: context)
        items = items.map(context.counterpart)
        boxes = boxes.map(context.counterpart)
        tags = tags.map(context.counterpart)
    }

    private static let uuids = [
        "6F9619FF-8B86-D011-B42D-00C04FC964FF", "00000000-0000-0000-0000-000000000001",
        "FFFFFFFF-0000-0000-0000-000000000001",
    ].compactMap(UUID.init(uuidString:))

    mutating func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &generator) == 0 }

    private mutating func maybe<Value>(_ make: (inout SplitMix) -> Value?) -> Value? {
        chance(6) ? nil : make(&generator)
    }

    private mutating func text() -> String? {
        maybe {
            [
                "", "a", "A", "ab", "abc", "Abcdefghij", "Abcdefghik", "é", "e\u{301}x", "É", "ß", "SS", "straße", "b*",
                "a?b", "\u{0}", "Zürich", "zurich", "a\nb", "が", "か",
            ].randomElement(using: &$0)
        }
    }

    // MARK: Conditions

    mutating func predicate(depth: Int = 2) -> String {
        guard depth > 0 else { return comparison() }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: return "NOT (\(predicate(depth: depth - 1)))"
        case 1, 2: return "(\(predicate(depth: depth - 1))) AND (\(predicate(depth: depth - 1)))"
        case 3: return "(\(predicate(depth: depth - 1))) OR (\(predicate(depth: depth - 1)))"
        default: return comparison()
        }
    }

    private mutating func comparison() -> String {
        let sign = pick(["==", "!=", "<", "<=", ">", ">="])
        switch Int.random(in: 0..<18, using: &generator) {
        case 0: return "\(pick(["small", "number", "large", "real", "single", "price", "flag"])) \(sign) \(number())"
        case 1: return "\(pick(["number", "large", "real"])) BETWEEN {\(number()), \(number())}"
        case 2: return "\(pick(["number", "large", "real", "flag", "small"])) IN {\(number()), \(number()), nil}"
        case 3:
            return "\(pick(["text", "code", "number", "date", "uuid", "uri", "data", "box"])) \(pick(["==", "!="])) nil"
        case 4, 5:
            let options = pick(["", "", "[c]", "[d]", "[cd]", "[n]"])
            let word = pick(["==", "!=", "<", ">=", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE"])
            return "text \(word)\(options) \(string())"
        case 6: return "text IN\(pick(["", "[c]"])) {\(string()), \(string())}"
        case 7: return "text MATCHES \(pick(["'a.*'", "'[A-Z]+'", "'.*b'"]))"
        case 8: return "date \(sign) CAST(\(Int.random(in: -2..<3, using: &generator)), 'NSDate')"
        case 9: return "uuid \(pick(["==", "!=", "<"])) CAST('\(Self.uuids[0].uuidString)', 'NSUUID')"
        case 10: return "box.title \(pick(["==", "!=", "BEGINSWITH[c]"])) \(string())"
        case 11: return "box.size \(sign) \(number())"
        case 12: return "\(pick(["ANY", "ALL", "NONE"])) tags.name \(pick(["==", "!=", "CONTAINS[cd]"])) \(string())"
        case 13: return "tags.@count \(sign) \(Int.random(in: 0..<4, using: &generator))"
        case 14: return "number + small \(sign) \(number())"
        case 15: return "SUBQUERY(tags, $t, $t.name \(pick(["==", "<"])) \(string())).@count > 0"
        case 16: return "code BEGINSWITH 'code\(Int.random(in: 0..<9, using: &generator))'"
        default: return "number == small"
        }
    }

    private mutating func pick(_ words: [String]) -> String { words.randomElement(using: &generator) ?? "" }

    private mutating func number() -> String {
        pick(["-3", "-1", "0", "1", "2", "7", "0.1", "-1.5", "2.5", "9007199254740993", "1e300", "TRUE", "'a'", "nil"])
    }

    private mutating func string() -> String {
        pick([
            "''", "'a'", "'A'", "'ab'", "'Abcdefghi'", "'É'", "'e'", "'ss'", "'?'", "'*b'", "'zu'", "3", "nil", "'が'",
        ])
    }
}
